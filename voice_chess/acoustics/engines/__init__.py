"""Speech engines that read announcements aloud, so that a model can learn from many voices."""
