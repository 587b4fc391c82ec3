"""One live game: its ports and the only writer of its events."""
