"""The clock on the wall, the one that never goes back, and the one that counts sleep too."""

import time

_WITH_AND_WITHOUT_SLEEP = (
    ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"),
    ("CLOCK_MONOTONIC", "CLOCK_UPTIME_RAW"),
)
"""Linux's clocks and macOS's: the first goes on while the machine sleeps, the second stands."""


class SystemTime:
    """`TimeSource` that starts from the time of day, so that a resumed game goes on later.

    Never before `not_before_ms`, the end of what was written by earlier starts: the clock on the
    wall may have been set back meanwhile, and nothing may seem to have happened in the future.
    """

    def __init__(self, *, not_before_ms: int = 0) -> None:
        self._began_ms = max(not_before_ms, time.time_ns() // 1_000_000)
        self._began_monotonic_ms = time.monotonic_ns() // 1_000_000
        self._had_slept_ms = _ever_slept_ms()

    def advance(self, to_ms: int) -> None:
        """No time from now on comes before this one; safe from any thread."""
        self._began_ms += max(0, to_ms - self.now_ms())

    def now_ms(self) -> int:
        return self._began_ms + time.monotonic_ns() // 1_000_000 - self._began_monotonic_ms

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def slept_ms(self) -> int:
        return _ever_slept_ms() - self._had_slept_ms


def _ever_slept_ms() -> int:
    """Nothing where the system has no two such clocks, as on Windows."""
    read = getattr(time, "clock_gettime_ns", None)
    for names in _WITH_AND_WITHOUT_SLEEP:
        with_sleep, without = (getattr(time, name, None) for name in names)
        if read is not None and with_sleep is not None and without is not None:
            awake_ns = read(without)
            return int(read(with_sleep) - awake_ns) // 1_000_000
    return 0
