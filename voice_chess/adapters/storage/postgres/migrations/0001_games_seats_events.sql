-- The events of games. `chain` is the checksum of all events up to this one.
CREATE TABLE game_event (
    game text NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    name text NOT NULL,
    body text NOT NULL,
    chain text NOT NULL,
    -- Used only in a dispute about when something was written.
    written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (game, version)
);

-- The last event of each game; an append locks its row.
CREATE TABLE game_end (
    game text PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    version integer NOT NULL,
    checksum text NOT NULL,
    latest_ms bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE evidence (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game text NOT NULL,
    name text NOT NULL,
    body text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX evidence_of_game ON evidence (game, number);

CREATE TABLE heartbeat (
    game text PRIMARY KEY,
    at_ms bigint NOT NULL
) WITH (fillfactor = 50);

-- Who may take which seat, and with which secret. Only digests of secrets are stored.
CREATE TABLE game (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    settled text NOT NULL
);
CREATE TABLE chair (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    role text NOT NULL,
    preferences text NOT NULL
);
CREATE TABLE sits (
    game text NOT NULL,
    chair text NOT NULL,
    PRIMARY KEY (game, chair)
);
CREATE INDEX sits_of_chair ON sits (chair);
CREATE TABLE finished (game text PRIMARY KEY);
CREATE TABLE key (
    kind text NOT NULL,
    digest bytea NOT NULL,
    owner text NOT NULL,
    until_ms bigint NOT NULL,
    PRIMARY KEY (kind, digest)
);
CREATE INDEX key_of_owner ON key (owner);
-- Shows whether a server has the right key for the codes; codes can't be tried against it.
CREATE TABLE code_key (digest bytea PRIMARY KEY);

-- The changes of competitions, stored like the events of games.
CREATE TABLE competition (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    version integer NOT NULL,
    checksum text NOT NULL
);
CREATE TABLE competition_change (
    competition text NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    name text NOT NULL,
    body text NOT NULL,
    chain text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (competition, version)
);
