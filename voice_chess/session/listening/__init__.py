"""Sound on its way into a game: ears, the sound record, recorded games, enrolment."""
