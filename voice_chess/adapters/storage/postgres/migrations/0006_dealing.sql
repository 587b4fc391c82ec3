-- The number of parts into which the games are dealt among the servers that share them: 1 if one
-- server has everything, 0 as long as only servers without this table have been here.
CREATE TABLE dealing (
    is_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_only_one),
    parts integer NOT NULL CHECK (parts >= 0)
);
INSERT INTO dealing (parts) VALUES (0);
