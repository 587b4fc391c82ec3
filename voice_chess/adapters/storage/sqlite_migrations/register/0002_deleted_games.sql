-- Games that are deleted here, and of which something may still lie elsewhere.
CREATE TABLE deleted (game TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
