"""Speech synthesis: eSpeak NG and other speech programs, and where what they say is heard."""
