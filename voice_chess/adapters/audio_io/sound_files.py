"""Reads recordings of any kind as 16 kHz mono blocks; a bad one gives one clear sentence."""

import contextlib
import os
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from voice_chess.adapters.audio_io import decoder_notes
from voice_chess.plain_error import why_and_what_now
from voice_chess.session.ports import BadSound
from voice_chess.sound.resampler import Resampler, Samples, as_int16
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLE_RATE, in_blocks

BLOCK_MS = 20
BLOCK_BYTES = BLOCK_MS * BYTES_PER_MS

_SLOWEST_HZ, _FASTEST_HZ = 4_000, 768_000
SILENCE_DBFS = -70.0
"""A recording that is nowhere louder than this is silent; the last of 16 bits is at -90 dB."""

_READS_PER_SECOND = 10  # if a file is damaged, the whole read is lost
_ID3_BYTES = 10
"""The header of tags before an MP3; its last four bytes are their length, seven bits in each."""
_FIRST_FRAME_BYTES = 64  # the tag is after four bytes of header and up to 32 of side information
_LOUDEST = 8.0  # some programs write floating point sound a little above 1.0, none to 32767.0
_OPPOSED = 1_000  # a mix this many times weaker than its loudest channel has cancelled itself


def check(path: Path) -> None:
    """Raise `BadSound` unless there is something to hear; read no further than necessary."""
    with _opened(path) as sound:
        threshold = 10 ** (SILENCE_DBFS / 20)
        is_empty = True
        for part in _mono_parts(sound, path):
            is_empty = False
            if np.abs(part).max() > threshold:
                return
    raise BadSound(f"{path} is empty." if is_empty else _silent(path))


def duration_ms(path: Path) -> int:
    """Return the duration that the file's header states, in ms. Raises `BadSound`."""
    with _opened(path) as sound:
        return int(sound.frames * 1_000 // sound.samplerate)


def measured_ms(path: Path) -> int:
    """Return the duration in ms, measured by reading all of the file. Raises `BadSound`."""
    check(path)
    with _opened(path) as sound:
        return sum(map(len, _mono_parts(sound, path))) * 1_000 // int(sound.samplerate)


def blocks(path: Path) -> Iterator[bytes]:
    """Yield the recording at 16 kHz in blocks of 20 ms; the last one can be shorter.

    Raises `BadSound` before the first block, or where a damaged file breaks off.
    """
    check(path)
    with _opened(path) as sound:
        held = b""
        for part in _resampled(_mono_parts(sound, path), sound.samplerate):
            held += as_int16(part)
            whole = len(held) - len(held) % BLOCK_BYTES
            yield from in_blocks(held[:whole], BLOCK_BYTES)
            held = held[whole:]
        if held:
            yield held


def read(path: Path) -> bytes:
    """Return a short recording as a whole. Raises `BadSound`."""
    return b"".join(blocks(path))


def samples_of(path: Path) -> Samples:
    """Return a short recording as floats, in the range of 16-bit integers. Raises `BadSound`."""
    return np.frombuffer(read(path), "<i2").astype(np.float32)


def _resampled(parts: Iterator[Samples], rate: int) -> Iterator[Samples]:
    if rate == SAMPLE_RATE:
        yield from parts
        return
    resampler = Resampler(rate, SAMPLE_RATE)
    for part in parts:
        yield resampler.push(part)
    yield resampler.flush()


def _mono_parts(sound: Any, path: Path) -> Iterator[Samples]:
    import soundfile  # a native library

    rate, quietly = sound.samplerate, _quietly(sound)
    if not _SLOWEST_HZ <= rate <= _FASTEST_HZ:
        msg = f"{path} has a sample rate of {rate} Hz, which is no rate for speech."
        raise BadSound(msg)
    heard, promised = 0, _promised_frames(sound, path)
    while True:
        try:
            with quietly():
                part = sound.read(rate // _READS_PER_SECOND, dtype="float32", always_2d=True)
        except soundfile.LibsndfileError as error:
            raise BadSound(_damaged(path, heard / rate)) from error
        if not len(part):
            if heard + rate // _READS_PER_SECOND < promised:
                raise BadSound(_damaged(path, heard / rate))
            return
        if not np.abs(part).max() <= _LOUDEST:  # "not": NaN is neither
            msg = (
                f"{path} is damaged after {heard / rate:.1f} s: it holds numbers that are no sound."
            )
            raise BadSound(msg)
        heard += len(part)
        yield _mixed(part)


def _damaged(path: Path, after_s: float) -> str:
    return f"{path} is damaged after {after_s:.1f} s: take an undamaged copy of it."


def _promised_frames(sound: Any, path: Path) -> int:
    """Return how long an MP3 says that it is, in sound frames; 0 for any other file.

    Its decoder gives up at a damage, or at the end of a copy that was broken off, as if the sound
    ended there. Without a first frame that counts the others its length is only guessed.
    """
    if sound.format != "MP3":
        return 0
    with path.open("rb") as file:
        start = file.read(_ID3_BYTES)
        if start.startswith(b"ID3"):
            file.seek(
                sum(byte << shift for byte, shift in zip(start[6:], (21, 14, 7, 0), strict=True)), 1
            )
        else:
            file.seek(0)
        first = file.read(_FIRST_FRAME_BYTES)
    is_counted = any(tag in first for tag in (b"Xing", b"Info"))
    return int(sound.frames) if is_counted else 0


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[Any]:
    import soundfile  # a native library

    _refuse_what_is_no_file(path)
    try:
        with decoder_notes.unwritten():
            found = soundfile.SoundFile(_as_named(path))
        with found as sound:
            # soundfile seeks after every read, which spoils MP3 (errors of half of full scale).
            sound.seekable = lambda: False
            yield sound
    except (soundfile.LibsndfileError, TypeError) as error:  # TypeError: headerless .raw
        other = path.with_name(f"{path.stem}-converted.wav")
        msg = (
            f"{path} is not sound that can be read (WAV, FLAC, OGG, MP3 and AIFF can); convert it, "
            f"for example with: ffmpeg -i {shlex.quote(str(path))} {shlex.quote(str(other))}"
        )
        raise BadSound(msg) from error
    except OSError as error:
        msg = f"{path} can't be read: {why_and_what_now(error)}"
        raise BadSound(msg) from error


def _quietly(sound: Any) -> Callable[[], contextlib.AbstractContextManager[None]]:
    """Return what to read this sound within; only the decoder of MP3 writes notes."""
    return decoder_notes.unwritten if sound.format == "MP3" else contextlib.nullcontext


def _as_named(path: Path) -> Path | bytes:
    """Return the name as the system has it; the library refuses one that is not in UTF-8."""
    return path if os.name == "nt" else os.fsencode(path)


def _refuse_what_is_no_file(path: Path) -> None:
    if path.is_dir():
        msg = f"{path} is a folder, not a recording."
        raise BadSound(msg)
    if not path.exists():
        msg = f"There is no file {path}."
        raise BadSound(msg)
    if not path.is_file():
        msg = f"{path} is a device or pipe, not a recording."
        raise BadSound(msg)
    if not os.access(path, os.R_OK):
        msg = f"{path} can't be read: permission denied."
        raise BadSound(msg)
    if path.stat().st_size == 0:
        msg = f"{path} is empty."
        raise BadSound(msg)


def _mixed(part: Samples) -> Samples:
    """Mix all channels to one; of opposed ones (a balanced cable in a stereo plug) take one."""
    if part.shape[1] == 1:
        return np.ravel(part)
    mixed: Samples = part.mean(axis=1)
    energies = np.square(part).sum(axis=0)
    if np.square(mixed).sum() * _OPPOSED >= energies.max():
        return mixed
    loud_ones = np.flatnonzero(2 * energies >= energies.max())
    first: Samples = part[:, loud_ones[0]]
    return first


def _silent(path: Path) -> str:
    loudest = f"nothing in it is louder than {SILENCE_DBFS:.0f} dB"
    return f"{path} is silent ({loudest}); was the microphone on?"
