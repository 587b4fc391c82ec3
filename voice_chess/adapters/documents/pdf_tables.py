"""Tables as a PDF: what is read aloud comes row by row, as it stands, and each table is a bookmark.

A screen reader gets the text in the order in which it was put on the page. The heads stand again on
each page.
"""

from collections.abc import Sequence
from typing import Any

from voice_chess.adapters.documents.pdf_paper import FONT, MARGIN_MM, empty_paper
from voice_chess.languages.language import Language
from voice_chess.records.paper_tables import PaperTable, PaperTables

_TITLE_PT, _TEXT_PT = 14, 9
_LINE_MM, _TITLE_LINE_MM, _GAP_MM = 4.5, 8.0, 6.0
_PADDING_MM = 1.0
_ROOM_MM = 2.0
"""More than the letters of a cell and its padding, so that no text is broken by a rounding."""

_LEAST_ROWS = 3
"""A table begins on a new page rather than with fewer rows under its head."""


def written(paper: PaperTables, language: Language) -> bytes:
    """The tables as a PDF file of A4 pages on their side."""
    pdf = empty_paper(paper.title, language, "landscape")
    pdf.set_auto_page_break(auto=True, margin=MARGIN_MM)
    pdf.add_page()
    _line(pdf, paper.title, _TITLE_PT)
    _line(pdf, paper.subtitle, _TEXT_PT)
    for table in paper.tables:
        pdf.ln(_GAP_MM)
        _put(pdf, table)
    return bytes(pdf.output())


def _line(pdf: Any, text: str, size_pt: int) -> None:
    pdf.set_font(FONT, "B" if size_pt == _TITLE_PT else "", size_pt)
    pdf.multi_cell(0, _TITLE_LINE_MM, text, align="L", new_x="LMARGIN", new_y="NEXT")


def _put(pdf: Any, table: PaperTable) -> None:
    if pdf.will_page_break(_TITLE_LINE_MM + (_LEAST_ROWS + 1) * 2 * _LINE_MM):
        pdf.add_page()
    pdf.start_section(table.title)
    pdf.set_font(FONT, "B", _TEXT_PT)
    pdf.cell(0, _TITLE_LINE_MM, table.title, new_x="LMARGIN", new_y="NEXT")
    widths = _widths(pdf, table)
    pdf.set_font(FONT, "", _TEXT_PT)
    with pdf.table(
        width=sum(widths),
        col_widths=widths,
        align="LEFT",
        text_align="LEFT",
        line_height=_LINE_MM,
        padding=_PADDING_MM,
    ) as drawn:
        for row in (table.heads, *table.rows):
            drawn.row(row)


def _widths(pdf: Any, table: PaperTable) -> tuple[float, ...]:
    """As wide as each column's longest text; where there is no room, the widest give way."""
    columns = zip(table.heads, *table.rows, strict=True)
    wanted = [max(map(pdf.get_string_width, column)) for column in columns]
    return _shared([width + 2 * _PADDING_MM + _ROOM_MM for width in wanted], pdf.epw)


def _shared(wanted: Sequence[float], room: float) -> tuple[float, ...]:
    """All within `room`: no column is wider than what is left for each of those still to come."""
    found: dict[int, float] = {}
    for place, column in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        found[column] = min(wanted[column], room / (len(wanted) - place))
        room -= found[column]
    return tuple(found[column] for column in range(len(wanted)))
