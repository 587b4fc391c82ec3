"""The talk with players: what is expected, understood, asked and replied; no threads, no loops."""
