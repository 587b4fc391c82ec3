"""What pages show and say: templates, texts, views of a game, keys and controls."""
