"""The arbiter: pure functions that return a ruling for a game and a command."""
