"""Notices that a microphone gives nothing but zeros: it is mute, or its sound comes from elsewhere.

Even in a still room a live microphone hums. A sound server whose last microphone was pulled out may
go on with what a loudspeaker plays, which is zeros while the program is silent.
"""

from voice_chess.sound.sampling import BYTES_PER_MS

_AT_FIRST_BYTES = 10_000 * BYTES_PER_MS
"""This much of it from the start means a mute microphone, 10 s."""
_LATER_BYTES = 30_000 * BYTES_PER_MS
"""After sound, 30 s: what a player might say in that time would be lost without a word."""
_PAUSE_BYTES = 5_000 * BYTES_PER_MS
"""A microphone that has come back from so much is one that pauses, as headsets do between words."""


class DigitalSilence:
    """Listens to one microphone, and reports it at most once."""

    def __init__(self) -> None:
        self._silent_bytes = 0
        self._most_bytes = _AT_FIRST_BYTES
        self._is_over = False
        """Whether it was reported, or would mean nothing."""

    def takes(self, samples: bytes) -> bool:
        """Take the next sound; return whether the microphone is to be reported now."""
        if self._is_over:
            return False
        if any(samples):
            self._is_over = self._silent_bytes >= _PAUSE_BYTES
            self._silent_bytes, self._most_bytes = 0, _LATER_BYTES
            return False
        self._silent_bytes += len(samples)
        self._is_over = self._silent_bytes >= self._most_bytes
        return self._is_over
