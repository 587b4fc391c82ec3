"""Turns hypotheses into commands and events into sentences; handles no sound."""
