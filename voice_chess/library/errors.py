"""What the public library raises: each message is one English sentence on what is wrong."""


class VoiceChessError(Exception):
    """Any error of the library."""


class ArgumentError(VoiceChessError, ValueError):
    """An argument that can't be: no such language, a board no game can reach, an illegal move."""


class NotationError(VoiceChessError, ValueError):
    """A text that does not name one legal move.

    `answer` tells it to the player, in the language in which they wrote.
    """

    def __init__(self, message: str, answer: str) -> None:
        super().__init__(message)
        self.answer = answer


class JournalError(VoiceChessError, ValueError):
    """A journal that is no whole game of this program or of an earlier version."""


class UnavailableError(VoiceChessError, RuntimeError):
    """Something the machine should have is missing or fails: a model, a voice, room on a disk."""
