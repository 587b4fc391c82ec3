"""Reads files of a kind that has a largest size: a larger one is something else, or never ends."""

import errno
from pathlib import Path

_MEGABYTE = 1_000_000
_KILOBYTE = 1_000


class TooLarge(OSError):
    """A file is larger than any of its kind; the message says than what."""


def content_of(path: Path, most_bytes: int) -> bytes:
    """Return the content of a file of at most so many bytes; of a larger one no more is read.

    Raises `OSError`, which is `TooLarge` for a larger file or an endless device.
    """
    with path.open("rb") as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise TooLarge(errno.EFBIG, f"it is larger than {_size(most_bytes)}", str(path))
    return content


def _size(count: int) -> str:
    """Return a number of bytes in the largest unit of which it holds at least one."""
    if count >= _MEGABYTE:
        return f"{count // _MEGABYTE} MB"
    return f"{count // _KILOBYTE} kB" if count >= _KILOBYTE else f"{count} bytes"
