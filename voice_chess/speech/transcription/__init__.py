"""Transcribes a whole game from a recording of it, by keeping the likeliest games."""
