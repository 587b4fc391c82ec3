"""The addresses of the server: entering, arranging games, seats, and downloads."""
