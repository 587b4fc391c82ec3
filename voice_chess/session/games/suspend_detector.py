"""Notices that the machine has slept: nobody could play, and nobody knows what they have missed."""

from voice_chess.session.ports import TimeSource

SLEPT_MS = 1_000
"""Less than this is how two clocks of one machine differ."""


class SleepWatch:
    """Finds out that the machine has slept, once for each sleep."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._known_ms = time.slept_ms()

    def has_slept(self) -> bool:
        """Since this was asked last."""
        slept_ms = self._time.slept_ms()
        is_new = slept_ms - self._known_ms >= SLEPT_MS
        self._known_ms = slept_ms if is_new else self._known_ms
        return is_new
