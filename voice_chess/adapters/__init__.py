"""Implementations of the ports: recognition, speech, sound, storage, engines, boards, time."""
