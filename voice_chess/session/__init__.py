"""One live game: the ports that it needs, the talk with its players, the writer of its events."""
