"""What a game has still to write while there is no room: its clocks stand, and it is tried again.

The same at a table and where people sit apart. What needs no disk goes on as ever.
"""

from collections.abc import Callable
from contextlib import suppress

from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.patient_record import PatientRecord
from voice_chess.session.ports import JournalLost

RETRY_MS = 2_000
TOLD_AGAIN_MS = 5_000
"""Players who try to move meanwhile are told so, but not with every breath."""


class Arrears:
    """Nothing at first; from `begin` on until it is settled."""

    def __init__(self, ledger: Ledger, tell: Callable[[str], None]) -> None:
        """`tell` says a phrase, by its name, to everybody at the game."""
        self._ledger = ledger
        self._tell = tell
        self.due_ms: int | None = None
        """When to try again; None while nothing is owed."""
        self._told_ms = 0
        self._sounds: list[PatientRecord] = []

    def begin(self, now_ms: int, sound: PatientRecord | None = None) -> None:
        """The clocks stand from now on, and everybody is told so, once.

        `sound` is what can't be written, where it may not be the journal alone.
        """
        self._ledger.halt(now_ms)
        if sound is not None and sound not in self._sounds:
            self._sounds.append(sound)
        if self.due_ms is None:
            self.due_ms = now_ms + RETRY_MS
            self._tell_lost(now_ms)

    def tell_again(self, now_ms: int) -> None:
        """Somebody has tried to play."""
        if now_ms >= self._told_ms + TOLD_AGAIN_MS:
            self._tell_lost(now_ms)

    def check(self) -> None:
        """Raises `JournalLost` while something is owed: it is written before anything new."""
        if self.due_ms is not None:
            message = f"Nothing of the game {self._ledger.game_id} can be written yet."
            raise JournalLost(message)

    def are_settled(self, now_ms: int) -> bool:
        """Try to write them, where that is due."""
        if self.due_ms is None or now_ms < self.due_ms:
            return False
        self.due_ms = now_ms + RETRY_MS
        with suppress(JournalLost):
            self.settle()
        return self.due_ms is None

    def settle(self) -> None:
        """Write them. Raises `JournalLost` while there is no room."""
        for sound in self._sounds:
            sound.catch_up()
        self._ledger.catch_up()
        self._sounds.clear()
        self.due_ms = None

    def _tell_lost(self, now_ms: int) -> None:
        self._told_ms = now_ms
        self._tell("JournalLost")
