"""What a seated game has still to write while there is no room, and when it tries again."""

from contextlib import suppress

from voice_chess.session.ledger import Ledger
from voice_chess.session.patient_record import PatientRecord
from voice_chess.session.ports import JournalLost

RETRY_MS = 2_000


class Arrears:
    """None at first; from `begin` on until they are settled."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.due_ms: int | None = None
        """When to try again; None while nothing is owed."""
        self._sounds: list[PatientRecord] = []

    def begin(self, now_ms: int, sound: PatientRecord | None = None) -> bool:
        """The clocks stand from now on; True where they have not stood for this before.

        `sound` is what could not be written, where it was not the journal.
        """
        self._ledger.halt(now_ms)
        if sound is not None and sound not in self._sounds:
            self._sounds.append(sound)
        is_new = self.due_ms is None
        if is_new:
            self.due_ms = now_ms + RETRY_MS
        return is_new

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
            for sound in self._sounds:
                sound.catch_up()
            self._ledger.catch_up()
            self._sounds.clear()
            self.due_ms = None
        return self.due_ms is None
