"""The formats of the shared database, one file for each."""
