"""A sound record that may find no room: a game is never given up for its sound."""

import threading
from collections.abc import Callable

from voice_chess.session.ports import JournalLost, RecordedMove, SoundRecord
from voice_chess.sound.sampling import BYTES_PER_MS


class PatientRecord:
    """All sound on one axis, its first sample at 0; `is_behind` while nothing can be written.

    What found no room first is kept until there is some, and what comes meanwhile is given up.
    Used from the thread that hears, and from the one that tries again.
    """

    def __init__(self, opened: Callable[[], SoundRecord]) -> None:
        """`opened` is called when there is something to keep; it may raise `JournalLost`, too."""
        self._opened = opened
        self._record: SoundRecord | None = None
        self._lock = threading.Lock()
        self._heard_bytes = 0
        self._unheard = b""
        self.is_behind = False

    @property
    def length_ms(self) -> int:
        return self._heard_bytes // BYTES_PER_MS

    def hear(self, samples: bytes) -> None:
        with self._lock:
            if self.is_behind:
                return
            try:
                self._write(samples)
            except JournalLost:
                self.is_behind, self._unheard = True, samples

    def keep(self, spoken: RecordedMove) -> None:
        """Without room the move stands; only its sound will not be found by its number."""
        with self._lock:
            try:
                self._open().keep(spoken)
            except JournalLost:
                self.is_behind = True

    def catch_up(self) -> None:
        """Go on with the sound that found no room. Raises `JournalLost` while there is none."""
        with self._lock:
            if self.is_behind:
                self._write(self._unheard)
                self._unheard = b""
                self.is_behind = False

    def _write(self, samples: bytes) -> None:
        self._open().hear(samples)
        self._heard_bytes += len(samples)

    def _open(self) -> SoundRecord:
        self._record = self._record or self._opened()
        return self._record
