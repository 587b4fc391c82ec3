"""The clock on the wall, the one that never goes back, and the one that counts sleep too."""

import time

_CLOCK_WITH_SLEEP = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class SystemTime:
    """`TimeSource` that starts from the time of day, so that a resumed game goes on later."""

    def __init__(self) -> None:
        self._began_ms = time.time_ns() // 1_000_000
        self._began_monotonic_ms = time.monotonic_ns() // 1_000_000
        self._had_slept_ms = _ever_slept_ms()

    def now_ms(self) -> int:
        return self._began_ms + time.monotonic_ns() // 1_000_000 - self._began_monotonic_ms

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def slept_ms(self) -> int:
        return _ever_slept_ms() - self._had_slept_ms


def _ever_slept_ms() -> int:
    """The clock that never goes back stands still while the machine sleeps."""
    awake_ns = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    return (time.clock_gettime_ns(_CLOCK_WITH_SLEEP) - awake_ns) // 1_000_000
