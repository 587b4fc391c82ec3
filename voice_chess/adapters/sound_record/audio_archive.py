"""The spoken scoresheet: the sound of every announcement, found by move number.

While a game runs, its sound is appended to one WAV file, which is whole after every block (after
37 hours another begins), and each announcement adds a line to the index. After the game the sound
becomes one FLAC file (`sound_joining`); so do the files of earlier versions, which wrote one for
each announcement.
"""

import contextlib
import json
import logging
import os
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from voice_chess.adapters.audio_io.wav_writer import MOST_BYTES, WavWriter
from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.sound_joining import INDEX
from voice_chess.plain_error import why_and_what_now
from voice_chess.session.ports import JournalDamaged, JournalLost, RecordedMove
from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLES_PER_MS

MARGIN_MS = 300
"""Sound given before and after an announcement, in ms."""
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
    """Return the folders of a game's sound: one, or one for each player's own microphone."""
    return tuple(sorted(path for path in game.glob("sound*") if path.is_dir()))


def announcements_in(folder: Path) -> tuple[IndexLine, ...]:
    """Return all announcements of a game, without repairing anything. Raises `JournalLost`.

    Another program may be running the game.
    """
    with _as_journal_lost(folder):
        written = (folder / INDEX).read_bytes() if (folder / INDEX).exists() else b""
    return tuple(announcements_of(written[: written.rfind(b"\n") + 1]))


def counted(lines: Iterable[IndexLine]) -> tuple[tuple[int, str], ...]:
    """Return the half-move number and the move of each announcement that counted."""
    return tuple(sorted({line.ply: line.san for line in lines}.items()))


def sound_in(folder: Path, announcement: IndexLine) -> bytes:
    """Return an announcement's samples, with a margin before and after.

    This works even if another thread or program has joined the sound since, or does so now. Raises
    `JournalDamaged` if any of them is missing or can't be read, and `JournalLost`.
    """
    stem = Path(announcement.file).stem
    start, end = announcement.start_sample, announcement.end_sample
    try:
        with _as_journal_lost(folder):
            return sound_joining.samples(folder, stem, start, end)
    except JournalLost:
        same = _wherever_it_lies(announcement)
        found = [line for line in announcements_in(folder) if _wherever_it_lies(line) == same]
        if not found or found[-1] == announcement:
            raise
    return sound_in(folder, found[-1])


def _wherever_it_lies(line: IndexLine) -> IndexLine:
    """Return the line without its place but with its length, to be compared with others."""
    return replace(line, file="", start_sample=0, end_sample=line.end_sample - line.start_sample)


class AudioArchive:
    """One game's sound in one folder; different threads may call `hear` and `keep`."""

    def __init__(self, folder: Path, *, most_bytes: int = MOST_BYTES) -> None:
        """Open the folder, and repair what a crash left. Raises `JournalLost`.

        A file holds at most `most_bytes` of sound; the next sound begins another.
        """
        self._folder = folder
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._file: WavWriter | None = None
        self._entered_samples = 0
        """The samples in the file when the last announcement was entered."""
        self._earlier_samples = 0
        """The samples that this run has written to earlier files."""
        with self._as_journal_lost():
            folder.mkdir(parents=True, exist_ok=True)
            sound_joining.repair(folder)
            self._announcements = _read_index(folder / INDEX)
            self._index = (folder / INDEX).open("a", encoding="utf-8")
        self._last = sound_joining.last_number(folder)

    def hear(self, samples: bytes) -> None:
        """Append the samples that the recogniser takes, too. Raises `JournalLost`."""
        with self._lock, self._as_journal_lost():
            file = self._file
            if file is None or SAMPLE_BYTES * file.samples + len(samples) > self._most_bytes:
                file = self._begin_another()
            file.write(samples)

    def keep(self, spoken: RecordedMove) -> IndexLine | None:
        """Enter an announcement; return None if there was no sound since the last (a typed move).

        The sound goes to the disk first, so that no line of the index points to missing sound.
        Raises `JournalLost`.
        """
        with self._lock, self._as_journal_lost():
            file = self._file
            if file is None or file.samples == self._entered_samples:
                return None
            announcement = IndexLine(
                ply=spoken.ply,
                uci=spoken.uci,
                san=spoken.san,
                file=f"{file.path.stem}.flac",
                start_sample=self._within(file, spoken.started_ms - MARGIN_MS),
                end_sample=self._within(file, spoken.ended_ms + MARGIN_MS),
                wall_ms=spoken.wall_ms,
            )
            file.sync()
            self._index.write(json.dumps(asdict(announcement), ensure_ascii=False) + "\n")
            self._index.flush()
            os.fsync(self._index.fileno())
            self._announcements.append(announcement)
            self._entered_samples = file.samples
            return announcement

    def find(self, move_number: int, *, white: bool) -> IndexLine | None:
        """Return the announcement that counted, the last one of that half-move, or None."""
        ply = 2 * move_number - white
        with self._lock:
            of_it = [found for found in self._announcements if found.ply == ply]
        return of_it[-1] if of_it else None

    def announcements(self) -> tuple[IndexLine, ...]:
        """Return all announcements in order, also those that were corrected later."""
        with self._lock:
            return tuple(self._announcements)

    def close(self) -> None:
        """Close the record: nothing more is heard in this run. Raises `JournalLost`."""
        with self._lock, self._as_journal_lost():
            if self._file is not None:
                self._file.close()
                self._file = None
            self._index.close()

    def _within(self, file: WavWriter, at_ms: int) -> int:
        """Convert a time to a sample of the file that is not in the announcement before."""
        sample = at_ms * SAMPLES_PER_MS - self._earlier_samples
        return min(max(sample, self._entered_samples), file.samples)

    def _begin_another(self) -> WavWriter:
        """Begin the next file; an announcement across both is found with its part in this one."""
        self._last += 1
        begun = WavWriter(self._folder / f"{self._last:04}.wav")
        if self._file is not None:
            self._earlier_samples += self._file.samples
            self._entered_samples = 0
            self._file.close()
        self._file = begun
        return begun

    def _as_journal_lost(self) -> contextlib.AbstractContextManager[None]:
        return _as_journal_lost(self._folder)


@contextlib.contextmanager
def _as_journal_lost(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:  # the latter from the library that packs sound
        msg = f"The sound record in {folder} can't be written or read: {why_and_what_now(error)}"
        is_damaged = isinstance(error, sound_joining.DamagedSound)
        raise (JournalDamaged if is_damaged else JournalLost)(msg) from error


def _read_index(path: Path) -> list[IndexLine]:
    """Read every whole line; drop a last line that a crash cut off: it was never confirmed."""
    if not path.exists():
        return []
    written = path.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    if whole != written:
        _log.warning("index=%s bytes_dropped=%d", path, len(written) - len(whole))
        os.truncate(path, len(whole))
    return announcements_of(whole)


def announcements_of(whole: bytes) -> list[IndexLine]:
    """Return the announcements in these lines of an index; damaged lines are skipped."""
    return [found for line in whole.splitlines() if (found := _announcement_in(line))]


def _announcement_in(line: bytes) -> IndexLine | None:
    try:
        return IndexLine(**json.loads(line))
    except (ValueError, TypeError) as error:
        _log.warning("index_line=%r is damaged: %s", line, error)
        return None
