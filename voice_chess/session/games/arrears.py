"""What a game owes its journal and its sound records while nothing can be written.

Meanwhile the clocks stand, and everybody at the game is told so.
"""

from collections.abc import Callable

from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.ports import JournalLost

RETRY_MS = 2_000
TOLD_AGAIN_MS = 5_000
"""The least time between two notices to players that nothing can be written, in ms."""


class Arrears:
    """What is owed to the journal: they exist only until it is written."""

    def __init__(self, ledger: Ledger, tell: Callable[[str], None], now_ms: int) -> None:
        """`tell` says the phrase of a given name to everybody at the game."""
        self._ledger = ledger
        self._tell = tell
        self.due_ms = now_ms + RETRY_MS
        """When to try again."""
        self._told_ms = now_ms
        self._sounds: list[PatientRecord] = []

    def add(self, sound: PatientRecord | None) -> None:
        """Write this record, too, which can't be written, or may not be, besides the journal."""
        if sound is not None and sound not in self._sounds:
            self._sounds.append(sound)

    def tell_again(self, now_ms: int) -> None:
        """Tell somebody who has tried to play, unless everybody was told just before."""
        if now_ms >= self._told_ms + TOLD_AGAIN_MS:
            self.tell(now_ms)

    @property
    def lost(self) -> JournalLost:
        """The error of whatever is to be written before this is."""
        return JournalLost(f"Nothing of the game {self._ledger.game_id} can be written yet.")

    def are_settled(self, now_ms: int) -> bool:
        """Try to write what is owed, if that is due; return whether it is written now."""
        if now_ms < self.due_ms:
            return False
        self.due_ms = now_ms + RETRY_MS
        try:
            self.settle()
        except JournalLost:
            return False
        return True

    def settle(self) -> None:
        """Write what is owed. Raises `JournalLost` while there is no room."""
        for sound in self._sounds:
            sound.catch_up()
        self._ledger.catch_up()

    def tell(self, now_ms: int) -> None:
        """Tell everybody that nothing can be written."""
        self._told_ms = now_ms
        self._tell("JournalLost")
