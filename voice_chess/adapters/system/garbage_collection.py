"""Python's search for garbage among all that lasts: when nobody's clock runs, and seldom else.

Nobody is attended to while it goes on, and it takes the longer the more is in memory: with a few
hundred games and pages half a second, which by itself Python takes whenever a quarter more has
come. What is young it goes on searching by itself, which takes milliseconds.
"""

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOOKS_S = 10.0
QUIET_GROWTH, BUSY_GROWTH = 1.1, 2.0
"""A search is worth while once memory holds so many times what was left by the last one."""

_YOUNG, _MIDDLE, _NEVER = 5_000, 5, 1_000_000_000


class GarbageSearch:
    """Searches everything when it is told that this is worth while."""

    def __init__(self, is_quiet: Callable[[], bool]) -> None:
        """`is_quiet`: nobody would mind to wait."""
        self._is_quiet = is_quiet
        self.left = sys.getallocatedblocks()
        """Blocks of memory behind the last search."""

    def look(self) -> bool:
        """Return whether everything was searched."""
        growth = QUIET_GROWTH if self._is_quiet() else BUSY_GROWTH
        if sys.getallocatedblocks() < self.left * growth:
            return False
        gc.collect()
        self.left = sys.getallocatedblocks()
        return True


@contextmanager
def garbage_searched(is_quiet: Callable[[], bool], looks_s: float = LOOKS_S) -> Iterator[None]:
    """As long as this is entered, a thread of its own looks; then Python does it all again."""
    usual, is_over = gc.get_threshold(), threading.Event()
    search = GarbageSearch(is_quiet)

    def watch() -> None:
        while not is_over.wait(looks_s):
            search.look()

    watching = threading.Thread(target=watch, name="garbage", daemon=True)
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
    watching.start()
    try:
        yield
    finally:
        is_over.set()
        watching.join()
        gc.set_threshold(*usual)
