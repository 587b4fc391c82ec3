"""The sound of games on disk: segments, their joining, and the folders of all games."""
