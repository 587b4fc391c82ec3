"""Speech synthesis: eSpeak NG and other speech programs, and the places where they sound."""
