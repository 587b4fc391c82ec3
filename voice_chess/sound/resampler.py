"""A stream of sound at one sample rate becomes the same sound at another."""

import numpy as np
import soxr
from numpy.typing import NDArray

Samples = NDArray[np.float32]


class Resampler:
    """Keeps time: output sample n sounds like the input at n / to_hz seconds."""

    def __init__(self, from_hz: int, to_hz: int) -> None:
        self._stream = soxr.ResampleStream(from_hz, to_hz, 1, dtype="float32", quality="HQ")

    def push(self, samples: Samples) -> Samples:
        """Take any number of samples, give those that can be made from what has come so far."""
        made: Samples = self._stream.resample_chunk(samples)
        return made

    def flush(self) -> Samples:
        """The rest; the next sample pushed starts a new sound."""
        rest: Samples = self._stream.resample_chunk(np.zeros(0, np.float32), last=True)
        self._stream.clear()
        return rest


def resampled(samples: Samples, from_hz: int, to_hz: int) -> Samples:
    """A whole sound at another rate."""
    if from_hz == to_hz:
        return samples
    resampler = Resampler(from_hz, to_hz)
    return np.concatenate((resampler.push(samples), resampler.flush()))


def as_int16(samples: Samples) -> bytes:
    """Full scale 1.0 becomes signed 16-bit little-endian; what is louder is clipped."""
    scaled = np.clip(np.rint(samples * 32_768), -32_768, 32_767)
    return scaled.astype("<i2").tobytes()


def as_float(samples: bytes) -> Samples:
    return np.frombuffer(samples, "<i2").astype(np.float32) / np.float32(32_768)
