"""Judgement: pure functions from a game and a command to a ruling."""
