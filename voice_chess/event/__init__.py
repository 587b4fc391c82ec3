"""Runs an event of many games: who takes part, what they scored, and who meets whom next."""
