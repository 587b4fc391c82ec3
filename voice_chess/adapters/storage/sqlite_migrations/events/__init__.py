"""The formats of `events.sqlite`."""
