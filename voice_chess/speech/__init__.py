"""From hypotheses to commands and from events to sentences; no sound here."""
