-- What pages of which seats have asked for by which keys, and the version that this left: whatever
-- is repeated is done once.
CREATE TABLE request (
    game text NOT NULL,
    seat text NOT NULL,
    key text NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (game, seat, key)
);
