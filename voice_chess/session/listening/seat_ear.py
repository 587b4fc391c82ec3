"""One seat's microphone as an ear: numbered frames in, utterances in the session's time out.

Frames that never came are filled with silence, so that everything keeps its time; but what was said
around them is not taken for whole: of "bishop c3", the rest behind a lost word is a pawn's move.

A frame is as old as the fastest of those that came in the last minute says. A network that is slow
for a while costs nobody time, and a microphone that counts slowly, or leaves sound out and tells
nobody, does not fall behind for good.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from voice_chess.game.moves import MoveAnnounced, SlipCorrected
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.ear import Ear
from voice_chess.session.listening.enrolled_voice import AnnouncedSound
from voice_chess.session.listening.inputs import Sound
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.outputs import Happening
from voice_chess.session.ports import Recognizer, RecordedMove, SoundRecord, TimeSource
from voice_chess.session.table_settings import TableSettings
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard

LONGEST_GAP_MS = 2_000
"""Longer ones are not filled whole: nobody waits in the middle of a move so long."""

SHORTEST_WORD_MS = 120
AROUND_MS = 500
"""So far before and behind what was heard, a word that never came may have belonged to it."""

FASTEST_OF_MS = 30_000
"""The fastest frame is looked for in the last of such spans of time, and in the one before it."""

_GAPS_REMEMBERED = 100

LATEST_MS = 20_000
"""So much of what was heard last is at hand: longer than any announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundFrame:
    """Sound at 16 kHz with its number and when it came."""

    number: int
    samples: bytes
    came_ms: int


@dataclass(slots=True, kw_only=True)
class Tally:
    """How many frames came, and how many never did."""

    frames: int = 0
    missing: int = 0


class _Opened:
    """When a microphone's first sample was taken, as far as is known: by how late its frames come.

    On the way a frame only loses time, so the fastest one is right; but the microphone's own clock
    may be slower than ours, and then each is later than the last one was.
    """

    def __init__(self) -> None:
        self.at_ms = 0
        self._since_ms = 0
        self._fastest_ms: deque[int] = deque(maxlen=2)
        """Of the span of time before and of this one."""

    def take(self, came_ms: int, taken_ms: int) -> None:
        """A frame came, with which the microphone has recorded for so long."""
        opened_ms = came_ms - taken_ms
        if not self._fastest_ms or came_ms - self._since_ms >= FASTEST_OF_MS:
            self._since_ms = came_ms
            self._fastest_ms.append(opened_ms)
        self._fastest_ms[-1] = min(self._fastest_ms[-1], opened_ms)
        self.at_ms = min(self._fastest_ms)


class SeatRecord:
    """All that was ever heard of one seat, one microphone after the other."""

    def __init__(self, opened: Callable[[], SoundRecord], time: TimeSource) -> None:
        self.sound = PatientRecord(opened)
        self._time = time

    def keep(self, said: Happening, began_ms: int, ended_ms: int) -> None:
        """An announcement, and where in the record it lies."""
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
    """Hears one open microphone; used by one thread at a time."""

    def __init__(
        self, recognizer: Recognizer, settings: TableSettings, record: SeatRecord | None
    ) -> None:
        self.ear = Ear(recognizer, settings)
        self.tally = Tally()
        self._record = record
        self._taken_bytes = 0
        """All that the microphone has recorded by now, whether it came or not."""
        self._next_number = 0
        self._gaps: deque[tuple[int, int]] = deque(maxlen=_GAPS_REMEMBERED)
        """What never came, in bytes since the microphone was opened."""
        self._latest = bytearray()
        self._opened = _Opened()

    @property
    def is_hearing(self) -> bool:
        return self.ear.is_hearing

    @property
    def expected(self) -> Expectation | None:
        """What could be said in the last utterance; None before any sound came."""
        return self.ear.expected

    @property
    def sound_behind(self) -> PatientRecord | None:
        """Its record, while that finds no room."""
        sound = None if self._record is None else self._record.sound
        return sound if sound is not None and sound.is_behind else None

    def silent_before_ms(self, heard: Heard) -> int:
        """How long the microphone had been open when this utterance began."""
        return heard.started_ms - self._opened.at_ms

    def hear(
        self, frame: SoundFrame, expectation: Expectation, *, is_secret: bool = False
    ) -> Heard | None:
        """An utterance, once its end was found; of what is secret only its length is recorded.

        Raises `RecognizerLost`.
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
        # Of a long gap too, or whatever is said behind it would be dated by so much too early.
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
        """The microphone is closed: the utterance still open, if any."""
        return self._marked(self.ear.flush())

    def _marked(self, heard: Heard | None) -> Heard | None:
        """Torn, where enough is missing of it, or close to it, to have been a word."""
        if heard is None:
            return None
        first = (heard.started_ms - self._opened.at_ms - AROUND_MS) * BYTES_PER_MS
        last = (heard.ended_ms - self._opened.at_ms + AROUND_MS) * BYTES_PER_MS
        missing = sum(max(0, min(end, last) - max(start, first)) for start, end in self._gaps)
        return replace(heard, is_torn=missing >= SHORTEST_WORD_MS * BYTES_PER_MS)

    def keep(self, heard: Heard, said: Happening) -> None:
        """The sound of an utterance that has announced a move."""
        if self._record is None:
            return
        opened_ms = self._record.sound.length_ms - self._taken_bytes // BYTES_PER_MS
        later_ms = opened_ms - self._opened.at_ms
        self._record.keep(said, heard.started_ms + later_ms, heard.ended_ms + later_ms)

    def announced(self, heard: Heard, said: Happening) -> tuple[AnnouncedSound, ...]:
        """The sound of an utterance that has announced a move, while it is still at hand."""
        event = said.event
        if not isinstance(event, MoveAnnounced | SlipCorrected):
            return ()
        first_ms = (self._taken_bytes - len(self._latest)) // BYTES_PER_MS + self._opened.at_ms
        begins = (heard.started_ms - first_ms) * BYTES_PER_MS
        ends = (heard.ended_ms - first_ms) * BYTES_PER_MS
        if begins < 0:
            return ()
        samples = np.frombuffer(bytes(self._latest[begins:ends]), "<i2").astype(np.float32)
        uci = event.uci if isinstance(event, MoveAnnounced) else event.to_uci
        return (AnnouncedSound(before=said.before, uci=uci, sound=samples),)
