"""From hypotheses to commands: grammar, parsing, interpretation, scores."""
