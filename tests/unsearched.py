"""Looks at what leaves memory by itself, without a search for garbage."""

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unsearched() -> Iterator[None]:
    """Search for garbage before the block, and not in it, and set aside what there is already."""
    gc.collect()
    gc.freeze()  # to look through all that other tests have left takes a second each time
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def in_memory(*kinds: type) -> Counter[str]:
    """How many of each of these kinds have come since the search, and are still there.

    By type alone: other things there warn when they are asked what they are.
    """
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in kinds)
