"""The one form that sound has inside the program: 16,000 samples a second of 16 bits, mono."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

SAMPLE_RATE = 16_000
"""In hertz; sound from devices and files is resampled to it, and sound for them from it."""
SAMPLE_BYTES = 2
SAMPLES_PER_MS = SAMPLE_RATE // 1_000
BYTES_PER_MS = SAMPLE_BYTES * SAMPLES_PER_MS
Waveform: TypeAlias = npt.NDArray[np.float32]
"""Samples to calculate with, on the scale of 16 bits unless another is named."""
Pcm: TypeAlias = npt.NDArray[np.int16]
"""Samples as devices and files have them."""


def in_blocks(sound: bytes, block_bytes: int) -> Iterator[bytes]:
    """Yield the sound in blocks, as it would come from a device; the last may be shorter."""
    for start in range(0, len(sound), block_bytes):
        yield sound[start : start + block_bytes]


def as_pcm(sound: npt.NDArray[np.floating]) -> Pcm:
    """Return sound on the scale of 16 bits, rounded to whole steps, and clipped if it is louder."""
    return np.clip(np.round(sound), -32_768, 32_767).astype("<i2")
