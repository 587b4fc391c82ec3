"""Three clocks: the wall clock, one that never goes back, and one that counts sleep, too."""

import time
from threading import Lock

_WITH_AND_WITHOUT_SLEEP = (
    ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"),
    ("CLOCK_MONOTONIC", "CLOCK_UPTIME_RAW"),
)
"""Pairs of clocks, of Linux and of macOS: the first counts the machine's sleep, the second not."""


class SystemTime:
    """`TimeSource` that starts from the time of day, so that a resumed game goes on later.

    It never starts before `not_before_ms`, the end of what earlier runs have written: the wall
    clock may have been set back meanwhile, and no event may seem to be in the future.
    """

    def __init__(self, *, not_before_ms: int = 0) -> None:
        self._began_ms = max(not_before_ms, time.time_ns() // 1_000_000)
        self._began_monotonic_ms = time.monotonic_ns() // 1_000_000
        self._had_slept_ms = _ever_slept_ms()
        self._advancing = Lock()

    def advance(self, to_ms: int) -> None:
        """Make every later time at least this one, in ms; safe from any thread."""
        with self._advancing:  # else one could take back what another one does meanwhile
            self._began_ms += max(0, to_ms - self.now_ms())

    def now_ms(self) -> int:
        return self._began_ms + time.monotonic_ns() // 1_000_000 - self._began_monotonic_ms

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def slept_ms(self) -> int:
        return _ever_slept_ms() - self._had_slept_ms


def _ever_slept_ms() -> int:
    """Return the ms that the machine has slept; 0 without two such clocks, as on Windows."""
    read = getattr(time, "clock_gettime_ns", None)
    for names in _WITH_AND_WITHOUT_SLEEP:
        with_sleep, without = (getattr(time, name, None) for name in names)
        if read is not None and with_sleep is not None and without is not None:
            awake_ns = read(without)
            return int(read(with_sleep) - awake_ns) // 1_000_000
    return 0
