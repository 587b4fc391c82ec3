"""Reads the scoresheet from a PDF: what its pages show, as the text of the longhand sheet.

Nothing hidden in the file counts, so that the text read is the text that the players signed.
"""

import io
import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from voice_chess.adapters.documents.pdf_paper import MARGIN_MM
from voice_chess.adapters.documents.pdf_sheet import BLOCK_MM, INDENT_MM, WIDTHS_MM
from voice_chess.records.damage import Damage
from voice_chess.records.longhand import NO_TIME

SIGN = b"%PDF"
"""The first bytes of such a file."""

_MM = 72 / 25.4
_NEAR_MM = 0.5
_PAGE_NUMBER = re.compile(r"\d+/\d+")
_Cell = tuple[float, str]
_Line = tuple[_Cell, ...]


def text_of(content: bytes) -> str:
    """Return heads, moves and result, one a line. Raises `BadRecord`."""
    # pypdf reports every oddity, but players only need to know whether the file can be read.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    import pypdf  # heavy, and needed for this form alone

    try:
        pages = [_lines(page) for page in pypdf.PdfReader(io.BytesIO(content)).pages]
    except Exception as error:
        # A damaged file makes the library fail with any kind of error.
        message = f"This PDF file is damaged or locked ({error})."
        raise Damage(message, "unread-pdf") from error
    return "\n".join(_as_longhand([*_without_repeats(pages)]))


def _without_repeats(pages: Sequence[list[_Line]]) -> Iterator[list[_Line]]:
    """Yield each page without its number, and all but the first without the head they repeat.

    Otherwise these would interrupt a remark that goes on from one page to the next.
    """
    numberless = [
        [line for line in page if not _PAGE_NUMBER.fullmatch(line[0][1])] for page in pages
    ]
    first, *others = numberless
    yield first
    for page in others:
        repeated = takewhile(lambda pair: pair[0] == pair[1], zip(first, page, strict=False))
        yield page[len([*repeated]) :]


def _lines(page: Any) -> list[_Line]:
    """Return the texts on a page, with their x in mm: lines from top to bottom, left to right."""
    found: defaultdict[float, list[_Cell]] = defaultdict(list)

    def take(text: str, _around: Sequence[float], at: Sequence[float], *_font: object) -> None:
        if text.strip():
            found[round(at[5])].append((at[4] / _MM, text.strip()))

    page.extract_text(visitor_text=take)
    return [tuple(sorted(found[height])) for height in sorted(found, reverse=True)]


def _as_longhand(pages: Sequence[list[_Line]]) -> Iterator[str]:
    """Yield the lines of the longhand sheet, the moves last; the left block's precede the right's.

    A remark may go on on the page after one with moves.
    """
    for page in pages:
        for line in page:
            if not _is_row(line):
                yield from _set_in(line) or _labelled(line)
    for page in pages:
        for block in (MARGIN_MM, MARGIN_MM + BLOCK_MM):
            for line in filter(_is_row, page):
                yield from _row(line, block)


def _is_row(line: _Line) -> bool:
    return line[0][1].isdecimal()


def _set_in(line: _Line) -> tuple[str, ...]:
    """Return a line of a remark after its first one; nothing for any other line."""
    x, text = line[0]
    return (f"  {text}",) if INDENT_MM <= x - MARGIN_MM < 2 * INDENT_MM else ()


def _labelled(line: _Line) -> Iterator[str]:
    """Yield each label with the text after it; two of them can share a line."""
    written = ""
    for _, text in line:
        if text.endswith(":") and written:
            yield written
            written = ""
        written = f"{written} {text}".strip()
    yield written


def _row(line: _Line, left: float) -> Iterator[str]:
    number, *sides = (_cell(line, left, column) for column in range(len(WIDTHS_MM)))
    pairs = zip(sides[::2], sides[1::2], strict=True)
    moves = [f"{move}  {time or NO_TIME}" for move, time in pairs if move]
    if number and moves:
        yield "  ".join((f"{number} ", *moves))


def _cell(line: _Line, left: float, column: int) -> str:
    """Return the text in this column of a block, or nothing."""
    begin = left + sum(WIDTHS_MM[:column]) - _NEAR_MM
    end = begin + WIDTHS_MM[column]
    return " ".join(text for x, text in line if begin <= x < end)
