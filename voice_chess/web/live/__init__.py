"""Games in play: their seats, sockets and microphones, and what is told to whom."""
