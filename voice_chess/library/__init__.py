"""The public library: what other programs can use, as `voice_chess` exports it."""
