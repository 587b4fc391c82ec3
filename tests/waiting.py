"""Waits for other threads and processes, as long as a busy machine may need."""

import time
from collections.abc import Callable

PATIENCE_S = 180.0


def waited(is_true: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    """Wait for a condition; fail if it is not true within this many seconds."""
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
