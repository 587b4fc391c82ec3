"""What goes wrong through no mistake of the program, and is told to people as it is."""


class PlainError(Exception):
    """Its message is one clear sentence: what is wrong, and what to do about it."""
