"""Predicts how a microphone hears what a loudspeaker plays, and takes that away.

An adaptive filter models the way from the loudspeaker through the room to the microphone. It is the
frequency-domain Kalman filter of Enzner and Vary (Signal Processing 86, 2006), in partitions of one
frame each: it knows how sure it is of each coefficient, and learns little while somebody speaks.
"""

import numpy as np
import numpy.typing as npt

from voice_chess.sound.loudness import FRAME, FRAME_MS
from voice_chess.sound.sampling import Waveform

REACH_MS = 480
"""The longest way that is modelled: the delay of the devices and most of a room's echo."""

_PARTITIONS = REACH_MS // FRAME_MS
_DOUBT_AT_FIRST = 0.3
"""The variance of a coefficient that nothing is known of; measured, 0.1 to 1 learn as fast."""

_KEEPS = 0.9995
"""How much of the path is thought to stay from one frame to the next: people move."""

_REMEMBERS = 0.6
"""How much of the unexplained sound's power is carried from one frame to the next."""


class EchoCanceller:
    """One way from one loudspeaker to one microphone, which both run at 16 kHz."""

    def __init__(self) -> None:
        shape = (_PARTITIONS, FRAME + 1)
        self._played = np.zeros(shape, np.complex128)
        self._path = np.zeros(shape, np.complex128)
        self._doubt = np.full(shape, _DOUBT_AT_FIRST)
        self._unexplained = np.full(FRAME + 1, 1e4)
        self._before: Waveform = np.zeros(FRAME, np.float32)

    def take(self, heard: Waveform, played: Waveform) -> tuple[Waveform, Waveform]:
        """Take one frame of each; return what was heard beside the echo, and the echo itself.

        Both frames begin at the same time, and hold samples in 16-bit units.
        """
        self._played = np.roll(self._played, 1, axis=0)
        self._played[0] = np.fft.rfft(np.concatenate((self._before, played)))
        self._before = played
        echo = np.fft.irfft((self._played * self._path).sum(axis=0))[FRAME:]
        rest = heard - echo
        self._learn(np.fft.rfft(np.concatenate((np.zeros(FRAME), rest))))
        return rest.astype(np.float32), echo.astype(np.float32)

    def _learn(self, rest: npt.NDArray[np.complex128]) -> None:
        power = np.abs(self._played) ** 2
        unexplained = np.abs(rest) ** 2
        self._unexplained += (1 - _REMEMBERS) * (unexplained - self._unexplained)
        gain = self._doubt / (0.5 * (power * self._doubt).sum(axis=0) + self._unexplained + 1.0)
        step = np.fft.irfft(gain * self._played.conj() * rest, axis=1)
        # A partition of the path is one frame long; the rest is the circle's other half.
        step[:, FRAME:] = 0
        path = self._path + np.fft.rfft(step, axis=1)
        doubt = self._doubt * (1 - np.clip(0.5 * gain * power, 0, 1))
        self._doubt = _KEEPS**2 * doubt + (1 - _KEEPS**2) * np.abs(path) ** 2
        self._path = _KEEPS * path
