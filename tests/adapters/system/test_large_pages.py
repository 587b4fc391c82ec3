"""Which parts of memory are joined into large pages."""

import mmap
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import waited
from voice_chess.adapters.system.large_pages import LARGE, join_pages, pages_joined, worth_joining

MEMORY = Path("/proc/self/smaps")
SIZE = 8 * LARGE
NUMBER_OF_JOINING = 25
FIELDS = """\
Size:              10240 kB
KernelPageSize:        4 kB
Rss:               {used} kB
Pss:               {used} kB
Anonymous:         {used} kB
AnonHugePages:     {large} kB
THPeligible:           1
VmFlags: rd wr mr mw me ac sd
"""
FILE = "fd:00 1234                       /usr/bin/python3.11"
NO_FILE = "00:00 0 "


def area(begin: int, size: int, *, of: str = NO_FILE, used: int, large: int = 0) -> str:
    """Return what Linux tells of an area of memory, whose sizes are in KiB."""
    fields = FIELDS.format(used=used, large=large)
    return f"{begin:x}-{begin + 1_024 * size:x} rw-p 00000000 {of}\n{fields}"


@pytest.mark.parametrize("of", [NO_FILE, NO_FILE + "                          [heap]"])
def test_memory_in_use_is_joined_as_far_as_it_fills_large_pages(of: str) -> None:
    told = area(3 * LARGE + 4_096, 10_240, of=of, used=10_000)

    assert [*worth_joining(told)] == [(4 * LARGE, 8 * LARGE)]


def test_the_space_for_a_stack_stays_unused() -> None:
    assert [*worth_joining(area(2 * LARGE, 8_192, used=24))] == []


def test_memory_in_large_pages_is_not_joined_again() -> None:
    assert [*worth_joining(area(2 * LARGE, 8_192, used=8_192, large=8_192))] == []


def test_memory_smaller_than_a_large_page_stays_as_it_is() -> None:
    assert [*worth_joining(area(2 * LARGE, 2_044, used=2_044))] == []


def test_the_contents_of_files_stay_as_they_are() -> None:
    assert [*worth_joining(area(2 * LARGE, 8_192, of=FILE, used=8_192))] == []


def test_each_area_is_looked_at_by_itself() -> None:
    full, empty = area(2 * LARGE, 4_096, used=4_096), area(8 * LARGE, 8_192, used=4)
    file = area(32 * LARGE, 4_096, of=FILE, used=4_096)
    last = area(40 * LARGE, 4_096, used=4_096, large=2_048)

    assert [*worth_joining(empty + full + file + last)] == [
        (2 * LARGE, 4 * LARGE),
        (40 * LARGE, 42 * LARGE),
    ]


@contextmanager
def memory_in_use() -> Iterator[mmap.mmap]:
    with mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        for at in range(0, SIZE, mmap.PAGESIZE):
            memory[at] = 1
        yield memory


def large_kb() -> int:
    """Return how much of this program's memory is in large pages."""
    return sum(map(int, re.findall(r"AnonHugePages: +(\d+) kB", MEMORY.read_text("ascii"))))


def can_join() -> bool:
    with memory_in_use() as memory:
        try:
            memory.madvise(NUMBER_OF_JOINING)
        except OSError:
            return False
    return True


def test_memory_is_in_large_pages_soon_after_it_came_into_use() -> None:
    if not MEMORY.exists() or not can_join():
        pytest.skip("NOT TESTED: this system does not join pages on demand")
    with memory_in_use() as memory:
        before_kb = large_kb()
        with pages_joined(looks_s=0.01):
            waited(lambda: large_kb() >= before_kb + (SIZE - 2 * LARGE) // 1_024)

        assert memory[0] == memory[SIZE - mmap.PAGESIZE] == 1


def test_other_threads_have_their_turn_after_each_page() -> None:
    if not MEMORY.exists() or not can_join():
        pytest.skip("NOT TESTED: this system does not join pages on demand")
    pauses: list[float] = []
    with memory_in_use():
        pages = join_pages(pauses.append)

    assert pages == len(pauses) >= SIZE // LARGE - 2
    assert min(pauses) > 0
