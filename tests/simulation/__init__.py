"""Simulated evenings of the server, with everything that can go wrong, by a seed."""
