"""Learns a room's sound while nobody near talks, and measures how far a frame exceeds it."""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import log10
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from voice_chess.sound.loudness import FRAME

Spectrum: TypeAlias = npt.NDArray[np.float32]
"""Power of each frequency in a 20 ms frame; their sum is the mean square of its samples."""

Spectra: TypeAlias = npt.NDArray[np.float32]
"""Several spectra, one in each row."""

REMEMBERED = 150
"""Number of frames that describe the room: the last three seconds."""

ENOUGH = 15
"""Number of frames needed to know a room's sound; before that nothing is subtracted."""

LEARNT_EVERY = 10
"""Number of frames between two updates, because a room's sound changes slowly."""

TIMES_TAKEN_AWAY = 2.5
"""How many times the mean noise is subtracted: single frames vary, and this leaves little over."""

QUIET, LOUD = 0.2, 0.8
STEADY = 2.0
"""The most decibels between quiet and loud moments of hissing or humming; talk has more."""

RUMBLING = 4
"""The number of lowest frequencies (up to 150 Hz) that do not count for how steady a noise is.

Pink noise, traffic and ventilation are strongest there. A frame has so few of these frequencies
that their level varies by chance as much as the talk of six people.
"""

FAINT = -65.0
"""Below this level, in dB of full scale, a noise is not worth subtracting."""

_FULL_SCALE = 32768.0**2
_FAINTEST = 1e-12
_NOTHING_DBFS = 10 * log10(_FAINTEST)


def spectrum_of(frame: npt.NDArray[np.float32]) -> Spectrum:
    """Return the spectrum of one frame of 320 samples, without its constant part."""
    power = (2 * np.abs(np.fft.rfft(frame) / FRAME) ** 2).astype(np.float32)
    power[0] = 0.0
    return power


def _decibels(power: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return powers as decibels of full scale."""
    levels: npt.NDArray[np.float32] = 10 * np.log10(power / _FULL_SCALE + _FAINTEST)
    return levels


def _silence() -> Spectrum:
    return np.zeros(FRAME // 2 + 1, np.float32)


@dataclass(slots=True)
class Background:
    """Learns a steady noise from frames in which nobody near talks.

    In a room in which other people talk nothing is subtracted, because talk can't be predicted.
    """

    is_steady: bool = False
    """Whether the room is known to hiss or hum only."""
    steady_dbfs: float = _NOTHING_DBFS
    """The level of the noise that is subtracted, in dB of full scale."""
    _frames: deque[Spectrum] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _levels: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _noise: Spectrum = field(default_factory=_silence)
    _heard: int = 0

    def level(self, frame: Spectrum) -> float:
        """Return the level of a frame without the room's noise, in dB of full scale."""
        above = np.maximum(frame - TIMES_TAKEN_AWAY * self._noise, 0).sum()
        return float(_decibels(above))

    def levels(self, frames: Sequence[Spectrum] | Spectra) -> list[float]:
        """Return the level of each of several frames, in dB of full scale."""
        above = np.maximum(np.asarray(frames) - TIMES_TAKEN_AWAY * self._noise, 0).sum(axis=1)
        levels: list[float] = _decibels(above).tolist()
        return levels

    def hears(self, frame: Spectrum) -> bool:
        """Learn from a frame in which nobody near talks; return True if levels have changed."""
        self._frames.append(frame)
        self._levels.append(self.level(frame))
        self._heard += 1
        is_due = self._heard % LEARNT_EVERY == 0 and len(self._frames) >= ENOUGH
        if is_due:
            self._learn()
        return is_due

    def _learn(self) -> None:
        frames = np.array(self._frames)
        powers = frames.sum(axis=1)
        levels = _decibels(frames[:, RUMBLING:].sum(axis=1))
        quiet, loud = quantile(levels, QUIET), quantile(levels, LOUD)
        self.is_steady = quiet > FAINT and loud - quiet <= STEADY
        quieter = frames[powers <= np.median(powers)]
        self._noise = quieter.mean(axis=0) if self.is_steady else _silence()
        self.steady_dbfs = float(_decibels(self._noise.sum()))
        self._levels.clear()
        self._levels.extend(self.levels(frames))

    def floor(self) -> float:
        """Return the level of the room's quieter moments, in dB of full scale."""
        return quantile(self._levels, QUIET)


def quantile(levels: Collection[float] | npt.NDArray[np.floating], share: float) -> float:
    """Return the level below which this share of frames lies; faster than numpy's, and inexact."""
    place = int(share * (len(levels) - 1))
    return float(np.partition(np.array(levels), place)[place])
