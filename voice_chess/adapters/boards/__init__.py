"""Electronic boards that feel their pieces."""
