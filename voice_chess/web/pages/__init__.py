"""The contents of pages: templates, texts, views of a game, keys and controls."""
