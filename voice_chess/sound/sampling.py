"""The one form that sound has inside the program: 16,000 samples a second of 16 bits, mono."""

from collections.abc import Iterator

SAMPLE_RATE = 16_000
"""In hertz; sound from devices and files is resampled to it, and sound for them from it."""
SAMPLE_BYTES = 2
SAMPLES_PER_MS = SAMPLE_RATE // 1_000
BYTES_PER_MS = SAMPLE_BYTES * SAMPLES_PER_MS


def in_blocks(sound: bytes, block_bytes: int) -> Iterator[bytes]:
    """Yield the sound in blocks, as it would come from a device; the last may be shorter."""
    for start in range(0, len(sound), block_bytes):
        yield sound[start : start + block_bytes]
