"""The types of sound as arrays of samples, in one dimension."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Waveform: TypeAlias = npt.NDArray[np.float32]
"""Samples to calculate with, on the scale of 16 bits unless another is named."""
Pcm: TypeAlias = npt.NDArray[np.int16]
"""Samples as devices and files have them."""


def as_pcm(sound: npt.NDArray[np.floating]) -> Pcm:
    """Return sound on the scale of 16 bits, rounded to whole steps, and clipped if it is louder."""
    return np.clip(np.round(sound), -32_768, 32_767).astype("<i2")
