"""Errors of the public library: each message is one English sentence on what is wrong."""


class VoiceChessError(Exception):
    """Any error of the library."""


class ArgumentError(VoiceChessError, ValueError):
    """An impossible argument: an unknown language, a board no game can reach, an illegal move."""


class NotationError(VoiceChessError, ValueError):
    """A text that does not name exactly one legal move.

    `answer` explains it to the player, in the language in which they wrote.
    """

    def __init__(self, message: str, answer: str) -> None:
        super().__init__(message)
        self.answer = answer


class JournalError(VoiceChessError, ValueError):
    """A journal that is no whole game of this program or of an earlier version of it."""


class UnavailableError(VoiceChessError, RuntimeError):
    """Something on the machine is missing or fails: a model, a voice, room on a disk."""
