"""Simulates evenings of a server with everything that can go wrong, reproducible by a seed."""
