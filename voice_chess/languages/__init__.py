"""Holds what is said and understood in each language, as data."""
