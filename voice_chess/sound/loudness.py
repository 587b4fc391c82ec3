"""How loud a near talker is: the one measure that level control and training of models share."""

import numpy as np
import numpy.typing as npt

FRAME = 320
"""Samples of a 20 ms frame at 16 kHz."""

LOUDEST = 8
"""The near talker is as loud as their eighth loudest frame: clicks are shorter, vowels longer."""

AROUND = 5
"""Frames to both sides of one: soft consonants have vowels so near, what others say has not."""

TARGET = 0.125 * 32768
"""Root mean square, in 16-bit units, that the near talker is brought to before recognition."""


_FAINTEST = np.float32(1e-9)


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
    return near(frame_levels(samples))


def decibels_below(levels: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How far each frame, and the loudest so near to it, lies below the near talker."""
    padded = np.pad(levels, AROUND, mode="edge")
    loudest = np.lib.stride_tricks.sliding_window_view(padded, 2 * AROUND + 1).max(axis=1)
    below: npt.NDArray[np.float32] = 20 * np.log10(
        (near(levels) + _FAINTEST) / (loudest + _FAINTEST)
    )
    return below


def near(levels: npt.NDArray[np.float32]) -> float:
    """The near talker's level, from those of all frames."""
    if not len(levels):
        return 0.0
    place = len(levels) - min(LOUDEST, len(levels))
    return float(np.partition(levels, place)[place])
