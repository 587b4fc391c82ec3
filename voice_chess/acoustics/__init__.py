"""Builds and measures our own acoustic models; the program never needs it to play."""
