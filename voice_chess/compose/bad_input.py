"""What the user asked for, where it can't be."""

from voice_chess.plain_error import PlainError


class BadInput(PlainError):
    """It is told as it is, like every `PlainError`."""
