"""Joins the parts of a game's sound record to one FLAC file, and corrects the index.

A part is the sound of one run of the program, as WAV; or FLAC of earlier versions, with one
announcement each, or the result of an earlier joining. The order makes it safe: the joined file is
read back and safely on disk before the index names it, and the index is on disk before a part is
deleted. So after a crash either all parts are there, or nobody needs them any more.
"""

import errno
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from voice_chess.adapters.audio_io.sound_formats import FORMATS
from voice_chess.adapters.audio_io.wav_writer import HEADER_BYTES, MOST_BYTES, wav_header
from voice_chess.adapters.documents.record_files import write_whole
from voice_chess.adapters.sound_record.sound_salvage import Lost, Salvage, length_of
from voice_chess.adapters.system.durable import make_durable
from voice_chess.session.ports import JournalLost
from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLE_RATE

Reading: TypeAlias = Callable[[Path], Iterator[bytes]]
"""Yields the samples of a part in blocks."""

INDEX = "index.jsonl"
_SAMPLES_PER_READ = SAMPLE_RATE
_LEAST_ROOM = 65_536
"""Bytes: with less, a disk counts as full."""
_RANGE = "-"
_NEEDED = frozenset(("file", "start_sample", "end_sample"))
_log = logging.getLogger(__name__)


class DamagedSound(OSError):
    """A part is missing or can't be read, or the joined sound differs from the parts."""


class JoinedMeanwhile(Exception):
    """Another thread or program has joined parts while they were read: look for them again."""


def join(folder: Path) -> Path | None:
    """Make one FLAC file of all parts and return it; None if there is no sound.

    None of the parts may be open. Raises `OSError`, which is `DamagedSound` if the joined sound is
    not what was recorded.
    """
    repair(folder)
    found = parts(folder)
    if not found or [path.suffix for path in found] == [".flac"]:
        return next(iter(found), None)
    joined = folder / f"{_joined_name(found)}.flac"
    unfinished = joined.with_suffix(".part")
    try:
        offsets = _written(found, unfinished, ".flac", blocks)
        if any(said != kept for said, kept in _side_by_side(found, unfinished)):
            message = f"{unfinished} differs from the recordings in {folder}"
            raise DamagedSound(message)
        make_durable(unfinished)
        unfinished.replace(joined)
    finally:
        unfinished.unlink(missing_ok=True)
    make_durable(folder)
    _write_index(folder / INDEX, folder / INDEX, offsets, joined.name)
    for part in found:
        part.unlink()
    return joined


def try_to_join(folder: Path) -> None:
    """Join the parts; if that fails, leave them as they were: they are just as good."""
    try:
        join(folder)
    except (OSError, RuntimeError, JournalLost) as error:
        _log.warning("sound=%s stays as it was recorded: %s", folder, error)


def index_of(target: Path) -> Path:
    """Return the path of an exported file's index: beside it, with its whole name."""
    return target.with_name(f"{target.name}.jsonl")


def parts(folder: Path) -> list[Path]:
    """Return the parts recorded so far, in order, also of a running or a broken-off game."""
    superfluous = _superfluous(folder)
    return [path for path in _all_parts(folder) if path not in superfluous]


@contextmanager
def while_they_stand(folder: Path, found: Sequence[Path]) -> Iterator[bytes]:
    """Yield the index of a record while its parts are read; others may record or join meanwhile.

    Raises `JoinedMeanwhile` if parts and index do not fit each other at the end.
    """
    before = _index_bytes(folder)
    try:
        yield before
    except (OSError, RuntimeError) as error:
        if all(part.exists() for part in found):
            raise
        raise JoinedMeanwhile from error
    names = {_packed_name(part) for part in found}
    others = {str(line["file"]) for line in _lines_in(before)} - names
    # Recording appends to an index; only joining rewrites it.
    is_as_it_was = _index_bytes(folder).startswith(before)
    if not is_as_it_was or any((folder / name).exists() for name in others):
        raise JoinedMeanwhile


def samples(folder: Path, stem: str, start: int, end: int) -> bytes:
    """Return samples of the sound that an index calls by this name, packed or not yet.

    Raises `DamagedSound` if any of them is missing or can't be read.
    """
    import soundfile  # a native library

    compressed, recording = folder / f"{stem}.flac", folder / f"{stem}.wav"
    path = compressed if compressed.exists() else recording
    if not path.exists():
        message = f"{compressed.name} is missing"
        raise DamagedSound(message)
    try:
        with soundfile.SoundFile(path) as file:
            file.seek(start)
            found = bytes(file.buffer_read(end - start, dtype="int16"))
    except RuntimeError as error:
        message = f"{path.name} is damaged"
        raise DamagedSound(message) from error
    if len(found) < (end - start) * SAMPLE_BYTES:
        message = f"{path.name} ends too early"
        raise DamagedSound(message)
    return found


def missing(folder: Path) -> tuple[str, ...]:
    """Return the names of parts that the index speaks of and that are not there in any form."""
    names = dict.fromkeys(str(line["file"]) for line in _lines(folder / INDEX))
    stems = {path.stem for path in _all_parts(folder)}
    return tuple(name for name in names if Path(name).stem not in stems)


def refuse_missing(folder: Path) -> None:
    """Raise `DamagedSound` if a part is missing."""
    if lost := missing(folder):
        message = f"{', '.join(lost)} not found in {folder}"
        raise DamagedSound(message)


def export(folder: Path, wanted: Iterable[Path], target: Path) -> None:
    """Write the sound of these parts to one file elsewhere, with its index beside it.

    The game may be running or broken off. The suffix, one of `FORMATS`, selects the kind of file,
    which appears only when it is whole. Raises `OSError`.
    """
    refuse_missing(folder)
    _refuse_too_long(folder, target)
    offsets = _exported(wanted, target, blocks)
    _write_index(folder / INDEX, index_of(target), offsets, target.name)


def export_readable(folder: Path, wanted: Iterable[Path], target: Path) -> tuple[Lost, ...]:
    """Write what can be read as `export` does; return what can't be, which is silent or left out.

    Announcements of which anything is lost are not in the index. Raises `OSError`, which is
    `DamagedSound` if nothing can be read.
    """
    _refuse_too_long(folder, target)
    salvage = Salvage([Lost(name=name) for name in missing(folder)])
    offsets = _exported(wanted, target, salvage.blocks)
    if not salvage.samples:
        target.unlink()
        message = f"nothing in {folder} can be read"
        raise DamagedSound(message)
    _write_index(folder / INDEX, index_of(target), offsets, target.name, salvage.lost)
    return tuple(salvage.lost)


def _refuse_too_long(folder: Path, target: Path) -> None:
    """Raise `OSError` if the sound is longer than the header of a WAV file can state."""
    lengths = (length_of(part) or 0 for part in parts(folder))
    if target.suffix.lower() == ".wav" and SAMPLE_BYTES * sum(lengths) > MOST_BYTES:
        hours = MOST_BYTES // SAMPLE_BYTES // SAMPLE_RATE // 3_600
        message = f"it is longer than the {hours} hours of a WAV file; choose another ending"
        raise OSError(message)


def _exported(wanted: Iterable[Path], target: Path, read: Reading) -> dict[str, int]:
    """Write all parts to a file that appears only when it is whole; return where each begins."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.part")
    try:
        offsets = _written(wanted, unfinished, target.suffix.lower(), read)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return offsets


def last_number(folder: Path) -> int:
    """Return the number of the last part; 0 if there is none."""
    return max((_numbers(path)[1] for path in folder.glob("[0-9]*.*")), default=0)


def repair(folder: Path) -> None:
    """Finish or undo a joining that a crash interrupted, and make cut-off recordings whole."""
    for path in (*folder.glob("*.part"), *_superfluous(folder)):
        path.unlink()
    for recording in folder.glob("[0-9]*.wav"):
        if not _made_whole(recording):
            recording.unlink()


def _all_parts(folder: Path) -> list[Path]:
    """Return all parts in the order in which they were heard."""
    found = (*folder.glob("[0-9]*.flac"), *folder.glob("[0-9]*.wav"))
    return sorted(found, key=lambda path: (_numbers(path), path.suffix))


def _superfluous(folder: Path) -> list[Path]:
    """Return the parts that a joined file replaces; or that file, if the index names a part."""
    found: list[Path] = []
    known = _all_parts(folder)
    for joined in known:
        inner = [path for path in known if _is_within(path, joined)]
        if inner:
            spoken_of = {line["file"] for line in _lines(folder / INDEX)}
            is_in_use = any(
                _packed_name(path) in spoken_of and path.stem != joined.stem for path in inner
            )
            found += [joined] if is_in_use else inner
    return found


def _is_within(part: Path, joined: Path) -> bool:
    """Whether this part is in that joined file; a single part has the same name when joined."""
    (first, last), (begin, end) = _numbers(joined), _numbers(part)
    is_packed = joined.suffix == ".flac" and part != joined
    return is_packed and first <= begin and end <= last


def _packed_name(part: Path) -> str:
    """Return the name of a part in the index, which is the same however it is stored."""
    return f"{part.stem}.flac"


def _joined_name(found: Sequence[Path]) -> str:
    first, last = _numbers(found[0])[0], _numbers(found[-1])[1]
    return f"{first:04}" if first == last else f"{first:04}{_RANGE}{last:04}"


def _made_whole(recording: Path) -> bool:
    """Correct the length in the header; return False if the file holds no sound."""
    size = recording.stat().st_size
    data = min((size - HEADER_BYTES) // 2 * 2, MOST_BYTES)
    if data <= 0:
        return False
    with recording.open("r+b") as file:
        file.write(wav_header(data))
        file.truncate(HEADER_BYTES + data)
    if size != HEADER_BYTES + data:
        _log.warning("recording=%s bytes_dropped=%d", recording.name, size - HEADER_BYTES - data)
    return True


def _numbers(path: Path) -> tuple[int, int]:
    """Return the numbers of the first and the last part in a file."""
    first, _, last = path.stem.partition(_RANGE)
    return int(first), int(last or first)


def _written(of: Iterable[Path], target: Path, suffix: str, read: Reading) -> dict[str, int]:
    """Write all parts to one file; return the sample at which each begins. Raises `OSError`."""
    import soundfile  # a native library

    kind, subtype = FORMATS[suffix]
    offsets: dict[str, int] = {}
    samples = 0
    try:
        with soundfile.SoundFile(
            target, "w", SAMPLE_RATE, channels=1, format=kind, subtype=subtype
        ) as file:
            for part in of:
                offsets[_packed_name(part)] = samples
                for block in read(part):
                    file.buffer_write(block, dtype="int16")
                    samples += len(block) // 2
    except RuntimeError as error:
        # The library says "System error" for whatever the system refuses.
        if shutil.disk_usage(target.parent).free < _LEAST_ROOM:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise
    return offsets


def blocks(path: Path) -> Iterator[bytes]:
    """Yield the samples of a file, packed or not. Raises `DamagedSound` where it is damaged."""
    import soundfile  # a native library

    seconds = 0
    try:
        with soundfile.SoundFile(path) as file:
            while block := bytes(file.buffer_read(_SAMPLES_PER_READ, dtype="int16")):
                yield block
                seconds += 1
    except RuntimeError as error:
        message = f"{path.name} is damaged after {seconds // 60}:{seconds % 60:02}"
        raise DamagedSound(message) from error


def _side_by_side(of: Iterable[Path], joined: Path) -> Iterator[tuple[bytes, bytes]]:
    import soundfile  # a native library

    with soundfile.SoundFile(joined) as file:
        for part in of:
            for block in blocks(part):
                yield block, bytes(file.buffer_read(len(block) // 2, dtype="int16"))
        yield b"", bytes(file.buffer_read(_SAMPLES_PER_READ, dtype="int16"))


def _write_index(
    source: Path, target: Path, offsets: dict[str, int], name: str, lost: Sequence[Lost] = ()
) -> None:
    """Write every announcement with its place in the joined file, but none that is `lost`.

    Lines of no part are kept as they are.
    """
    lines = []
    for line in _lines(source):
        if any(each.is_in(line, _packed_name(Path(each.name))) for each in lost):
            continue
        offset = offsets.get(str(line["file"]))
        if offset is not None:
            line["file"] = name
            line["start_sample"] += offset
            line["end_sample"] += offset
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    write_whole(target, "".join(lines).encode())


def _index_bytes(folder: Path) -> bytes:
    """Return the content of the index; empty if nothing has been announced."""
    index = folder / INDEX
    return index.read_bytes() if index.exists() else b""


def _lines(index: Path) -> list[dict[str, Any]]:
    return _lines_in(_index_bytes(index.parent))


def _lines_in(written: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for text in written.splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        if isinstance(line, dict) and line.keys() >= _NEEDED:
            found.append(line)
    return found
