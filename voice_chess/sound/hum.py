"""Removes the hum of the mains from a microphone's sound: a tone of 50 or 60 Hz and its overtones.

Hum under a voice resembles the voicing of a "b", and covers the soft sounds at which words begin.
It repeats from one period of the mains to the next, as hardly anything else in a room does. So the
mean of many periods is the hum, and subtracting it leaves the rest as it was.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from voice_chess.sound.loudness import FRAME
from voice_chess.sound.sampling import SAMPLE_RATE, Waveform

MAINS_HZ = (50, 60)

_LEAST_STEP = 0.05
"""The share of a new period in the mean once there are many; the mains never keep 50 Hz exactly."""

_KNOWN_AFTER = 20
"""Number of frames of the room, one after the other, from which its hum becomes known: no vowel at
the very beginning of a recording stays the same for so long."""

_PERIODIC = 0.35
"""The share of a room's power that repeats if it hums; of noise, a tenth does so by chance."""

_FAINT = 3.0
"""The root mean square, in 16-bit units, below which hum does no harm."""

_LOUDER = 4.0
"""A frame with this many times the power of the room, without its hum, holds more than the room."""

_NO_LOUDER = 1.2
"""A frame with at most this many times the power of the hum and the room holds nothing else, even
if the hum has got out of step with what was learnt of it before somebody spoke."""

_RISING = 1.02
"""The growth of the first limit for each frame above it: the room may have become louder."""

_SLOWLY = 0.02

_GONE, _GONE_FRAMES = 0.3, 5
"""A hum is over if so many frames of the room hold less than this share of it."""


@dataclass(slots=True)
class HumFilter:
    """Takes frames of 20 ms one after the other, and returns them without hum, if there is any."""

    _combs: tuple["_Comb", ...] = field(
        default_factory=lambda: tuple(_Comb.of(hertz) for hertz in MAINS_HZ)
    )

    def without_hum(self, frame: Waveform) -> Waveform:
        """Return a frame of 320 samples without the hum that the frames before it had."""
        hums = [(comb.share, comb.hum(frame)) for comb in self._combs]
        share, hum = max(hums, key=lambda found: found[0])
        return frame - hum if share >= _PERIODIC else frame


@dataclass(slots=True)
class _Comb:
    """The mean of all stretches of a room's sound that are as long as some periods of the mains."""

    mean: Waveform
    at: int = 0
    heard: int = 0
    room: float = 0.0
    """The mean square of a frame of the room, with its hum."""
    rest: float = 0.0
    """The mean square of what remains of it without hum."""
    share: float = 0.0
    """The share of the room's power that repeats."""
    without: int = 0
    """Number of frames of the room since the hum was last found in one."""

    @classmethod
    def of(cls, hertz: int) -> "_Comb":
        """Return the comb for the shortest time that is whole in periods and in samples."""
        return cls(mean=np.zeros(int(np.lcm(SAMPLE_RATE, hertz)) // hertz, np.float32))

    def hum(self, frame: Waveform) -> Waveform:
        """Return the hum in this frame, as far as it is known from those before it."""
        places = np.arange(self.at, self.at + FRAME) % len(self.mean)
        self.at = (self.at + FRAME) % len(self.mean)
        hum = self.mean[places]
        hums = self.share >= _PERIODIC
        if hums and _mean_square(frame) <= _NO_LOUDER * (_mean_square(hum) + self.rest):
            self._find(hum, frame)
            self._learn(places, frame)
        elif not self.heard or _mean_square(frame - hum) <= _LOUDER * self.rest:
            self._learn(places, frame)
        elif self.heard < _KNOWN_AFTER:
            self._begin_anew()
        else:
            self.rest *= _RISING
        return hum

    def _find(self, hum: Waveform, frame: Waveform) -> None:
        """Begin anew if the hum has ended, or is far out of step with what was learnt."""
        is_there = float(np.dot(frame, hum)) / FRAME >= _GONE * _mean_square(hum)
        self.without = 0 if is_there else self.without + 1
        if self.without >= _GONE_FRAMES:
            self._begin_anew()

    def _begin_anew(self) -> None:
        self.mean[:] = 0
        self.heard, self.without, self.share = 0, 0, 0.0

    def _learn(self, places: npt.NDArray[np.int_], frame: Waveform) -> None:
        rest = frame - self.mean[places]
        periods = self.heard * FRAME // len(self.mean) + 1
        self.mean[places] += max(1 / periods, _LEAST_STEP) * rest
        self.heard += 1
        step = max(1 / self.heard, _SLOWLY)
        self.room += step * (_mean_square(frame) - self.room)
        self.rest += step * (_mean_square(rest) - self.rest)
        self.share = self._repeating()

    def _repeating(self) -> float:
        power = _mean_square(self.mean)
        if self.heard < _KNOWN_AFTER or power < _FAINT**2:
            return 0.0
        return power / max(self.room, power)


def _mean_square(samples: Waveform) -> float:
    return float(np.dot(samples, samples)) / len(samples)
