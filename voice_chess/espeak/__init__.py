"""eSpeak NG, the one speech engine that comes with the program."""
