"""Work that a thread does again and again while the program goes on."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Wait: TypeAlias = Callable[[float], bool]
"""Waits this many seconds, or until the work is to end, and returns whether it is to end."""


@contextmanager
def regularly(work: Callable[[Wait], object], every_s: float, name: str) -> Iterator[None]:
    """Let a thread do the work during the block, with `every_s` seconds before each time.

    `name` is the thread's. At the end of the block the work that has begun is waited for; work that
    takes long should pause by the `Wait` that it is given.
    """
    is_over = threading.Event()

    def run() -> None:
        while not is_over.wait(every_s):
            work(is_over.wait)

    working = threading.Thread(target=run, name=name, daemon=True)
    working.start()
    try:
        yield
    finally:
        is_over.set()
        working.join()
