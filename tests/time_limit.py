"""Limits the time of a test: one that waits for what never comes fails, and tells where."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.thoroughness import enough

FAST_S = enough(120)
SLOW_S = enough(600)
"""The most seconds for the set-up, the test itself and its end, each, on a busy machine."""
_AGAIN_S = 60
"""What a test does to end may wait for ever as well."""


def most_seconds(item: pytest.Item) -> int:
    return SLOW_S if item.get_closest_marker("slow") else FAST_S


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Fail a test whose block does not end in time; only the main thread can be limited."""

    def give_up(*_: object) -> None:
        pytest.fail(f"it did not end within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
