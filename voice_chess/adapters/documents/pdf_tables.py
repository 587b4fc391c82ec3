"""Prints tables as a PDF that is read aloud row by row; each table is a bookmark.

It is tagged: a screen reader reads titles, tables, rows and the heads of columns. The heads are
repeated on each page for the eyes alone.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from voice_chess.adapters.documents.pdf_paper import (
    FONT,
    MARGIN_MM,
    empty_paper,
    lines_in,
    number_pages,
    put_lines,
)
from voice_chess.adapters.documents.pdf_tags import Kind, Tags
from voice_chess.languages.language import Language
from voice_chess.records.paper_tables import PaperTable, PaperTables

_STYLES: dict[Kind, tuple[str, int]] = {
    "H1": ("B", 14),
    "H2": ("B", 9),
    "P": ("", 9),
    "TH": ("B", 9),
    "TD": ("", 9),
}
"""The weight of each kind of text and its size in points."""
_LINE_MM, _TITLE_LINE_MM, _GAP_MM = 4.5, 8.0, 6.0
_PADDING_MM = 1.0
_ROOM_MM = 2.0
"""Extra width of a cell beyond its letters and padding, so that rounding breaks no text."""

_LEAST_ROWS = 3
"""A table begins on a new page if fewer rows than this would fit under its head."""


def written(paper: PaperTables, language: Language) -> bytes:
    """Return the tables as a PDF file of A4 pages in landscape."""
    pdf = empty_paper(paper.title, language, "landscape")
    pdf.set_auto_page_break(auto=True, margin=MARGIN_MM)
    pdf.c_margin = _PADDING_MM
    pdf.add_page()
    tags = Tags(pdf)
    _line(pdf, tags, paper.title, "H1")
    _line(pdf, tags, paper.subtitle, "P")
    for table in paper.tables:
        pdf.ln(_GAP_MM)
        _put(pdf, tags, table)
    number_pages(pdf, tags)
    return tags.written()


def _line(pdf: Any, tags: Tags, text: str, kind: Kind) -> None:
    style, size_pt = _STYLES[kind]
    pdf.set_font(FONT, style, size_pt)
    with tags.text(kind):
        put_lines(pdf, pdf.epw, _TITLE_LINE_MM, text)


def _put(pdf: Any, tags: Tags, table: PaperTable) -> None:
    if pdf.will_page_break(_TITLE_LINE_MM + (_LEAST_ROWS + 1) * 2 * _LINE_MM):
        pdf.add_page()
    pdf.start_section(table.title)
    _line(pdf, tags, table.title, "H2")
    widths = _widths(pdf, table)
    with tags.part("Table"):
        _row(pdf, tags, table.heads, widths, "TH")
        for row in table.rows:
            if pdf.will_page_break(_height(pdf, row, widths, "TD")):
                pdf.add_page()
                with tags.decoration():
                    _draw(pdf, table.heads, widths, "TH")
            _row(pdf, tags, row, widths, "TD")


def _row(pdf: Any, tags: Tags, row: Sequence[str], widths: Sequence[float], kind: Kind) -> None:
    with tags.part("TR"):
        _draw(pdf, row, widths, kind, tags)


def _draw(
    pdf: Any,
    row: Sequence[str],
    widths: Sequence[float],
    kind: Kind,
    tags: Tags | None = None,
) -> None:
    """Draw the row's cells from left to right, each in its frame; without tags, as decoration."""
    height, top, left = _height(pdf, row, widths, kind), pdf.get_y(), pdf.l_margin
    with nullcontext() if tags is None else tags.decoration():
        for place, width in enumerate(widths):
            pdf.rect(left + sum(widths[:place]), top, width, height)
    for place, (text, width) in enumerate(zip(row, widths, strict=True)):
        pdf.set_xy(left + sum(widths[:place]), top + _PADDING_MM)
        with nullcontext() if tags is None else tags.text(kind):
            put_lines(pdf, width, _LINE_MM, text)
    pdf.set_xy(left, top + height)


def _height(pdf: Any, row: Sequence[str], widths: Sequence[float], kind: Kind) -> float:
    """Choose the font and return the height, in mm, of the cell with the most lines."""
    pdf.set_font(FONT, *_STYLES[kind])
    lines = (len(lines_in(pdf, width, text)) for text, width in zip(row, widths, strict=True))
    return float(max(lines, default=1) * _LINE_MM + 2 * _PADDING_MM)


def _widths(pdf: Any, table: PaperTable) -> tuple[float, ...]:
    """Return the width of each column's longest text, in mm; if it's too much, cut the widest.

    No column is narrower than its longest word, unless these are too much, too.
    """
    pdf.set_font(FONT, *_STYLES["TH"])
    columns = [*zip(table.heads, *table.rows, strict=True)]
    extra = 2 * _PADDING_MM + _ROOM_MM
    wanted = [max(map(pdf.get_string_width, column)) + extra for column in columns]
    words = [{word for text in column for word in text.split()} | {""} for column in columns]
    least = [max(map(pdf.get_string_width, column)) + extra for column in words]
    if sum(least) > pdf.epw:
        return _shared(wanted, pdf.epw)
    more = [width - word for width, word in zip(wanted, least, strict=True)]
    added = _shared(more, pdf.epw - sum(least))
    return tuple(word + width for word, width in zip(least, added, strict=True))


def _shared(wanted: Sequence[float], room: float) -> tuple[float, ...]:
    """Fit all within `room`: each column gets at most an equal share of what is left."""
    found: dict[int, float] = {}
    for place, column in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        found[column] = min(wanted[column], room / (len(wanted) - place))
        room -= found[column]
    return tuple(found[column] for column in range(len(wanted)))
