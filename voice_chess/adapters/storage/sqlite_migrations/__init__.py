"""The formats of our SQLite files, a folder of numbered files for each."""
