"""Tells what was said before its speaker made their last move, and is heard only after it.

A network, a busy machine or a browser that misses sound can keep words back. Whoever then clicks or
types another move has changed their mind: the words must neither correct that move nor be taken
for the next one, now or as a premove.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from voice_chess.game.moves import MoveAnnounced, SlipCorrected
from voice_chess.game.table import Role
from voice_chess.session.dialogue.interpretation import Interpretation
from voice_chess.session.ledger import Ledger


class LateSound:
    """Compares utterances with the moves made so far, in the game's time, in ms.

    A spoken move is compared by the end of its sound: the game may date the move later, to the
    beginning of the turn, and words after it still come after it.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._sound_ms: dict[int, int] = {}
        """The end of the sound of the last move announced here, by the time in the game."""

    @contextmanager
    def heard(self, ended_ms: int) -> Iterator[None]:
        """Remember the end of an utterance if the block announces a move by it."""
        known = len(self._ledger.history)
        yield
        for happening in self._ledger.history[known:]:
            if isinstance(happening.event, MoveAnnounced | SlipCorrected):
                self._sound_ms = {happening.event.at_ms: ended_ms}

    def is_overtaken(self, found: Interpretation, by: Role | None) -> bool:
        """Return whether it was said before its speaker's last move, and must not follow it.

        Whatever it is, it is not about a move announced meanwhile. Once that is completed, a move
        is no later one, but questions and orders are as good then as before. `by` is None where
        nobody knows whose voice it was: then the last move of either side counts.
        """
        made_ms, game = self._last_made_ms(by), self._ledger.game
        if made_ms is None or found.heard.ended_ms >= self._sound_ms.get(made_ms, made_ms):
            return False
        is_own_turn = by is None or by.acts_for_white == game.white_to_move
        return (game.turn.announcement is not None and is_own_turn) or found.is_move

    def _last_made_ms(self, by: Role | None) -> int | None:
        events = (happening.event for happening in reversed(self._ledger.history))
        announced = (event for event in events if isinstance(event, MoveAnnounced | SlipCorrected))
        times = (made.at_ms for made in announced if by is None or by.acts_for_white is made.white)
        return next(times, None)
