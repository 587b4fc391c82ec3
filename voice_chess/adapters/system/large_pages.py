"""Joins the pages of the program's memory into large ones, which the processor finds faster.

A move touches small objects all over the memory of a server, hundreds of megabytes with a thousand
games. The processor remembers where some thousand pages are; if they have 4 KiB each, it must look
up most of what a move touches, on a virtual machine at several times the cost. Linux joins pages
into those of 2 MiB by itself only where it was told to, for Python's memory mostly nowhere.
"""

import ctypes
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from voice_chess.adapters.system.regular_work import regularly

LOOKS_S = 10.0
LARGE = 2 << 20
"""The size of a large page."""
_RESTS = 10
"""The pause after each page, as a multiple of the time that it took, two or three ms: meanwhile
other threads cannot get memory. All pages at once kept a server of 500 games from working for a
fifth of a second."""
_MADV_COLLAPSE = 25
"""Linux's number for "join these pages now", since version 6.1; others refuse it."""
_MOSTLY = 0.9
"""The part of an area that must be in use: joining reserves the rest of it, too."""
_MEMORY = Path("/proc/self/smaps")
_AREA = re.compile(
    r"^([0-9a-f]+)-([0-9a-f]+) rw-p \S+ 00:00 0 .*\n"
    r"(?:[A-Z].*\n)*?Rss: +(\d+) kB\n"
    r"(?:[A-Z].*\n)*?AnonHugePages: +(\d+) kB\n",
    re.MULTILINE,
)
"""An area of data that belongs to no file: its ends, and the KiB in use and in large pages."""


def join_pages(pause: Callable[[float], object]) -> int:
    """Join what can be joined, page by page, and return for how many pages that was asked.

    `pause` waits some seconds between them. Nothing happens where the system is not Linux or does
    not know how.
    """
    try:
        found = _MEMORY.read_text("ascii")
    except OSError:
        return 0
    advise = _advice()
    pages = [at for begin, end in worth_joining(found) for at in range(begin, end, LARGE)]
    for at in pages:
        begun = time.perf_counter()
        # A refusal changes nothing, and the area may have gone: there is nothing to do about it.
        advise(at, LARGE, _MADV_COLLAPSE)
        pause(_RESTS * (time.perf_counter() - begun))
    return len(pages)


def worth_joining(memory: str) -> Iterator[tuple[int, int]]:
    """Yield the areas that are in use and not in large pages yet, cut to whole large pages."""
    for told_begin, told_end, used_kb, large_kb in _AREA.findall(memory):
        begin, end = int(told_begin, 16), int(told_end, 16)
        is_in_use = 1_024 * int(used_kb) >= _MOSTLY * (end - begin)
        begin, end = -(-begin // LARGE) * LARGE, end // LARGE * LARGE
        if is_in_use and 1_024 * int(large_kb) < end - begin:
            yield begin, end


@cache
def _advice() -> Callable[[int, int, int], int]:
    """Return the system's `madvise`, which is loaded once: a loaded library refers to itself."""
    advise = ctypes.CDLL(None).madvise
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return advise


@contextmanager
def pages_joined(looks_s: float = LOOKS_S) -> Iterator[None]:
    """Let a thread join pages during the block, every `looks_s` seconds; the rest goes on."""
    with regularly(join_pages, looks_s, "large pages"):
        yield
