"""eSpeak NG, the only speech engine that comes with the program."""
