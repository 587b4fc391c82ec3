"""The console: fits text to its lines and letters, and holds log lines back while people talk."""

import codecs
import logging
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from logging.handlers import MemoryHandler
from textwrap import wrap
from typing import TextIO

CELLS = 40
"""The number of cells in a line of a usual braille display."""

FEWEST_CELLS = 12
"""The cells of the smallest displays; a shorter line would hold no word."""

_RUNOVER = "  "
"""The indent of the lines that continue a sentence, as in braille."""

_NEAREST = "nearest-letter"
_WITHOUT_ACCENT = str.maketrans("łŁđĐ", "lLdD")
"""Letters that Unicode does not decompose into a letter and an accent."""


def fitted(text: str, cells: int = CELLS) -> str:
    """Break the text between words into lines of at most `cells` signs; a long word stays whole."""
    lines = wrap(
        text,
        cells,
        subsequent_indent=_RUNOVER,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def printable(text: str) -> str:
    """Replace control signs, so that text from a file can't command the terminal that shows it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def write_line(out: TextIO, text: str) -> None:
    """Write one line and flush it."""
    out.write(text + "\n")
    out.flush()


def open_what_is_closed() -> None:
    """Replace closed streams by ones that lead nowhere; services start programs with closed ones.

    If they stayed closed, the next file would get the number of one of them, and what a C library
    writes to its errors would end up in a journal.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))


def replace_what_has_no_letter() -> None:
    """Make the console write the nearest letters it has, and read the others as a replacement."""
    codecs.register_error(_NEAREST, _nearest)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _NEAREST), (sys.stderr, _NEAREST)):
        if isinstance(stream, TextIOWrapper) and stream.errors != errors:
            stream.reconfigure(errors=errors)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Return each letter without its accents; a question mark if that can't be shown either."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(_WITHOUT_ACCENT)
    plain = "".join(unicodedata.normalize("NFKD", letter)[0] for letter in lacking)
    return plain.encode(error.encoding, "replace").decode(error.encoding), error.end


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
