"""Adapters for events: programs that pair players, and broadcasts at another server."""
