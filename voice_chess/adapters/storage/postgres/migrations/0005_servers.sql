-- Which servers share the games, where each is reached by the others, and until when it is alive.
CREATE TABLE server (
    node text PRIMARY KEY,
    address text NOT NULL,
    until_ms bigint NOT NULL
) WITH (fillfactor = 50);
