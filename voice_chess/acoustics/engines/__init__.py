"""Speech engines that read the German code aloud, so that many voices can teach a model."""
