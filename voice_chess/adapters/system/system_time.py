"""Three clocks: the wall clock, one that never goes back, and one that counts sleep, too.

A process that was stopped as a whole, such as by Ctrl-Z, a debugger or a paused container, has
slept as well, although the system's clocks went on for everybody else.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

_WITH_AND_WITHOUT_SLEEP = (
    ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"),
    ("CLOCK_MONOTONIC", "CLOCK_UPTIME_RAW"),
)
"""Pairs of clocks, of Linux and of macOS: the first counts the machine's sleep, the second not."""
_STOPPED_MS = 5_000
"""How long nothing of a watched process runs until it counts as stopped; load alone takes less."""
_WATCHED_EVERY_S = 0.25


class SystemTime:
    """`TimeSource` that starts from the time of day, so that a resumed game goes on later.

    It never starts before `not_before_ms`, the end of what earlier runs have written: the wall
    clock may have been set back meanwhile, and no event may seem to be in the future.
    """

    def __init__(self, *, not_before_ms: int = 0) -> None:
        self._began_ms = max(not_before_ms, time.time_ns() // 1_000_000)
        self._running = RunningTime()
        self._began_running_ms = self._running.now_ms()
        self._had_slept_ms = _ever_slept_ms()
        self._advancing = Lock()

    def advance(self, to_ms: int) -> None:
        """Make every later time at least this one, in ms; safe from any thread."""
        with self._advancing:  # else one could take back what another one does meanwhile
            self._began_ms += max(0, to_ms - self.now_ms())

    def now_ms(self) -> int:
        return self._began_ms + self._running.now_ms() - self._began_running_ms

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def slept_ms(self) -> int:
        return _ever_slept_ms() - self._had_slept_ms + self._running.stopped_ms()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Notice during the block that the process was stopped: its time stood still meanwhile."""
        ended = Event()

        def watch() -> None:
            while not ended.wait(_WATCHED_EVERY_S):
                self._running.now_ms()

        watcher = Thread(target=watch, name="stops", daemon=True)
        self._running.is_watched = True
        watcher.start()
        try:
            yield
        finally:
            self._running.is_watched = False
            ended.set()
            watcher.join()


class RunningTime:
    """Monotonic time without the stops of the process, for any thread.

    The first reading after a stop notices it, whoever reads: between any two readings of a watched
    process the watcher has read, too, unless nothing ran.
    """

    def __init__(self) -> None:
        self.is_watched = False
        self._reading = Lock()
        self._last_ms = time.monotonic_ns() // 1_000_000
        self._stopped_ms = 0

    def now_ms(self) -> int:
        with self._reading:
            now_ms = time.monotonic_ns() // 1_000_000
            unread_ms = now_ms - self._last_ms
            if self.is_watched and unread_ms >= _STOPPED_MS:
                self._stopped_ms += unread_ms
            self._last_ms = now_ms
            return now_ms - self._stopped_ms

    def stopped_ms(self) -> int:
        """Return how long the process was stopped while it was watched."""
        self.now_ms()
        return self._stopped_ms


def _ever_slept_ms() -> int:
    """Return the ms that the machine has slept; 0 without two such clocks, as on Windows."""
    read = getattr(time, "clock_gettime_ns", None)
    for names in _WITH_AND_WITHOUT_SLEEP:
        with_sleep, without = (getattr(time, name, None) for name in names)
        if read is not None and with_sleep is not None and without is not None:
            awake_ns = read(without)
            return int(read(with_sleep) - awake_ns) // 1_000_000
    return 0
