"""The formats of `seats.sqlite`."""
