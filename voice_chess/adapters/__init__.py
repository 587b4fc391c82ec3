"""Concrete ports: recogniser, speaker, sound, journal, time."""
