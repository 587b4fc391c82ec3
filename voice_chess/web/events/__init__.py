"""The pages and messages of events."""
