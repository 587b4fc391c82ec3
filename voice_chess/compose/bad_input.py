"""What the user asked for, where it can't be."""


class BadInput(Exception):
    """The message is one clear sentence: what is wrong, and what to do."""
