"""What a game owes its journal and its sound records while nothing can be written.

Meanwhile the clocks stand, and everybody at the game is told so.
"""

from collections.abc import Callable
from contextlib import suppress

from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.ports import JournalLost

RETRY_MS = 2_000
TOLD_AGAIN_MS = 5_000
"""The least time between two notices to players that nothing can be written, in ms."""


class Arrears:
    """What is owed to the journal: nothing at first, something from `begin` until it is settled."""

    def __init__(self, ledger: Ledger, tell: Callable[[str], None]) -> None:
        """`tell` says the phrase of a given name to everybody at the game."""
        self._ledger = ledger
        self._tell = tell
        self.due_ms: int | None = None
        """When to try again; None while nothing is owed."""
        self._told_ms = 0
        self._sounds: list[PatientRecord] = []

    def begin(self, now_ms: int, sound: PatientRecord | None = None) -> None:
        """Stop the clocks, and tell everybody once that nothing can be written.

        `sound` is a record that can't be written, or may not be, besides the journal.
        """
        self._ledger.halt(now_ms)
        if sound is not None and sound not in self._sounds:
            self._sounds.append(sound)
        if self.due_ms is None:
            self.due_ms = now_ms + RETRY_MS
            self._tell_lost(now_ms)

    def tell_again(self, now_ms: int) -> None:
        """Tell somebody who has tried to play, unless everybody was told just before."""
        if now_ms >= self._told_ms + TOLD_AGAIN_MS:
            self._tell_lost(now_ms)

    def check(self) -> None:
        """Raise `JournalLost` while something is owed, which is written before anything new."""
        if self.due_ms is not None:
            message = f"Nothing of the game {self._ledger.game_id} can be written yet."
            raise JournalLost(message)

    def are_settled(self, now_ms: int) -> bool:
        """Try to write what is owed, if that is due; return whether it was written just now."""
        if self.due_ms is None or now_ms < self.due_ms:
            return False
        self.due_ms = now_ms + RETRY_MS
        with suppress(JournalLost):
            self.settle()
        return self.due_ms is None

    def settle(self) -> None:
        """Write what is owed. Raises `JournalLost` while there is no room."""
        for sound in self._sounds:
            sound.catch_up()
        self._ledger.catch_up()
        self._sounds.clear()
        self.due_ms = None

    def _tell_lost(self, now_ms: int) -> None:
        self._told_ms = now_ms
        self._tell("JournalLost")
