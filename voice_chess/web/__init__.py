"""The play server: games, events and reviews in a browser."""
