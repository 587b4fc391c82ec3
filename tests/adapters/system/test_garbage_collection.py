"""When everything in memory is searched for garbage."""

import gc
import time
import weakref
from collections.abc import Iterator

import pytest

from tests.unsearched import unsearched
from voice_chess.adapters.system.garbage_collection import (
    BUSY_GROWTH,
    BUSY_LOOKS,
    GarbageSearch,
    garbage_searched,
)

PATIENCE_S = 10.0
MANY, SEVERAL = 100_000, 20


class Ring:
    """Holds itself: only a search frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def nothing_searched_unasked() -> Iterator[None]:
    with unsearched():
        yield


def grown(search: GarbageSearch, times: float) -> list[object]:
    """So much in memory that it is this many times what the search left."""
    return [object() for _ in range(round(search.left * (times - 1)))]


def lost_ring() -> "weakref.ref[Ring]":
    return weakref.ref(Ring())


def test_garbage_goes_while_nobody_plays_and_a_little_has_come() -> None:
    search, ring = GarbageSearch(lambda: True), lost_ring()
    kept = grown(search, 1.2)

    assert search.look()
    assert ring() is None
    assert kept


def test_nobody_waits_for_a_little_garbage_while_a_clock_runs() -> None:
    search, ring = GarbageSearch(lambda: False), lost_ring()
    kept = grown(search, 1.2)

    assert not search.look()
    assert ring() is not None
    assert kept


def test_garbage_goes_while_clocks_run_once_memory_is_several_times_as_large() -> None:
    search, ring = GarbageSearch(lambda: False), lost_ring()
    kept = grown(search, BUSY_GROWTH + 0.2)

    assert search.look()
    assert ring() is None
    assert kept


def test_a_pause_between_games_is_enough_and_clocks_that_run_are_seldom_disturbed() -> None:
    is_quiet = [False]
    search = GarbageSearch(lambda: is_quiet[0])
    kept = grown(search, BUSY_GROWTH + 0.2)

    searched = [search.look() for _ in range(BUSY_LOOKS)]
    kept += grown(search, BUSY_GROWTH + 0.2)
    searched += [search.look() for _ in range(BUSY_LOOKS)]
    kept += grown(search, 1.2)
    is_quiet[0] = True

    assert [at for at, was_searched in enumerate(searched) if was_searched] == [0, BUSY_LOOKS]
    assert search.look()
    assert kept


def test_what_was_searched_is_not_searched_again_before_more_has_come() -> None:
    search = GarbageSearch(lambda: True)
    kept = grown(search, 1.2)
    search.look()

    assert not search.look()
    assert kept


def test_python_itself_searches_everything_only_when_the_server_has_ended() -> None:
    usual = gc.get_threshold()

    with garbage_searched(lambda: True, looks_s=0.01):
        assert gc.get_threshold()[2] > usual[2] * 1_000
        ring = lost_ring()
        kept = [object() for _ in range(2 * _blocks())]
        until = time.monotonic() + PATIENCE_S
        while ring() is not None and time.monotonic() < until:
            time.sleep(0.01)

        assert ring() is None
        assert kept
    assert gc.get_threshold() == usual


def test_a_running_server_searches_new_objects_and_each_only_once() -> None:
    with garbage_searched(lambda: False):
        gc.enable()
        ring = lost_ring()
        before = gc.get_stats()
        kept: list[list[object]] = []
        while ring() is not None and len(kept) < MANY:
            kept.append([])
        while gc.get_stats()[0]["collections"] < before[0]["collections"] + SEVERAL:
            kept.append([])
        after = gc.get_stats()
        gc.disable()

    assert ring() is None
    assert [one["collections"] for one in after[1:]] == [one["collections"] for one in before[1:]]


def _blocks() -> int:
    return GarbageSearch(lambda: True).left
