"""The vocabulary of a game (commands, events, refusals, state), and the fold of its events."""
