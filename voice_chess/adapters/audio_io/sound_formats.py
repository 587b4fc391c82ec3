"""Encodes sound as files of the kinds that the program writes, and packs it without loss."""

import io
from collections.abc import Iterable, Mapping

from voice_chess.sound.sampling import SAMPLE_RATE

FORMATS: Mapping[str, tuple[str, str]] = {
    ".flac": ("FLAC", "PCM_16"),
    ".opus": ("OGG", "OPUS"),
    ".wav": ("WAV", "PCM_16"),
}


def encoded(blocks: Iterable[bytes], suffix: str) -> bytes:
    """Return a whole file of these blocks, 16 kHz mono 16-bit; the suffix is one of `FORMATS`."""
    import soundfile  # a native library

    kind, subtype = FORMATS[suffix]
    file = io.BytesIO()
    with soundfile.SoundFile(
        file, "w", SAMPLE_RATE, channels=1, format=kind, subtype=subtype
    ) as writing:
        for samples in blocks:
            writing.buffer_write(samples, dtype="int16")
    return file.getvalue()


def packed(blocks: Iterable[bytes]) -> bytes:
    """Return a whole FLAC file of these blocks of samples, 16 kHz mono 16-bit."""
    return encoded(blocks, ".flac")


def unpacked(flac: bytes) -> bytes:
    """Return the samples of such a file. Raises `RuntimeError` if it is none."""
    import soundfile  # a native library

    with soundfile.SoundFile(io.BytesIO(flac)) as file:
        return bytes(file.buffer_read(dtype="int16"))
