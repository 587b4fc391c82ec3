"""Turns hypotheses into commands: grammar, parsing, interpretation, scores."""
