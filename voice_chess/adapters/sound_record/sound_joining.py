"""One sound file per game: the segments of a record joined, and its index put right.

The longer file is whole on disk before the index speaks of it, and the index before a segment
goes. So after a crash either the segments are all there or nobody needs them any more.
"""

import json
import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from voice_chess.adapters.documents.record_files import write_whole
from voice_chess.adapters.sound_record import sound_segments
from voice_chess.adapters.sound_record.sound_segments import DamagedSegment
from voice_chess.session.ports import JournalLost
from voice_chess.sound.sampling import SAMPLE_RATE

INDEX = "index.jsonl"
FORMATS = {".flac": ("FLAC", "PCM_16"), ".opus": ("OGG", "OPUS"), ".wav": ("WAV", "PCM_16")}
_SAMPLES_A_READ = SAMPLE_RATE
_RANGE = "-"
_NEEDED = frozenset(("file", "start_sample", "end_sample"))
_log = logging.getLogger(__name__)


def join(folder: Path) -> Path | None:
    """Make one FLAC file of all segments; None where there is no sound, or some of it is open.

    Raises `OSError`, or `DamagedSegment` when what was joined is not what was recorded.
    """
    repair(folder)
    parts = segments(folder)
    if len(parts) < len(("one", "another")) or any(folder.glob("*.wav")):
        return parts[0] if parts else None
    first, last = _numbers(parts[0])[0], _numbers(parts[-1])[1]
    joined = folder / f"{first:04}{_RANGE}{last:04}.flac"
    unfinished = joined.with_suffix(".part")
    offsets = _written(parts, unfinished, ".flac")
    if any(said != kept for said, kept in _side_by_side(parts, unfinished)):
        unfinished.unlink()
        message = f"{unfinished} differs from the segments in {folder}"
        raise DamagedSegment(message)
    sound_segments.on_disk(unfinished)
    unfinished.replace(joined)
    sound_segments.on_disk(folder)
    _write_index(folder / INDEX, folder / INDEX, offsets, joined.name)
    for part in parts:
        part.unlink()
    return joined


def try_to_join(folder: Path) -> None:
    """What fails is left as it was: every segment is as good by itself."""
    try:
        join(folder)
    except (OSError, RuntimeError, DamagedSegment, JournalLost) as error:
        _log.warning("sound=%s stays in segments: %s", folder, error)


def index_of(target: Path) -> Path:
    """Where the index of an exported file lies: beside it, under its whole name."""
    return target.with_name(f"{target.name}.jsonl")


def exported_parts(folder: Path) -> list[Path]:
    """What was recorded so far, in its order, also of a running or a broken-off game."""
    superfluous = _superfluous(folder)
    closed = [path for path in segments(folder) if path not in superfluous]
    covered = {number for path in closed for number in range(*_span(path))}
    still_open = [path for path in folder.glob("[0-9]*.wav") if int(path.stem) not in covered]
    return sorted([*closed, *still_open], key=_numbers)


def export(folder: Path, parts: Iterable[Path], target: Path) -> None:
    """The sound of these parts in one file elsewhere, its index beside it.

    Also of a game that is being played or was broken off. The suffix, one of `FORMATS`, tells
    the kind of file. Nothing is there before it is whole. Raises `OSError`.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.part")
    try:
        offsets = _written(parts, unfinished, target.suffix.lower())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    _write_index(folder / INDEX, index_of(target), offsets, target.name)


def segments(folder: Path) -> list[Path]:
    """The closed segments in the order in which they were heard."""
    return sorted(folder.glob("[0-9]*.flac"), key=_numbers)


def last_number(folder: Path) -> int:
    """The number of the last segment, open or closed; 0 where there is none."""
    return max((_numbers(path)[1] for path in folder.glob("[0-9]*.*")), default=0)


def repair(folder: Path) -> None:
    """Finish a joining that a crash interrupted, or undo it."""
    for path in _superfluous(folder):
        path.unlink()


def _superfluous(folder: Path) -> list[Path]:
    """The segments in a joined file; or that file, while the index still speaks of a segment."""
    closed = segments(folder)
    found: list[Path] = []
    for joined in closed:
        first, last = _numbers(joined)
        inner = [
            path
            for path in closed
            if path != joined and first <= _numbers(path)[0] and _numbers(path)[1] <= last
        ]
        if inner:
            spoken_of = {line["file"] for line in _lines(folder / INDEX)}
            is_in_use = any(path.name in spoken_of for path in inner)
            found += [joined] if is_in_use else inner
    return found


def _span(path: Path) -> tuple[int, int]:
    first, last = _numbers(path)
    return first, last + 1


def _numbers(path: Path) -> tuple[int, int]:
    """The first and the last segment in a file."""
    first, _, last = path.stem.partition(_RANGE)
    return int(first), int(last or first)


def _written(parts: Iterable[Path], target: Path, suffix: str) -> dict[str, int]:
    """Write all parts into one file; return at which sample each begins."""
    import soundfile  # a native library

    kind, subtype = FORMATS[suffix]
    offsets: dict[str, int] = {}
    samples = 0
    with soundfile.SoundFile(
        target, "w", SAMPLE_RATE, channels=1, format=kind, subtype=subtype
    ) as file:
        for part in parts:
            offsets[f"{part.stem}.flac"] = samples
            for block in blocks(part):
                file.buffer_write(block, dtype="int16")
                samples += len(block) // 2
    return offsets


def blocks(path: Path) -> Iterator[bytes]:
    """The samples of a file, closed or open."""
    import soundfile  # a native library

    with soundfile.SoundFile(path) as file:
        while block := bytes(file.buffer_read(_SAMPLES_A_READ, dtype="int16")):
            yield block


def _side_by_side(parts: Iterable[Path], joined: Path) -> Iterator[tuple[bytes, bytes]]:
    import soundfile  # a native library

    with soundfile.SoundFile(joined) as file:
        for part in parts:
            for block in blocks(part):
                yield block, bytes(file.buffer_read(len(block) // 2, dtype="int16"))
        yield b"", bytes(file.buffer_read(_SAMPLES_A_READ, dtype="int16"))


def _write_index(source: Path, target: Path, offsets: dict[str, int], name: str) -> None:
    """Every announcement in the joined file; a line that speaks of no part stays as it is."""
    lines = []
    for line in _lines(source):
        offset = offsets.get(str(line["file"]))
        if offset is not None:
            line["file"] = name
            line["start_sample"] += offset
            line["end_sample"] += offset
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    write_whole(target, "".join(lines).encode())


def _lines(index: Path) -> list[dict[str, Any]]:
    if not index.exists():
        return []
    found: list[dict[str, Any]] = []
    for text in index.read_bytes().splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict) and line.keys() >= _NEEDED:
            found.append(line)
    return found
