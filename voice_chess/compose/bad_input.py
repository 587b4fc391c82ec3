"""Defines the error for something that the user asked for and that can't be done."""

from voice_chess.plain_error import PlainError


class BadInput(PlainError):
    """A wrong argument or file; its message is shown as it stands, like every `PlainError`."""
