-- Games that are deleted here, and may still have data elsewhere.
CREATE TABLE deleted (game TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
