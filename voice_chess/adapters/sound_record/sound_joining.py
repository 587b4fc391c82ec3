"""One sound file per game: the parts of a record joined to one FLAC file, and its index put right.

A part is what one run of the program has heard, as WAV; or FLAC of earlier versions, with one
announcement each, and what was joined before. The joined file is read back and is whole on disk
before the index speaks of it, and the index before a part goes. So after a crash either the parts
are all there or nobody needs them any more.
"""

import json
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from voice_chess.adapters.audio_io.sound_formats import FORMATS
from voice_chess.adapters.audio_io.wav_writer import HEADER_BYTES, wav_header
from voice_chess.adapters.documents.record_files import write_whole
from voice_chess.session.ports import JournalLost
from voice_chess.sound.sampling import SAMPLE_RATE

INDEX = "index.jsonl"
_SAMPLES_A_READ = SAMPLE_RATE
_RANGE = "-"
_NEEDED = frozenset(("file", "start_sample", "end_sample"))
_log = logging.getLogger(__name__)


class DamagedSound(Exception):
    """What was joined is not what was recorded; the recordings are kept."""


class JoinedMeanwhile(Exception):
    """Somebody else has joined parts while they were read: what there is, is to be looked for."""


def join(folder: Path) -> Path | None:
    """Make one FLAC file of all parts; None where there is no sound. None of it may be open.

    Raises `OSError`, or `DamagedSound` when what was joined is not what was recorded.
    """
    repair(folder)
    found = parts(folder)
    if not found or [path.suffix for path in found] == [".flac"]:
        return next(iter(found), None)
    joined = folder / f"{_joined_name(found)}.flac"
    unfinished = joined.with_suffix(".part")
    try:
        offsets = _written(found, unfinished, ".flac")
        if any(said != kept for said, kept in _side_by_side(found, unfinished)):
            message = f"{unfinished} differs from the recordings in {folder}"
            raise DamagedSound(message)
        _on_disk(unfinished)
        unfinished.replace(joined)
    finally:
        unfinished.unlink(missing_ok=True)
    _on_disk(folder)
    _write_index(folder / INDEX, folder / INDEX, offsets, joined.name)
    for part in found:
        part.unlink()
    return joined


def try_to_join(folder: Path) -> None:
    """What fails is left as it was: every part is as good by itself."""
    try:
        join(folder)
    except (OSError, RuntimeError, DamagedSound, JournalLost) as error:
        _log.warning("sound=%s stays as it was recorded: %s", folder, error)


def index_of(target: Path) -> Path:
    """Where the index of an exported file lies: beside it, under its whole name."""
    return target.with_name(f"{target.name}.jsonl")


def parts(folder: Path) -> list[Path]:
    """What was recorded so far, in its order, also of a running or a broken-off game."""
    superfluous = _superfluous(folder)
    return [path for path in _all_parts(folder) if path not in superfluous]


@contextmanager
def while_they_stand(folder: Path, found: Sequence[Path]) -> Iterator[bytes]:
    """The index of a record, while these parts of it are read; others may record or join it.

    Raises `JoinedMeanwhile` where parts and index do not belong together by then.
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
    # What is recorded goes to the end of an index; only who joins writes it anew.
    is_as_it_was = _index_bytes(folder).startswith(before)
    if not is_as_it_was or any((folder / name).exists() for name in others):
        raise JoinedMeanwhile


def samples(folder: Path, stem: str, start: int, end: int) -> bytes:
    """Part of what an index calls by this name, packed or not yet."""
    import soundfile  # a native library

    compressed, recording = folder / f"{stem}.flac", folder / f"{stem}.wav"
    path = compressed if compressed.exists() else recording
    if not path.exists():
        raise FileNotFoundError(path)
    with soundfile.SoundFile(path) as file:
        file.seek(start)
        return bytes(file.buffer_read(end - start, dtype="int16"))


def export(folder: Path, wanted: Iterable[Path], target: Path) -> None:
    """The sound of these parts in one file elsewhere, its index beside it.

    Also of a game that is being played or was broken off. The suffix, one of `FORMATS`, tells
    the kind of file. Nothing is there before it is whole. Raises `OSError`.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.part")
    try:
        offsets = _written(wanted, unfinished, target.suffix.lower())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    _write_index(folder / INDEX, index_of(target), offsets, target.name)


def last_number(folder: Path) -> int:
    """The number of the last part; 0 where there is none."""
    return max((_numbers(path)[1] for path in folder.glob("[0-9]*.*")), default=0)


def repair(folder: Path) -> None:
    """Finish a joining that a crash interrupted, or undo it; what was being recorded is whole."""
    for path in (*folder.glob("*.part"), *_superfluous(folder)):
        path.unlink()
    for recording in folder.glob("[0-9]*.wav"):
        if not _made_whole(recording):
            recording.unlink()


def _all_parts(folder: Path) -> list[Path]:
    """In the order in which they were heard."""
    found = (*folder.glob("[0-9]*.flac"), *folder.glob("[0-9]*.wav"))
    return sorted(found, key=lambda path: (_numbers(path), path.suffix))


def _superfluous(folder: Path) -> list[Path]:
    """The parts in a joined file; or that file, while the index still speaks of a part."""
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
    """One recorded file alone is joined to one of its own name."""
    (first, last), (begin, end) = _numbers(joined), _numbers(part)
    is_packed = joined.suffix == ".flac" and part != joined
    return is_packed and first <= begin and end <= last


def _packed_name(part: Path) -> str:
    """As an index calls it, however it is kept."""
    return f"{part.stem}.flac"


def _joined_name(found: Sequence[Path]) -> str:
    first, last = _numbers(found[0])[0], _numbers(found[-1])[1]
    return f"{first:04}" if first == last else f"{first:04}{_RANGE}{last:04}"


def _made_whole(recording: Path) -> bool:
    """Put the length in the header right; False when the file holds no sound."""
    size = recording.stat().st_size
    data = (size - HEADER_BYTES) // 2 * 2
    if data <= 0:
        return False
    with recording.open("r+b") as file:
        file.write(wav_header(data, SAMPLE_RATE))
        file.truncate(HEADER_BYTES + data)
    if size != HEADER_BYTES + data:
        _log.warning("recording=%s bytes_dropped=%d", recording.name, size - HEADER_BYTES - data)
    return True


def _on_disk(path: Path) -> None:
    """Survive a power cut. A folder can be opened so on POSIX systems only."""
    is_folder = path.is_dir()
    if is_folder and os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _numbers(path: Path) -> tuple[int, int]:
    """The first and the last part in a file."""
    first, _, last = path.stem.partition(_RANGE)
    return int(first), int(last or first)


def _written(of: Iterable[Path], target: Path, suffix: str) -> dict[str, int]:
    """Write all parts into one file; return at which sample each begins."""
    import soundfile  # a native library

    kind, subtype = FORMATS[suffix]
    offsets: dict[str, int] = {}
    samples = 0
    with soundfile.SoundFile(
        target, "w", SAMPLE_RATE, channels=1, format=kind, subtype=subtype
    ) as file:
        for part in of:
            offsets[_packed_name(part)] = samples
            for block in blocks(part):
                file.buffer_write(block, dtype="int16")
                samples += len(block) // 2
    return offsets


def blocks(path: Path) -> Iterator[bytes]:
    """The samples of a file, packed or not."""
    import soundfile  # a native library

    with soundfile.SoundFile(path) as file:
        while block := bytes(file.buffer_read(_SAMPLES_A_READ, dtype="int16")):
            yield block


def _side_by_side(of: Iterable[Path], joined: Path) -> Iterator[tuple[bytes, bytes]]:
    import soundfile  # a native library

    with soundfile.SoundFile(joined) as file:
        for part in of:
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


def _index_bytes(folder: Path) -> bytes:
    """Nothing where nothing has been announced."""
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
