"""What events need of the world: programs that pair, and a broadcast elsewhere."""
