"""Writes and reads a game on paper: scoresheets, PGN, braille."""
