"""Keeps what spectators have noticed at a game until its arbiter, and nobody else, is told."""

from collections import deque

from voice_chess.game.information import InformArbiter
from voice_chess.game.table import Role, Table
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.games.participants import Participant
from voice_chess.speech.generation.sentence import phrase

_MOST_WAITING = 50


class Observations:
    """The observations that wait for the arbiter, at most 50.

    Each is told once, as a notice: an open question to the arbiter stays open.
    """

    def __init__(self) -> None:
        self._waiting: deque[Make] = deque(maxlen=_MOST_WAITING)

    def add(self, told: InformArbiter, table: Table) -> None:
        self._waiting.append(_worded(told.text, table))

    def tell(self, one: Participant) -> None:
        """Tell this participant all that waits, if they are the arbiter."""
        while self._waiting and one.role is Role.ARBITER:
            one.mention(self._waiting.popleft(), Role.ARBITER)


def _worded(words: str, table: Table) -> Make:
    """Return the notice; it names both players, if they have names.

    An arbiter may have several games.
    """
    white, black = table.white.name, table.black.name
    if not (white and black):
        return lambda preferences: phrase("spectator:tells", preferences.language, words=words)
    return lambda preferences: phrase(
        "spectator:tells-named", preferences.language, words=words, white=white, black=black
    )
