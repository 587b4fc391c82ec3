"""Voices of other speech programs, beside eSpeak NG's; each speaks only its own language."""
