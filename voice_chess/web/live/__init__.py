"""Games in play: their seats, sockets and microphones, and which messages go to whom."""
