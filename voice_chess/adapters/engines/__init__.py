"""Chess engines, as opponents and as judges of a review."""
