"""Scoresheets and tables as files: text, PGN, braille, PDF."""
