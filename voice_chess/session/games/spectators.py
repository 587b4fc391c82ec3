"""What spectators have noticed at a game: for its arbiter alone, who may still be on their way."""

from collections import deque

from voice_chess.game.information import InformArbiter
from voice_chess.game.table import Role, Table
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.games.participants import Participant
from voice_chess.speech.generation.sentence import phrase

_MOST_WAITING = 50


class Observations:
    """Told once each, as a notice: it answers nothing that the arbiter is asked."""

    def __init__(self) -> None:
        self._waiting: deque[Make] = deque(maxlen=_MOST_WAITING)

    def add(self, told: InformArbiter, table: Table) -> None:
        self._waiting.append(_worded(told.text, table))

    def tell(self, one: Participant) -> None:
        """All that waits, if this is the arbiter."""
        while self._waiting and one.role is Role.ARBITER:
            one.mention(self._waiting.popleft(), Role.ARBITER)


def _worded(words: str, table: Table) -> Make:
    """An arbiter of several games is told which it is, where its players have names."""
    white, black = table.white.name, table.black.name
    if not (white and black):
        return lambda preferences: phrase("spectator:tells", preferences.language, words=words)
    return lambda preferences: phrase(
        "spectator:tells-named", preferences.language, words=words, white=white, black=black
    )
