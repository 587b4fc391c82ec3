"""Holds back log lines, which are for programmers, until the talk with the players is over."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import MemoryHandler

_MOST_KEPT = 1_000
"""The most records held back; more are written at once, to limit the memory they use."""
_NEVER = logging.CRITICAL + 1


@contextmanager
def log_lines_afterwards() -> Iterator[None]:
    """Hold back the log until the block ends: no line comes between sentences at the table."""
    kept = MemoryHandler(_MOST_KEPT, flushLevel=_NEVER, target=logging.StreamHandler())
    everything = logging.getLogger()
    everything.addHandler(kept)
    try:
        yield
    finally:
        everything.removeHandler(kept)
        kept.close()
