"""The Laws of Chess as data and predicates; this package knows positions, but no players."""
