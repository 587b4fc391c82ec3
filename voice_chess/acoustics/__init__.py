"""Builds and measures our own acoustic models; a game never needs this package."""
