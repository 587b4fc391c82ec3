"""Reviews a game that is over: times, openings, an engine's opinion, mistakes."""
