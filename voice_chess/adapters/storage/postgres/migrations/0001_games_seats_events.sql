-- Games as they happened. `chain` is the checksum of everything up to here.
CREATE TABLE game_event (
    game text NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    name text NOT NULL,
    body text NOT NULL,
    chain text NOT NULL,
    -- For a dispute about when something was written.
    written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (game, version)
);

-- How far each game is written; who appends holds its row.
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

-- Who may sit down where, and by what. Of secrets, digests alone.
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
-- Tells the key of the codes from any other; no code can be tried with it.
CREATE TABLE code_key (digest bytea PRIMARY KEY);

-- Competitions as they happened.
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
