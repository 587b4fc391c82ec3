"""Reads what can be read of damaged recordings, with silence in place of what can't."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLE_RATE

_SAMPLES_PER_READ = SAMPLE_RATE


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Samples of a recording that can't be read; `end_sample` is None if all of it is lost."""

    name: str
    start_sample: int = 0
    end_sample: int | None = None

    def __str__(self) -> str:
        if self.end_sample is None:
            return f"all of {self.name}"
        return f"{self.name} from {_time(self.start_sample)} to {_time(self.end_sample)}"

    def is_in(self, line: dict[str, Any], file: str) -> bool:
        """Return whether an announcement of the index, which is in this file, is damaged."""
        if line["file"] != file:
            return False
        end = self.end_sample
        return end is None or (
            line["start_sample"] < end and line["end_sample"] > self.start_sample
        )


@dataclass(slots=True)
class Salvage:
    """Reads recordings one after the other, and notes in `lost` what could not be read."""

    lost: list[Lost] = field(default_factory=list)
    samples: int = 0
    """How many samples could be read."""

    def blocks(self, path: Path) -> Iterator[bytes]:
        """Yield the samples of a file, with silence for each second that can't be read."""
        total = length_of(path)
        if total is None:
            self.lost.append(Lost(name=path.name))
            return
        for start in range(0, total, _SAMPLES_PER_READ):
            end = min(start + _SAMPLES_PER_READ, total)
            block = _read(path, start, end)
            if block is None:
                self._lose(path, start, end)
            else:
                self.samples += end - start
            yield block or bytes((end - start) * SAMPLE_BYTES)

    def _lose(self, path: Path, start: int, end: int) -> None:
        """Note samples as lost, together with those right before them."""
        before = self.lost[-1] if self.lost else None
        if before is not None and (before.name, before.end_sample) == (path.name, start):
            start = self.lost.pop().start_sample
        self.lost.append(Lost(name=path.name, start_sample=start, end_sample=end))


def length_of(path: Path) -> int | None:
    """Return how many samples a file should have; None if its beginning can't be read."""
    import soundfile  # a native library

    try:
        return int(soundfile.info(path).frames)
    except RuntimeError:
        return None


def _read(path: Path, start: int, end: int) -> bytes | None:
    """Return samples of a file; None if any of them can't be read."""
    import soundfile  # a native library

    try:
        with soundfile.SoundFile(path) as file:  # anew: after an error a reader stays confused
            file.seek(start)
            block = bytes(file.buffer_read(end - start, dtype="int16"))
    except RuntimeError:
        return None
    return block if len(block) == (end - start) * SAMPLE_BYTES else None


def _time(sample: int) -> str:
    minutes, seconds = divmod(sample // SAMPLE_RATE, 60)
    return f"{minutes}:{seconds:02}"
