"""Turns events, refusals and positions into sentences."""
