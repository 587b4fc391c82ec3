"""Keeps all games of a server: the ways in, rematches, shared parts, and the rounds of events."""
