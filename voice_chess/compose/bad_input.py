"""What the user asked for, where it can't be."""

from voice_chess.plain_error import PlainError


class BadInput(PlainError):
    """The message is one clear sentence: what is wrong, and what to do."""
