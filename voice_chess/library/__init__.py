"""The public library: what other programs may use, as `voice_chess` exports it."""
