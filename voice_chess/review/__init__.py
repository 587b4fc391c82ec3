"""A game that is over, looked at again: times, openings, an engine's opinion, mistakes."""
