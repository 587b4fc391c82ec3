"""Live games, at a table and at seats: they alone write events, and do what time makes due."""
