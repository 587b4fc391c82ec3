"""Computes mel cepstra piece by piece as Kaldi does; the networks were trained on such features."""

from functools import cache

import numpy as np
import numpy.typing as npt

from voice_chess.sound.sampling import SAMPLE_RATE

Matrix = npt.NDArray[np.float32]

HOP = 160
WINDOW = 400
SIZE = 512
BANDS = 40
COEFFICIENTS = 20
LOW_HZ, HIGH_HZ = 20.0, 7_600.0
_LIFTER = 22.0
PREEMPHASIS = np.float32(0.97)
FAINTEST = float(np.finfo(np.float32).eps)


def frame_count(samples: int) -> int:
    """Return how many whole windows fit into this many samples."""
    return max(0, 1 + (samples - WINDOW) // HOP)


def band_powers(samples: Matrix) -> Matrix:
    """Return the power in each mel band, one row per 10 ms; samples have the range of 16 bits."""
    count = frame_count(len(samples))
    if not count:
        return np.zeros((0, BANDS), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, WINDOW)[::HOP]
    frames = frames - frames.mean(axis=1, keepdims=True)
    emphasised = np.empty_like(frames)
    emphasised[:, 1:] = frames[:, 1:] - PREEMPHASIS * frames[:, :-1]
    emphasised[:, 0] = frames[:, 0] * (1 - PREEMPHASIS)
    spectra = np.fft.rfft(emphasised * povey_window(), SIZE, axis=1)
    power = (spectra.real**2 + spectra.imag**2).astype(np.float32)
    bands: Matrix = power @ mel_weights()
    return bands


def cepstra(powers: Matrix, gain: float = 1.0) -> Matrix:
    """Return the cepstra of band powers, as if the sound's amplitude were `gain` times larger."""
    logs = np.log(np.maximum(powers * np.float32(gain * gain), FAINTEST))
    found: Matrix = logs @ cosines()
    return found


@cache
def povey_window() -> Matrix:
    """Return Kaldi's window: a Hann window to the power 0.85, which falls less steeply."""
    phase = 2 * np.pi * np.arange(WINDOW) / (WINDOW - 1)
    return ((0.5 - 0.5 * np.cos(phase)) ** 0.85).astype(np.float32)


def _mel(hertz: npt.NDArray[np.float64] | float) -> npt.NDArray[np.float64]:
    return np.asarray(1127.0 * np.log1p(np.asarray(hertz) / 700.0))


@cache
def mel_weights() -> Matrix:
    """Return triangles of equal width in mel, as columns (bins, bands)."""
    return mel_triangles(np.arange(SIZE // 2 + 1) * SAMPLE_RATE / SIZE)


def mel_triangles(hertz: npt.NDArray[np.float64]) -> Matrix:
    """Return these triangles for bins at the given frequencies, which may be warped."""
    edges = np.linspace(_mel(LOW_HZ), _mel(HIGH_HZ), BANDS + 2)
    low, middle, high = edges[:-2], edges[1:-1], edges[2:]
    bins = _mel(hertz)[:, None]
    rising, falling = (bins - low) / (middle - low), (high - bins) / (high - middle)
    weights = np.maximum(0.0, np.minimum(rising, falling))
    weights[-1] = 0.0  # Kaldi leaves out the highest frequency
    return weights.astype(np.float32)


@cache
def cosines() -> Matrix:
    """Return the cosine transform with Kaldi's lifter, as columns (bands, coefficients)."""
    order = np.arange(COEFFICIENTS)
    angles = np.pi / BANDS * (np.arange(BANDS)[:, None] + 0.5) * order
    scale = np.where(order == 0, np.sqrt(1 / BANDS), np.sqrt(2 / BANDS))
    lift = 1 + 0.5 * _LIFTER * np.sin(np.pi * order / _LIFTER)
    found: Matrix = (np.cos(angles) * scale * lift).astype(np.float32)
    return found
