"""Stretches of recorded sound on disk: open ones survive a crash, closed ones are compressed."""

import logging
import os
import wave
from collections.abc import Iterator
from pathlib import Path

from voice_chess.adapters.audio_io.wav_writer import HEADER_BYTES, wav_header
from voice_chess.sound.sampling import SAMPLE_RATE

_SAMPLES_A_READ = SAMPLE_RATE
_log = logging.getLogger(__name__)


class DamagedSegment(Exception):
    """The compressed sound is not what was recorded; the recording is kept."""


def compress(recording: Path) -> Path:
    """Make a FLAC file of a WAV file, read it back, and only then delete the WAV file."""
    import soundfile  # a native library

    compressed = recording.with_suffix(".flac")
    unfinished = recording.with_suffix(".part")
    with soundfile.SoundFile(
        unfinished, "w", SAMPLE_RATE, channels=1, format="FLAC", subtype="PCM_16"
    ) as file:
        for part in _parts_of_recording(recording):
            file.buffer_write(part, dtype="int16")
    if any(said != kept for said, kept in _side_by_side(recording, unfinished)):
        message = f"{unfinished} differs from {recording}"
        raise DamagedSegment(message)
    on_disk(unfinished)
    unfinished.replace(compressed)
    on_disk(compressed.parent)
    recording.unlink()
    return compressed


def try_to_compress(recording: Path) -> None:
    """What fails is tried again by the next `repair`; until then the recording stays as it is."""
    try:
        compress(recording)
    except (OSError, RuntimeError, DamagedSegment) as error:
        recording.with_suffix(".part").unlink(missing_ok=True)
        _log.warning("recording=%s stays uncompressed: %s", recording.name, error)


def repair(folder: Path) -> None:
    """Finish what a crash interrupted: half-made FLAC files go, WAV files become whole and FLAC."""
    for unfinished in folder.glob("*.part"):
        unfinished.unlink()
    for recording in sorted(folder.glob("*.wav")):
        if not _made_whole(recording):
            recording.unlink()
            continue
        try_to_compress(recording)


def samples(folder: Path, stem: str, start: int, end: int) -> bytes:
    """Part of a segment, compressed or not yet."""
    compressed, recording = folder / f"{stem}.flac", folder / f"{stem}.wav"
    try:
        return _of_compressed(compressed, start, end)
    except FileNotFoundError:
        return _of_recording(recording, start, end)


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


def _of_compressed(path: Path, start: int, end: int) -> bytes:
    import soundfile  # a native library

    if not path.exists():
        raise FileNotFoundError(path)
    with soundfile.SoundFile(path) as file:
        file.seek(start)
        return bytes(file.buffer_read(end - start, dtype="int16"))


def _of_recording(path: Path, start: int, end: int) -> bytes:
    with wave.open(str(path), "rb") as file:
        file.setpos(start)
        return file.readframes(end - start)


def _parts_of_recording(path: Path) -> Iterator[bytes]:
    with wave.open(str(path), "rb") as file:
        while part := file.readframes(_SAMPLES_A_READ):
            yield part


def _side_by_side(recording: Path, compressed: Path) -> Iterator[tuple[bytes, bytes]]:
    import soundfile  # a native library

    with soundfile.SoundFile(compressed) as file:
        for part in _parts_of_recording(recording):
            yield part, bytes(file.buffer_read(_SAMPLES_A_READ, dtype="int16"))
        yield b"", bytes(file.buffer_read(_SAMPLES_A_READ, dtype="int16"))


def on_disk(path: Path) -> None:
    """Survive a power cut. A folder can be opened so on POSIX systems only."""
    is_folder = path.is_dir()
    if is_folder and os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
