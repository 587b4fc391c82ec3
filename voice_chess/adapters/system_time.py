"""The clock on the wall and the one that never goes back; the only reader of both."""

import time


class SystemTime:
    """`TimeSource` that starts from the time of day, so that a resumed game goes on later."""

    def __init__(self) -> None:
        self._began_ms = time.time_ns() // 1_000_000
        self._began_monotonic_ms = time.monotonic_ns() // 1_000_000

    def now_ms(self) -> int:
        return self._began_ms + time.monotonic_ns() // 1_000_000 - self._began_monotonic_ms

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000
