"""The console: lines that a braille display holds, and letters that it may not have."""

import codecs
import os
import sys
import unicodedata
from io import TextIOWrapper
from textwrap import wrap
from typing import TextIO

CELLS = 40
"""So many signs has a line of a usual braille display."""

FEWEST_CELLS = 12
"""As the smallest displays have; a shorter line would hold no word."""

_RUNOVER = "  "
"""Before the lines that go on with a sentence, as in braille."""

_NEAREST = "nearest-letter"
_WITHOUT_ACCENT = str.maketrans("łŁđĐ", "lLdD")
"""Letters that Unicode does not take apart."""


def fitted(text: str, cells: int = CELLS) -> str:
    """The text in lines of so many signs, cut between words; a longer word stays whole."""
    lines = wrap(
        text,
        cells,
        subsequent_indent=_RUNOVER,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def printable(text: str) -> str:
    """What somebody wrote into a file may not command the terminal that tells of it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def write_line(out: TextIO, text: str) -> None:
    """A line of its own, at once."""
    out.write(text + "\n")
    out.flush()


def open_what_is_closed() -> None:
    """Input and output may have been closed by what started the program, as services do.

    They lead nowhere then. If they stayed closed, the next file would get the number of one, and
    what a library of C writes to its errors would stand in a journal.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))


def replace_what_has_no_letter() -> None:
    """A console of few letters shows the nearest ones, and reads what it can't as a sign."""
    codecs.register_error(_NEAREST, _nearest)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _NEAREST), (sys.stderr, _NEAREST)):
        if isinstance(stream, TextIOWrapper) and stream.errors != errors:
            stream.reconfigure(errors=errors)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Each letter without its accents; a question mark for what is left."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(_WITHOUT_ACCENT)
    plain = "".join(unicodedata.normalize("NFKD", letter)[0] for letter in lacking)
    return plain.encode(error.encoding, "replace").decode(error.encoding), error.end
