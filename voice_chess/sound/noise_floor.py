"""What a room sounds like while nobody near talks, and how far a frame stands out of it."""

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
"""Several, one a row."""

REMEMBERED = 150
"""Frames: a room is what it was in the last three seconds."""

ENOUGH = 15
"""Frames that tell a room's sound; before these nothing is taken away."""

LEARNT_EVERY = 10
"""Frames between two looks at the room: what it sounds like changes slowly."""

TIMES_TAKEN_AWAY = 2.5
"""A single frame of noise is now above its mean, now below: this much of it leaves little over."""

QUIET, LOUD = 0.2, 0.8
STEADY = 2.0
"""Decibels between quiet and loud moments of what only hisses or hums; where people talk: more."""

RUMBLING = 4
"""So many of the lowest frequencies (up to 150 Hz) do not tell how steady a noise is.

What is strongest there, as pink noise, traffic and ventilation are, has so few of them in a frame
that its level goes up and down by chance as far as six people's talk.
"""

FAINT = -65.0
"""Below this level of full scale there is no noise that would be worth taking away."""

_FULL_SCALE = 32768.0**2
_FAINTEST = 1e-12
_NOTHING_DBFS = 10 * log10(_FAINTEST)


def spectrum_of(frame: npt.NDArray[np.float32]) -> Spectrum:
    """Of one frame of 320 samples, without its constant part."""
    power = (2 * np.abs(np.fft.rfft(frame) / FRAME) ** 2).astype(np.float32)
    power[0] = 0.0
    return power


def _decibels(power: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Of full scale."""
    levels: npt.NDArray[np.float32] = 10 * np.log10(power / _FULL_SCALE + _FAINTEST)
    return levels


def _silence() -> Spectrum:
    return np.zeros(FRAME // 2 + 1, np.float32)


@dataclass(slots=True)
class Background:
    """Learns from frames in which nobody near talks: a steady noise is what they have in common.

    Of a room in which other people talk nothing can be taken away: nobody knows what they say next.
    """

    is_steady: bool = False
    """True once the room is known to hiss or hum, and nothing else."""
    steady_dbfs: float = _NOTHING_DBFS
    """The level of what is taken away."""
    _frames: deque[Spectrum] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _levels: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _noise: Spectrum = field(default_factory=_silence)
    _heard: int = 0

    def level(self, frame: Spectrum) -> float:
        """Decibels of full scale of what the room does not account for."""
        above = np.maximum(frame - TIMES_TAKEN_AWAY * self._noise, 0).sum()
        return float(_decibels(above))

    def levels(self, frames: Sequence[Spectrum] | Spectra) -> list[float]:
        """The level of each of several frames."""
        above = np.maximum(np.asarray(frames) - TIMES_TAKEN_AWAY * self._noise, 0).sum(axis=1)
        levels: list[float] = _decibels(above).tolist()
        return levels

    def hears(self, frame: Spectrum) -> bool:
        """Learn from a frame in which nobody near talks; true where levels are others now."""
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
        """The level of the room's quieter moments."""
        return quantile(self._levels, QUIET)


def quantile(levels: Collection[float] | npt.NDArray[np.floating], share: float) -> float:
    """The level below which this share of the frames lies; quicker than numpy's, to no decimal."""
    place = int(share * (len(levels) - 1))
    return float(np.partition(np.array(levels), place)[place])
