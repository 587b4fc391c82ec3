"""How loud a near talker is: the one measure that level control and training of models share."""

import numpy as np
import numpy.typing as npt

FRAME = 320
"""Samples of a 20 ms frame at 16 kHz."""

LOUDEST = 8
"""The near talker is as loud as his eighth loudest frame: clicks are shorter, vowels longer."""

TARGET = 0.125 * 32768
"""Root mean square, in 16-bit units, that the near talker is brought to before recognition."""


def frame_levels(samples: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Root mean square of each whole 20 ms frame, without its constant part."""
    count = len(samples) // FRAME
    if not count:
        return np.zeros(0, np.float32)
    frames = samples[: count * FRAME].reshape(count, FRAME)
    levels: npt.NDArray[np.float32] = frames.std(axis=1)
    return levels


def near_level(samples: npt.NDArray[np.float32]) -> float:
    """The near talker's level in the units of the samples; 0 in silence."""
    levels = np.sort(frame_levels(samples))
    return float(levels[-min(LOUDEST, len(levels))]) if len(levels) else 0.0
