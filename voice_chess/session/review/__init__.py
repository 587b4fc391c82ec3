"""Reviews games that are over: an engine looks at them again, and the program talks about them."""
