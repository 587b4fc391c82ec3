-- The servers that share the games: the address for other servers, and the time until which it counts as alive.
CREATE TABLE server (
    node text PRIMARY KEY,
    address text NOT NULL,
    until_ms bigint NOT NULL
) WITH (fillfactor = 50);
