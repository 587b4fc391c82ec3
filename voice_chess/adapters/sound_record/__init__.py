"""The sound of a game on disk: segments, their joining, and the folders of all games."""
