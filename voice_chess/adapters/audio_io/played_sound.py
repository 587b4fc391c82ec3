"""What a loudspeaker plays, by the time when it was handed over; the last half minute is kept."""

import threading

import numpy as np

from voice_chess.sound.resampler import Resampler, as_float
from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLE_RATE, Waveform

_KEPT = 32 * SAMPLE_RATE
"""More than a microphone keeps for a thread that is late."""
_GAP_S = 0.06
"""Blocks come up to 40 ms too late; a longer gap means that the device stood still."""


class PlayedSound:
    """A loudspeaker's callback adds to it; a microphone's thread reads the same stretch of time.

    Places are sample numbers at 16 kHz. Between them and time there is only a rough relation, but
    two devices that run by one clock keep their distance for hours.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ring = np.zeros(_KEPT, np.float32)
        self._end = 0
        self._taken = 0.0
        """The place up to which samples were taken; some of them wait for the resampler."""
        self._end_s = 0.0
        self._rate = SAMPLE_RATE
        self._resampler: Resampler | None = None
        """What is needed where the device has another rate."""

    def add(self, samples: bytes, rate: int, now_s: float) -> None:
        """Take samples that the device is given now, at its own rate."""
        sound = self._at_16_khz(samples, rate)
        with self._lock:
            gap_s = now_s - self._end_s
            if self._end and gap_s > _GAP_S:
                silent = np.zeros(min(_KEPT, round(gap_s * SAMPLE_RATE)), np.float32)
                self._append(silent)
                self._taken += len(silent)
            self._append(sound)
            lasts_s = len(samples) / SAMPLE_BYTES / rate
            self._taken += lasts_s * SAMPLE_RATE
            self._end_s = now_s + lasts_s

    def place_at(self, now_s: float) -> int:
        """Return the place that is handed over at this time."""
        with self._lock:
            return round(self._taken + (now_s - self._end_s) * SAMPLE_RATE)

    def read(self, first: int, count: int) -> Waveform:
        """Return samples from this place on, in 16-bit units; silence where there are none."""
        places = np.arange(first, first + count)
        with self._lock:
            is_kept = (places >= max(0, self._end - _KEPT)) & (places < self._end)
            return np.where(is_kept, self._ring[places % _KEPT], np.float32(0))

    def _append(self, sound: Waveform) -> None:
        self._ring[np.arange(self._end, self._end + len(sound)) % _KEPT] = sound
        self._end += len(sound)

    def _at_16_khz(self, samples: bytes, rate: int) -> Waveform:
        if rate != self._rate:
            self._rate = rate
            self._resampler = None if rate == SAMPLE_RATE else Resampler(rate, SAMPLE_RATE)
        sound = as_float(samples)
        if self._resampler is not None:
            sound = self._resampler.push(sound)
        return sound * np.float32(32_768)
