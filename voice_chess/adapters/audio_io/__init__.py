"""Microphones, loudspeakers and files of sound, and the keyboard beside them."""
