"""Voices of other speech programs, beside eSpeak NG's: each speaks one language, as it was made."""
