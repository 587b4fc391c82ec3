"""Live games, at a table and at seats: the only writers of events, and what time makes due."""
