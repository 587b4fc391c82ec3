"""The documentation: one Markdown page for each topic, and how it is read as plain text."""
