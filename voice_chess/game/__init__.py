"""The vocabulary of a game and its fold: commands, events, refusals, state, evolve."""
