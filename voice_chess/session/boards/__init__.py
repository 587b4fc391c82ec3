"""The players' own boards: what hands do, what boards sense, and where a board differs."""
