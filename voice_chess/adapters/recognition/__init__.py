"""Recognisers and their models, and players' voices to which they were adapted."""
