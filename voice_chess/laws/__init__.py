"""The Laws of Chess as data and predicates; knows positions, no players."""
