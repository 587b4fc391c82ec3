"""Turns the sound that other programs have, a file or samples, into blocks for a recogniser."""

import io
import os
import reprlib
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from voice_chess.compose.recordings import BLOCK_BYTES, SILENCE_DBFS, Recording
from voice_chess.library.errors import ArgumentError
from voice_chess.session.ports import BadSound
from voice_chess.sound.resampler import as_float, as_int16
from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLE_RATE, in_blocks

SoundSource: TypeAlias = str | os.PathLike[str] | bytes | npt.NDArray[Any]
"""The path of a recording, or mono samples at 16 kHz."""

_WAV = b"RIFF"
"""The beginning of a WAV file."""
_LOUDEST = 8.0
"""The limit of a float sample: some programs exceed 1.0 a little, but beyond this is no sound."""
_SILENT = 10 ** (SILENCE_DBFS / 20)


def blocks_of(sound: SoundSource) -> Iterator[bytes]:
    """Return blocks of 20 ms, mono, 16 kHz and 16 bits.

    Raises `BadSound`, before the first block or where the file is damaged, and `ArgumentError` for
    anything that is no sound.
    """
    if isinstance(sound, str | os.PathLike):
        return Recording(Path(sound)).blocks()
    pcm = _checked(_of(sound) if isinstance(sound, np.ndarray) else _of_bytes(sound))
    return in_blocks(pcm, BLOCK_BYTES)


def _of_bytes(sound: bytes) -> bytes:
    try:
        pcm = memoryview(sound).tobytes()
    except TypeError as error:
        hint = "; give its samples" if hasattr(sound, "samples") else ""
        told = reprlib.repr(sound)
        message = f"The sound must be a path, bytes or a numpy array, and {told} is not{hint}."
        raise ArgumentError(message) from error
    if pcm.startswith(_WAV):
        return _of_wav(pcm)
    if len(pcm) % SAMPLE_BYTES:
        message = "The samples have an odd number of bytes; each sample takes two."
        raise BadSound(message)
    return pcm


def _of_wav(content: bytes) -> bytes:
    """Return the samples of a whole WAV file that was given as bytes. Raises `BadSound`."""
    try:
        with wave.open(io.BytesIO(content)) as file:
            kind = (file.getframerate(), file.getnchannels(), file.getsampwidth())
            pcm = bytes(file.readframes(file.getnframes()))
    except (wave.Error, EOFError) as error:
        message = "The bytes begin like a WAV file and are none that can be read; give samples."
        raise BadSound(message) from error
    if kind != (SAMPLE_RATE, 1, SAMPLE_BYTES):
        rate, channels, sample_bytes = kind
        message = (
            f"The bytes are a WAV file ({rate} Hz, {8 * sample_bytes} bits, channels: {channels}), "
            f"and samples are {SAMPLE_RATE} Hz, 16 bits and mono. Give the path of the file, which "
            "is converted."
        )
        raise BadSound(message)
    return pcm


def _of(sound: npt.NDArray[Any]) -> bytes:
    """Convert an array of 16-bit integers or of floats to 16-bit samples. Raises `BadSound`."""
    if sound.ndim != 1:
        message = (
            f"The samples have {sound.ndim} dimensions and mono sound has one; "
            "give one channel, such as samples[:, 0]."
        )
        raise BadSound(message)
    if np.issubdtype(sound.dtype, np.int16):
        return sound.astype("<i2").tobytes()
    if not np.issubdtype(sound.dtype, np.floating):
        message = f"The samples are of the kind {sound.dtype}; give int16, or floats from -1 to 1."
        raise BadSound(message)
    if not np.abs(sound).max(initial=0.0) <= _LOUDEST:  # "not": NaN is neither
        message = (
            "The samples hold numbers that are no sound; floats go from -1 to 1, so divide those "
            "in the range of 16 bits by 32768."
        )
        raise BadSound(message)
    return as_int16(sound.astype(np.float32))


def _checked(pcm: bytes) -> bytes:
    """Return the samples unchanged. Raises `BadSound` if there are none, or all are silent."""
    if not pcm:
        message = "There are no samples."
        raise BadSound(message)
    if np.abs(as_float(pcm)).max() <= _SILENT:
        message = (
            f"The samples are silent (nothing in them is louder than "
            f"{SILENCE_DBFS:.0f} dB); was the microphone on?"
        )
        raise BadSound(message)
    return pcm
