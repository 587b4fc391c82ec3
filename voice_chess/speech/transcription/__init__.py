"""A whole game from a recording of it: the likeliest games are kept."""
