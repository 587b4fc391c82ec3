"""Brings sound into a game: ears, the sound record, recorded games, enrolment of voices."""
