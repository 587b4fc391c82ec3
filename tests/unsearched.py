"""Looks at what leaves memory by itself, without a search for garbage."""

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unsearched() -> Iterator[None]:
    """Search for garbage before the block, and not in it."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def in_memory(*kinds: type) -> Counter[str]:
    """How many there are of each of these kinds; what other tests have left may go meanwhile.

    By type alone: other things there warn when they are asked what they are.
    """
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in kinds)
