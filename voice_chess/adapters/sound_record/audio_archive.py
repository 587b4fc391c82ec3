"""The spoken scoresheet: the sound of every announcement, found by move number.

What is heard goes into an open WAV file that is whole after every block. An announcement closes
it: the index gets a line, the file becomes FLAC. So a segment holds one announcement and all that
was heard since the one before. A game that is over is joined to one file (`sound_joining`).
"""

import contextlib
import json
import logging
import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from voice_chess.adapters.audio_io.wav_writer import WavWriter
from voice_chess.adapters.sound_record import sound_joining, sound_segments
from voice_chess.adapters.sound_record.sound_joining import INDEX
from voice_chess.session.ports import JournalLost, RecordedMove
from voice_chess.sound.sampling import SAMPLE_RATE

__all__ = ["INDEX", "AudioArchive", "IndexLine", "RecordedMove"]

MARGIN_MS = 300
"""Given of the sound before and behind an announcement."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexLine:
    """A line of the index: where a move's sound lies."""

    ply: int
    uci: str
    san: str
    file: str
    start_sample: int
    end_sample: int
    wall_ms: int


def sound_folders(game: Path) -> tuple[Path, ...]:
    """Where the sound of a game lies: one folder, or one for each player's own microphone."""
    return tuple(sorted(path for path in game.glob("sound*") if path.is_dir()))


def announcements_in(folder: Path) -> tuple[IndexLine, ...]:
    """All of a game that may be running elsewhere; nothing is repaired. Raises `JournalLost`."""
    with _as_journal_lost(folder):
        written = (folder / INDEX).read_bytes() if (folder / INDEX).exists() else b""
    return tuple(announcements_of(written[: written.rfind(b"\n") + 1]))


def counted(lines: Iterable[IndexLine]) -> tuple[tuple[int, str], ...]:
    """The number of the half-move and the move of each announcement that counted."""
    return tuple(sorted({line.ply: line.san for line in lines}.items()))


def sound_in(folder: Path, announcement: IndexLine) -> bytes:
    """The samples of an announcement, with a little before and after. Raises `JournalLost`."""
    stem = Path(announcement.file).stem
    start, end = announcement.start_sample, announcement.end_sample
    with _as_journal_lost(folder):
        return sound_segments.samples(folder, stem, start, end)


class AudioArchive:
    """One game's sound in one folder; `hear` and `keep` may be called from different threads."""

    def __init__(self, folder: Path) -> None:
        """Open, and repair what a crash left. Raises `JournalLost`."""
        self._folder = folder
        self._lock = threading.Lock()
        self._compressor = ThreadPoolExecutor(1, "sound-record")
        self._jobs: list[Future[None]] = []
        self._open: WavWriter | None = None
        self._heard_before = 0
        with self._as_journal_lost():
            folder.mkdir(parents=True, exist_ok=True)
            sound_segments.repair(folder)
            sound_joining.repair(folder)
            self._announcements = _read_index(folder / INDEX)
            self._index = (folder / INDEX).open("a", encoding="utf-8")
        self._last = sound_joining.last_number(folder)

    def hear(self, samples: bytes) -> None:
        """Take what the recogniser takes. Raises `JournalLost`."""
        with self._lock, self._as_journal_lost():
            if self._open is None:
                self._last += 1
                self._open = WavWriter(self._folder / f"{self._last:04}.wav", SAMPLE_RATE)
            self._open.write(samples)

    def keep(self, spoken: RecordedMove) -> IndexLine | None:
        """Enter an announcement; None when there was no sound since the one before (a typed move).

        Raises `JournalLost`.
        """
        with self._lock, self._as_journal_lost():
            segment, self._open = self._open, None
            if segment is None:
                return None
            announcement = IndexLine(
                ply=spoken.ply,
                uci=spoken.uci,
                san=spoken.san,
                file=f"{segment.path.stem}.flac",
                start_sample=self._within(segment, spoken.started_ms - MARGIN_MS),
                end_sample=self._within(segment, spoken.ended_ms + MARGIN_MS),
                wall_ms=spoken.wall_ms,
            )
            self._enter(announcement, segment)
            return announcement

    def find(self, move_number: int, *, white: bool) -> IndexLine | None:
        """The announcement that counted: the last one of that half-move."""
        ply = 2 * move_number - white
        with self._lock:
            of_it = [found for found in self._announcements if found.ply == ply]
        return of_it[-1] if of_it else None

    def announcements(self) -> tuple[IndexLine, ...]:
        """All of them in order, those corrected later too."""
        with self._lock:
            return tuple(self._announcements)

    def sound_of(self, announcement: IndexLine) -> bytes:
        """Its samples, with a little before and after. Raises `JournalLost`."""
        return sound_in(self._folder, announcement)

    def close(self) -> None:
        """Raises `JournalLost`."""
        with self._lock, self._as_journal_lost():
            segment, self._open = self._open, None
            if segment is not None:
                segment.close()
                self._compress(segment.path)
            self._compressor.shutdown()
            self._index.close()
            for job in self._jobs:
                job.result()

    def _within(self, segment: WavWriter, at_ms: int) -> int:
        sample = at_ms * SAMPLE_RATE // 1_000 - self._heard_before
        return min(max(sample, 0), segment.samples)

    def _enter(self, announcement: IndexLine, segment: WavWriter) -> None:
        """The sound first, so that no line of the index points to nothing."""
        segment.sync()
        self._heard_before += segment.samples
        segment.close()
        self._index.write(json.dumps(asdict(announcement), ensure_ascii=False) + "\n")
        self._index.flush()
        os.fsync(self._index.fileno())
        self._announcements.append(announcement)
        self._compress(segment.path)

    def _compress(self, recording: Path) -> None:
        self._jobs.append(self._compressor.submit(sound_segments.try_to_compress, recording))

    def _as_journal_lost(self) -> contextlib.AbstractContextManager[None]:
        return _as_journal_lost(self._folder)


@contextlib.contextmanager
def _as_journal_lost(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        msg = f"The sound record in {folder} can't be written or read: {why}."
        raise JournalLost(msg) from error


def _read_index(path: Path) -> list[IndexLine]:
    """Every whole line; a last one that a crash cut off was never confirmed and goes."""
    if not path.exists():
        return []
    written = path.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    if whole != written:
        _log.warning("index=%s bytes_dropped=%d", path, len(written) - len(whole))
        os.truncate(path, len(whole))
    return announcements_of(whole)


def announcements_of(whole: bytes) -> list[IndexLine]:
    """In lines of an index; what is damaged of them is passed over."""
    return [found for line in whole.splitlines() if (found := _announcement_in(line))]


def _announcement_in(line: bytes) -> IndexLine | None:
    try:
        return IndexLine(**json.loads(line))
    except (ValueError, TypeError) as error:
        _log.warning("index_line=%r is damaged: %s", line, error)
        return None
