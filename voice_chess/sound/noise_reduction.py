"""Reduces steady noise in an utterance, only as far as that improves recognition.

It is a Wiener filter whose signal-to-noise ratio depends on the frame before as well as on this one
("decision-directed": Ephraim and Malah 1984; Scalart and Filho 1996).
"""

import numpy as np
import numpy.typing as npt

from voice_chess.sound.sampling import Waveform

SIZE = 512
"""Number of samples in one spectrum: 32 ms, the shortest that separates a voice's harmonics."""

HOP = 128
LEAST_GAIN = 0.5
"""At most 6 dB are taken away: the model was trained on noise, not on the remains of filters."""

QUIETEST = 0.2
"""The share of an utterance's frames that counts as pauses, from which the noise is estimated."""

_FROM_BEFORE = 0.9
_LEAST_RATIO = 0.003
_SMOOTHED_OVER = 5
_OVERLAP = SIZE // HOP
_WINDOW = np.sqrt(np.hanning(SIZE + 1)[:-1])
_WINDOWS_ADD_UP_TO = _OVERLAP / 2


def without_noise(sound: Waveform) -> Waveform:
    """Return the sound, as long and as loud, with less noise; very short sounds stay unchanged."""
    if len(sound) < 2 * SIZE:
        return sound
    padded = np.pad(sound, (SIZE, SIZE + -len(sound) % HOP))
    frames = np.lib.stride_tricks.sliding_window_view(padded, SIZE)[::HOP]
    spectra = np.fft.rfft(frames * _WINDOW, axis=1)
    power = np.abs(spectra) ** 2
    gains = np.maximum(_wiener_gains(power / _noise(power)), LEAST_GAIN)
    cleaned = _added_up(np.fft.irfft(spectra * gains, axis=1) * _WINDOW)
    return cleaned[SIZE : SIZE + len(sound)].astype(np.float32)


def _noise(power: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the noise's power at each frequency, without frames that reach beyond the sound."""
    inner = power[_OVERLAP : -2 * _OVERLAP]
    levels = inner.sum(axis=1)
    quiet = inner[levels <= np.quantile(levels, QUIETEST)].mean(axis=0)
    beside = _SMOOTHED_OVER // 2
    even = np.full(_SMOOTHED_OVER, 1 / _SMOOTHED_OVER)
    smooth: npt.NDArray[np.float64] = np.convolve(np.pad(quiet, beside, "edge"), even, "valid")
    return smooth + 1e-9


def _wiener_gains(ratios: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the gains, given the ratios of each frame's power to the noise's."""
    gains = np.empty_like(ratios)
    before = np.zeros(ratios.shape[1])
    for number, ratio in enumerate(ratios):
        now = np.maximum(ratio - 1, 0)
        likely = np.maximum(_FROM_BEFORE * before + (1 - _FROM_BEFORE) * now, _LEAST_RATIO)
        gains[number] = likely / (1 + likely)
        before = gains[number] ** 2 * ratio
    return gains


def _added_up(frames: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    total = np.zeros((len(frames) - 1) * HOP + SIZE)
    for first in range(_OVERLAP):
        part = frames[first::_OVERLAP]
        total[first * HOP : first * HOP + part.size] += part.reshape(-1)
    return total / _WINDOWS_ADD_UP_TO
