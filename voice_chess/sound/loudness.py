"""Measures how loud a near talker is; level control and the training of models share this."""

import numpy as np
import numpy.typing as npt

from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLES_PER_MS

FRAME = 320
"""Number of samples in a frame of 20 ms at 16 kHz."""
FRAME_BYTES = FRAME * SAMPLE_BYTES
FRAME_MS = FRAME // SAMPLES_PER_MS

LOUDEST = 8
"""The near talker's level is that of their eighth loudest frame: clicks are shorter, vowels not."""

AROUND = 5
"""Number of frames on each side in which soft consonants have a vowel, unlike other talkers."""

TARGET = 0.125 * 32768
"""The root mean square, in 16-bit units, to which recognition scales the near talker."""


_FAINTEST = np.float32(1e-9)


def frame_levels(samples: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the root mean square of each whole 20 ms frame, without its constant part."""
    count = len(samples) // FRAME
    if not count:
        return np.zeros(0, np.float32)
    frames = samples[: count * FRAME].reshape(count, FRAME)
    levels: npt.NDArray[np.float32] = frames.std(axis=1)
    return levels


def near_level(samples: npt.NDArray[np.float32]) -> float:
    """Return the near talker's level in the units of the samples; 0 in silence."""
    return near(frame_levels(samples))


def decibels_below(levels: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return how many decibels the loudest frame around each frame lies below the near talker."""
    padded = np.pad(levels, AROUND, mode="edge")
    loudest = np.lib.stride_tricks.sliding_window_view(padded, 2 * AROUND + 1).max(axis=1)
    below: npt.NDArray[np.float32] = 20 * np.log10(
        (near(levels) + _FAINTEST) / (loudest + _FAINTEST)
    )
    return below


def near(levels: npt.NDArray[np.floating]) -> float:
    """Return the near talker's level, given those of all frames in any unit; 0 without frames."""
    if not len(levels):
        return 0.0
    place = len(levels) - min(LOUDEST, len(levels))
    return float(np.partition(levels, place)[place])
