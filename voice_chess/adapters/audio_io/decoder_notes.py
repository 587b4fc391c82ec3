"""Keeps the notes of the MP3 decoder away from the standard error stream of this process.

libmpg123, inside the library that reads sound, writes them there itself, several to a fault, and
offers that library no way to be quiet. What they lead to is told in one sentence of our own.
"""

import contextlib
import os
import re
import sys
import threading
from collections.abc import Iterator
from tempfile import TemporaryFile

_STDERR = 2
_OF_THE_DECODER = re.compile(rb"(?:Note|Warning|Error): |\[\S*libmpg123/")
"""How its lines begin; none of this program's does."""
_one_at_a_time = threading.RLock()


@contextlib.contextmanager
def unwritten() -> Iterator[None]:
    """Write nothing of what the decoder notes meanwhile; what others write comes out at the end."""
    with _one_at_a_time, TemporaryFile() as held:
        try:
            stderr = os.dup(_STDERR)
        except OSError:  # it is closed, and nobody reads it
            yield
            return
        if sys.stderr is not None:
            sys.stderr.flush()
        os.dup2(held.fileno(), _STDERR)
        try:
            yield
        finally:
            os.dup2(stderr, _STDERR)
            os.close(stderr)
            held.seek(0)
            others = b"".join(line for line in held if not _OF_THE_DECODER.match(line))
            with contextlib.suppress(OSError):  # whoever read it has gone
                os.write(_STDERR, others)
