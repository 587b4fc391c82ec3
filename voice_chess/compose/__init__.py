"""The composition root: puts the concrete parts of a table and of a server behind the ports."""
