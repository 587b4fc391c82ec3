"""Records the sound of a game, and where in it each announcement lies, to be heard again.

A record may run out of room: no game is ever given up for its sound.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from voice_chess.game.moves import MoveAnnounced, SlipCorrected
from voice_chess.laws.position import Position
from voice_chess.session.evidence import SoundSpan
from voice_chess.session.ledger import Happening
from voice_chess.session.outputs import Output
from voice_chess.session.ports import JournalLost, RecordedMove, SoundRecord, TimeSource
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard


class PatientRecord:
    """All sound on one time axis, its first sample at 0; `is_behind` while nothing can be written.

    The first sound that finds no room is kept until there is room; sound that comes meanwhile is
    given up. Used from the thread that hears, and from the one that tries again.
    """

    def __init__(self, opened: Callable[[], SoundRecord]) -> None:
        """`opened` is called once there is something to keep; it may raise `JournalLost`, too."""
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
        """Enter an announcement. If there is no room, only its sound can't be found by number."""
        with self._lock:
            try:
                self._open().keep(spoken)
            except JournalLost:
                self.is_behind = True

    def catch_up(self) -> None:
        """Write the sound that found no room. Raises `JournalLost` while there still is none."""
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


class TableRecording:
    """The record of everything heard at one table."""

    def __init__(self, record: SoundRecord, time: TimeSource) -> None:
        self.sound = PatientRecord(lambda: record)
        self._time = time
        self._ended_ms = 0
        """When the last sample so far was taken, in ms of the session."""
        self._sounding: SoundSpan | None = None

    def hear(self, samples: bytes, ended_ms: int) -> None:
        """Append sound that ended at this time."""
        self.sound.hear(samples)
        self._ended_ms = ended_ms

    @contextmanager
    def sounding(self, heard: Heard) -> Iterator[SoundSpan]:
        """Yield where this utterance lies in the record; announcements in the block are its own.

        The sound heard last may be older than now: it waited, and then it was decoded.
        """
        later_ms = self._ended_ms - self.sound.length_ms
        span = SoundSpan(began_ms=heard.started_ms - later_ms, ended_ms=heard.ended_ms - later_ms)
        self._sounding = span
        try:
            yield span
        finally:
            self._sounding = None

    def take(self, output: Output) -> None:
        """Enter an announcement, so that its sound can be found by the number of its move."""
        match output:
            case Happening(event=MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci), before=before):
                self._keep(uci, before)
            case _:
                return

    def _keep(self, uci: str, before: Position) -> None:
        if self._sounding is None:
            return
        self.sound.keep(
            RecordedMove(
                ply=before.ply + 1,
                uci=uci,
                san=before.san(uci),
                started_ms=self._sounding.began_ms,
                ended_ms=self._sounding.ended_ms,
                wall_ms=self._time.wall_ms(),
            )
        )
