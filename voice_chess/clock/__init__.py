"""Time controls and the chess clock as values; time is an argument."""
