"""Keeps what spectators have noticed at a game until its arbiter, and nobody else, is told."""

from collections import deque
from collections.abc import Collection, Iterable

from voice_chess.game.table import Role, Table
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.evidence import ArbiterInformed, ArbiterTold, Evidence
from voice_chess.session.games.participants import Participant
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.generation.wording import seat_name

_MOST_WAITING = 50


class Observations:
    """The observations that wait for the arbiter, at most 50.

    Each is told once, as a notice: an open question to the arbiter stays open.
    """

    def __init__(self) -> None:
        self._waiting: deque[Make] = deque(maxlen=_MOST_WAITING)
        self._is_arbiter_here = False

    def restore(self, kept: Iterable[Evidence], table: Table) -> None:
        """Let wait what is kept of the game and was not told: the server may have restarted."""
        self._waiting.clear()
        for one in kept:
            match one:
                case ArbiterInformed(text=text):
                    self.add(text, table)
                case ArbiterTold():
                    self._waiting.clear()
                case _:
                    pass

    def add(self, text: str, table: Table) -> None:
        self._waiting.append(_worded(text, table))

    def came(self, here: Collection[Role]) -> None:
        """Take note of the roles that have a page open: without one nobody hears anything."""
        self._is_arbiter_here = Role.ARBITER in here

    def tell(self, participants: Iterable[Participant]) -> bool:
        """Tell the arbiter all that waits, if they are here; return whether there was anything."""
        arbiters = [one for one in participants if one.role is Role.ARBITER]
        if not (self._is_arbiter_here and arbiters and self._waiting):
            return False
        while self._waiting:
            make = self._waiting.popleft()
            for arbiter in arbiters:
                arbiter.mention(make, Role.ARBITER)
        return True


def _worded(words: str, table: Table) -> Make:
    """Return the notice; it names both players, if they have names.

    An arbiter may have several games.
    """
    if not (table.white.name and table.black.name):
        return lambda preferences: phrase("spectator:tells", preferences.language, words=words)
    return lambda preferences: phrase(
        "spectator:tells-named",
        preferences.language,
        words=words,
        white=seat_name(table.white, preferences.language),
        black=seat_name(table.black, preferences.language),
    )
