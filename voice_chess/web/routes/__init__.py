"""What is asked for by address: entering, arranging, seats, and what can be taken home."""
