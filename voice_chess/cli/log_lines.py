"""What the program notes for those who mend it is written behind what it tells its players."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import MemoryHandler

_MOST_KEPT = 1_000
"""More are written at once: a program that fails so often is not to fill the memory besides."""
_NEVER = logging.CRITICAL + 1


@contextmanager
def log_lines_afterwards() -> Iterator[None]:
    """Until then no line of the log comes between the sentences that are read at the table."""
    kept = MemoryHandler(_MOST_KEPT, flushLevel=_NEVER, target=logging.StreamHandler())
    everything = logging.getLogger()
    everything.addHandler(kept)
    try:
        yield
    finally:
        everything.removeHandler(kept)
        kept.close()
