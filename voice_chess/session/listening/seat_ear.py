"""Turns the numbered frames of one seat's microphone into utterances in the session's time.

Lost frames are filled with silence, so that all sound keeps its time. But an utterance around a gap
is not taken for whole: if the first word of "bishop c3" is lost, the rest is a pawn's move.

The fastest frame of the last minute decides how old each frame is taken to be. So a network that is
slow for a while costs no player time. And a microphone whose clock is slow, or that leaves out
sound without saying so, does not fall behind for good.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from voice_chess.game.moves import MoveAnnounced, SlipCorrected
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.ledger import Happening
from voice_chess.session.listening.ear import Ear
from voice_chess.session.listening.enrolled_voice import AnnouncedSound
from voice_chess.session.listening.inputs import Sound
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.ports import Recognizer, RecordedMove, SoundRecord, TimeSource
from voice_chess.session.table_settings import TableSettings
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard

LONGEST_GAP_MS = 2_000
"""A longer gap is filled with only this much silence: nobody pauses so long in mid-move."""

SHORTEST_WORD_MS = 120
AROUND_MS = 500
"""A lost word may belong to an utterance if it lies within this time before or after it."""

FASTEST_OF_MS = 30_000
"""The fastest frame is sought in spans of this length: the current one and the one before."""

_GAPS_REMEMBERED = 100

LATEST_MS = 20_000
"""How much of the latest sound is kept in memory: longer than any announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundFrame:
    """Sound at 16 kHz, mono 16-bit, with its number and the time at which it came."""

    number: int
    samples: bytes
    came_ms: int


@dataclass(slots=True, kw_only=True)
class Tally:
    """The numbers of frames that came and of frames that never did."""

    frames: int = 0
    missing: int = 0


class _Opened:
    """The estimated time of a microphone's first sample, found from when its frames come.

    A frame can only be delayed on its way, so the fastest one is right. But the microphone's own
    clock may be slower than ours, and then each frame is later than the last; so only the latest
    frames count.
    """

    def __init__(self) -> None:
        self.at_ms = 0
        self._since_ms = 0
        self._fastest_ms: deque[int] = deque(maxlen=2)
        """The estimates by the fastest frames of the span of time before and of this one."""

    def take(self, came_ms: int, taken_ms: int) -> None:
        """Take note of a frame, at whose end the microphone has recorded `taken_ms` of sound."""
        opened_ms = came_ms - taken_ms
        if not self._fastest_ms or came_ms - self._since_ms >= FASTEST_OF_MS:
            self._since_ms = came_ms
            self._fastest_ms.append(opened_ms)
        self._fastest_ms[-1] = min(self._fastest_ms[-1], opened_ms)
        self.at_ms = min(self._fastest_ms)


class SeatRecord:
    """The record of everything heard at one seat, one microphone after the other."""

    def __init__(self, opened: Callable[[], SoundRecord], time: TimeSource) -> None:
        self.sound = PatientRecord(opened)
        self._time = time

    def keep(self, said: Happening, began_ms: int, ended_ms: int) -> None:
        """Enter an announcement, and where in the record it lies, in ms."""
        event, before = said.event, said.before
        if not isinstance(event, MoveAnnounced | SlipCorrected):
            return
        uci = event.uci if isinstance(event, MoveAnnounced) else event.to_uci
        self.sound.keep(
            RecordedMove(
                ply=before.ply + 1,
                uci=uci,
                san=before.san(uci) if before.is_legal(uci) else uci,
                started_ms=began_ms,
                ended_ms=ended_ms,
                wall_ms=self._time.wall_ms(),
            )
        )


class SeatEar:
    """The ear of one open microphone; used by one thread at a time."""

    def __init__(
        self, recognizer: Recognizer, settings: TableSettings, record: SeatRecord | None
    ) -> None:
        self.ear = Ear(recognizer, settings)
        self.tally = Tally()
        self._record = record
        self._taken_bytes = 0
        """How much the microphone has recorded by now, lost frames included."""
        self._next_number = 0
        self._gaps: deque[tuple[int, int]] = deque(maxlen=_GAPS_REMEMBERED)
        """Beginnings and ends of the gaps, in bytes since the microphone was opened."""
        self._latest = bytearray()
        self._opened = _Opened()

    @property
    def is_hearing(self) -> bool:
        return self.ear.is_hearing

    @property
    def expected(self) -> Expectation | None:
        """What could be said in the last utterance; None before any sound has come."""
        return self.ear.expected

    @property
    def sound_behind(self) -> PatientRecord | None:
        """The sound record, while it finds no room; else None."""
        sound = None if self._record is None else self._record.sound
        return sound if sound is not None and sound.is_behind else None

    def silent_before_ms(self, heard: Heard) -> int:
        """Return how long the microphone had been open when this utterance began, in ms."""
        return heard.started_ms - self._opened.at_ms

    def hear(
        self, frame: SoundFrame, expectation: Expectation, *, is_secret: bool = False
    ) -> Heard | None:
        """Take a frame; return an utterance once its end was found, else None.

        Of secret sound only the length is recorded. Raises `RecognizerLost`.
        """
        if not self.ear.is_hearing:
            self.ear.expect(expectation)
        missing = max(0, frame.number - self._next_number) * len(frame.samples)
        if missing:
            self._gaps.append((self._taken_bytes, self._taken_bytes + missing))
        samples = bytes(min(missing, LONGEST_GAP_MS * BYTES_PER_MS)) + frame.samples
        self.tally.missing += max(0, frame.number - self._next_number)
        self.tally.frames += 1
        self._next_number = frame.number + 1
        # Long gaps count in full, too; or everything said later would be dated too early.
        self._taken_bytes += missing + len(frame.samples)
        self._opened.take(frame.came_ms, self._taken_bytes // BYTES_PER_MS)
        known = bytes(len(samples)) if is_secret else samples
        self._latest += known
        del self._latest[: -LATEST_MS * BYTES_PER_MS]
        if self._record is not None:
            self._record.sound.hear(known)
        ended_ms = self._opened.at_ms + self._taken_bytes // BYTES_PER_MS
        return self._marked(self.ear.hear(Sound(samples=samples, ended_ms=ended_ms)))

    def finish(self) -> Heard | None:
        """Return the utterance that is still open, if any, as the microphone is closed."""
        return self._marked(self.ear.flush())

    def _marked(self, heard: Heard | None) -> Heard | None:
        """Return the utterance, marked as torn if enough for a word is missing in it or near it."""
        if heard is None:
            return None
        first = (heard.started_ms - self._opened.at_ms - AROUND_MS) * BYTES_PER_MS
        last = (heard.ended_ms - self._opened.at_ms + AROUND_MS) * BYTES_PER_MS
        missing = sum(max(0, min(end, last) - max(start, first)) for start, end in self._gaps)
        is_torn = heard.is_torn or missing >= SHORTEST_WORD_MS * BYTES_PER_MS
        return replace(heard, is_torn=is_torn)

    def keep(self, heard: Heard, said: Happening) -> None:
        """Enter the utterance that has announced a move in the sound record, if there is one."""
        if self._record is None:
            return
        opened_ms = self._record.sound.length_ms - self._taken_bytes // BYTES_PER_MS
        later_ms = opened_ms - self._opened.at_ms
        self._record.keep(said, heard.started_ms + later_ms, heard.ended_ms + later_ms)

    def announced(self, heard: Heard, said: Happening) -> tuple[AnnouncedSound, ...]:
        """Return the sound of a whole announcement of a move; none once it is forgotten."""
        event = said.event
        if heard.is_continued or not isinstance(event, MoveAnnounced | SlipCorrected):
            # What was begun lies before a pause, in which the program may have asked for the rest.
            return ()
        first_ms = (self._taken_bytes - len(self._latest)) // BYTES_PER_MS + self._opened.at_ms
        begins = (heard.started_ms - first_ms) * BYTES_PER_MS
        ends = (heard.ended_ms - first_ms) * BYTES_PER_MS
        if begins < 0:
            return ()
        samples = np.frombuffer(bytes(self._latest[begins:ends]), "<i2").astype(np.float32)
        uci = event.uci if isinstance(event, MoveAnnounced) else event.to_uci
        return (AnnouncedSound(before=said.before, uci=uci, sound=samples),)
