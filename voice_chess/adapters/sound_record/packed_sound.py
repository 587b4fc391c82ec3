"""Packs sound in memory without loss, for databases and for archives."""

import io
from collections.abc import Iterable

from voice_chess.adapters.audio_io.sound_formats import encoded


def packed(blocks: Iterable[bytes]) -> bytes:
    """Return a whole FLAC file of these blocks of samples, 16 kHz mono 16-bit."""
    return encoded(blocks, ".flac")


def unpacked(flac: bytes) -> bytes:
    """Return the samples of such a file. Raises `RuntimeError` if it is none."""
    import soundfile  # a native library

    with soundfile.SoundFile(io.BytesIO(flac)) as file:
        return bytes(file.buffer_read(dtype="int16"))
