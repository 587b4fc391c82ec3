"""What several machines share: games, seats and events in one PostgreSQL database."""
