-- Into how many parts the games are dealt among servers that share them: 1 where one server has
-- everything, 0 as long as only servers have been here that did not write it down.
CREATE TABLE dealing (
    is_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_only_one),
    parts integer NOT NULL CHECK (parts >= 0)
);
INSERT INTO dealing (parts) VALUES (0);
