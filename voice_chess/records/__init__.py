"""The game on paper: scoresheets, PGN, braille."""
