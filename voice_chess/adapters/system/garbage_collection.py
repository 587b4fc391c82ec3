"""Runs Python's search for garbage in old memory when no clock runs, and seldom otherwise.

The program answers nobody during a search, which takes longer the more is in memory: half a second
with a few hundred games and pages. Left alone, Python searches whenever memory has grown by a
quarter. It still searches new objects by itself, each only once, which takes milliseconds.

Moves leave no garbage that only a search finds (none in 20,000 of them), nor do games that are put
away, or pages that have gone: they let go of what refers to them, and tests see to it. So what
memory grows by is mostly in use, and a search of everything is mostly in vain.
"""

import gc
import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from voice_chess.adapters.system.regular_work import regularly

_log = logging.getLogger(__name__)

LOOKS_S = 1.0
"""Between two rounds no clock may run for a few seconds only."""
BUSY_LOOKS = 10
"""While clocks run, each tenth look counts the blocks: that takes some 30 ms for a gigabyte."""
QUIET_GROWTH, BUSY_GROWTH = 1.1, 3.0
"""How many times what the last search left memory must hold before a search is worth while.

The more garbage has come together, the longer a search takes, and a server that stands still for
some seconds loses the lease of its games. With 2.0, a search came in the middle of play.
"""
LONG_S = 1.0
"""A search that takes longer is noted in the log."""

_YOUNG, _NEVER = 5_000, 1_000_000_000
"""Python's own thresholds: a search of 5,000 objects that were left takes some 8 ms.

Smaller searches, each fifth one of all that the last five have left, take longer together: they
look at each object twice, the second time when the processor's caches no longer hold it.
"""


class GarbageSearch:
    """Searches all memory when that is worth while."""

    def __init__(self, is_quiet: Callable[[], bool]) -> None:
        """`is_quiet` returns whether nobody would mind waiting."""
        self._is_quiet = is_quiet
        self.left = sys.getallocatedblocks()
        """Blocks of memory left by the last search."""
        self._looks = 0

    def look(self) -> bool:
        """Search all memory if that is worth while; return whether it was searched."""
        is_quiet, is_due = self._is_quiet(), self._looks % BUSY_LOOKS == 0
        self._looks += 1
        if not (is_quiet or is_due):
            return False
        growth = QUIET_GROWTH if is_quiet else BUSY_GROWTH
        if sys.getallocatedblocks() < self.left * growth:
            return False
        began_s = time.monotonic()
        gc.collect()
        if (took_s := time.monotonic() - began_s) > LONG_S:
            _log.warning("garbage=searched seconds=%.1f", took_s)
        self.left = sys.getallocatedblocks()
        return True


@contextmanager
def garbage_searched(is_quiet: Callable[[], bool], looks_s: float = LOOKS_S) -> Iterator[None]:
    """Let a thread search during the block, every `looks_s` seconds; then Python does it again."""
    usual, search = gc.get_threshold(), GarbageSearch(is_quiet)
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
    try:
        with regularly(lambda _: search.look(), looks_s, "garbage"):
            yield
    finally:
        gc.set_threshold(*usual)
