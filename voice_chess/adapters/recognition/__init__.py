"""Recognisers and their models, and the voices of people that they were turned to."""
