"""Sound packed without loss, in memory: what a database keeps and what an archive carries."""

import io
from collections.abc import Iterable

from voice_chess.sound.sampling import SAMPLE_RATE


def packed(blocks: Iterable[bytes]) -> bytes:
    """A whole FLAC file of these blocks of samples, 16 kHz mono 16-bit."""
    import soundfile  # a native library

    file = io.BytesIO()
    with soundfile.SoundFile(
        file, "w", SAMPLE_RATE, channels=1, format="FLAC", subtype="PCM_16"
    ) as writing:
        for samples in blocks:
            writing.buffer_write(samples, dtype="int16")
    return file.getvalue()


def unpacked(flac: bytes) -> bytes:
    """The samples of such a file. Raises `RuntimeError` where it is none."""
    import soundfile  # a native library

    with soundfile.SoundFile(io.BytesIO(flac)) as file:
        return bytes(file.buffer_read(dtype="int16"))
