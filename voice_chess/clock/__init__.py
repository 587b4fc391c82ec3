"""Time controls and the chess clock as values; every reading takes the time as an argument."""
