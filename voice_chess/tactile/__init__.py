"""Models the peg board as a value, and the hand movements of a move."""
