-- Which server owns a hall. Taking it raises the epoch; it lasts until `until_ms` by the database's clock.
CREATE TABLE lease (
    hall text PRIMARY KEY,
    node text NOT NULL DEFAULT '',
    epoch bigint NOT NULL DEFAULT 0,
    until_ms bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
