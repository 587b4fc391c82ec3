-- Requests of pages, by seat and key, with the game's version after each: a repeated request is
-- done only once.
CREATE TABLE request (
    game text NOT NULL,
    seat text NOT NULL,
    key text NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (game, seat, key)
);
