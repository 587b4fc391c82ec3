"""Sound packed without loss, in memory: what a database keeps and what an archive carries."""

import io
from collections.abc import Iterable

from voice_chess.adapters.audio_io.sound_formats import encoded


def packed(blocks: Iterable[bytes]) -> bytes:
    """A whole FLAC file of these blocks of samples, 16 kHz mono 16-bit."""
    return encoded(blocks, ".flac")


def unpacked(flac: bytes) -> bytes:
    """The samples of such a file. Raises `RuntimeError` where it is none."""
    import soundfile  # a native library

    with soundfile.SoundFile(io.BytesIO(flac)) as file:
        return bytes(file.buffer_read(dtype="int16"))
