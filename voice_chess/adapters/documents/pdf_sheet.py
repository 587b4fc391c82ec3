"""Prints the longhand scoresheet to be signed: a PDF in the letters of the language.

It is tagged: a screen reader reads its title, what is agreed, and the moves as one table across all
blocks and pages. The table's heads are repeated above each block for the eyes alone.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from voice_chess.adapters.documents.pdf_paper import (
    FONT,
    MARGIN_MM,
    empty_paper,
    number_pages,
    put_lines,
)
from voice_chess.adapters.documents.pdf_tags import Kind, Tags
from voice_chess.by_color import SIDES
from voice_chess.languages.language import Language
from voice_chess.records.endings import ending_text
from voice_chess.records.longhand import move_text, start_text, time_text
from voice_chess.records.remarks import in_lines, remarks_of
from voice_chess.records.scoresheet import HEADER, UNFINISHED, Entry, Scoresheet

_ROWS_PER_BLOCK = 40
_BLOCKS_PER_PAGE = 2
BLOCK_MM = 95.0
_ROW_MM = 5.0
WIDTHS_MM = (9.0, 25.0, 16.0, 25.0, 16.0)
_LABEL_MM = 38.0
_SIGNATURE_MM, _DATE_MM = 65.0, 30.0
_GAP_MM, _DATE_LABEL_MM = 8.0, 14.0
_SPACE_MM = 3.0
"""The space between two blocks."""

_FOOT_MM, _EDGE_MM = 5.5 * _ROW_MM, 6.0
"""The height of result and signatures, and the margin that printers leave empty."""

_TEXT_PT, _TITLE_PT = 9, 14
_COLUMNS = 90
"""The most letters of a remark in one line; the widest of them fit."""
INDENT_MM = 4.0

_Row = tuple[int, Entry | None, Entry | None]


def written(sheet: Scoresheet, language: Language) -> bytes:
    """Return the sheet as a PDF file of A4 pages, eighty moves a page."""
    pdf = empty_paper(_title(sheet, language), language)
    pdf.set_auto_page_break(auto=False)
    tags = Tags(pdf)
    rows = sheet.rows()
    size = _ROWS_PER_BLOCK * _BLOCKS_PER_PAGE
    pdf.add_page()
    _head(pdf, tags, sheet, language)
    with tags.part("Table"):
        for first in range(0, max(len(rows), 1), size):
            if first:
                pdf.add_page()
                with tags.decoration():
                    _head(pdf, None, sheet, language)
            _blocks(pdf, tags, rows[first : first + size], language, is_first=first == 0)
    remarks = remarks_of(sheet)
    if remarks:
        _make_room(pdf, tags, 2 * _ROW_MM, sheet, language)
        _labelled(pdf, tags, language.sheet["remarks"], "")
        pdf.ln(_ROW_MM)
    for remark in remarks:
        _remark(pdf, tags, remark, sheet, language)
    _make_room(pdf, tags, _FOOT_MM, sheet, language)
    _foot(pdf, tags, sheet, language)
    number_pages(pdf, tags)
    return tags.written()


def _title(sheet: Scoresheet, language: Language) -> str:
    """Return the title of the file, by which one of several open ones is found."""
    names = " \N{EN DASH} ".join(filter(None, (sheet.header.white, sheet.header.black)))
    title = language.sheet["title"]
    return f"{title}: {names}" if names else title


def _make_room(
    pdf: Any, tags: Tags, height_mm: float, sheet: Scoresheet, language: Language
) -> None:
    """Begin a page if what is printed next does not fit on this one."""
    if pdf.get_y() + height_mm > pdf.h - _EDGE_MM:
        pdf.add_page()
        with tags.decoration():
            _head(pdf, None, sheet, language)


def _remark(pdf: Any, tags: Tags, remark: str, sheet: Scoresheet, language: Language) -> None:
    """Print a remark on a move, on several pages if it is long; all lines but one are set in."""
    lines = in_lines(remark, _COLUMNS)
    while lines:
        _make_room(pdf, tags, _ROW_MM, sheet, language)
        pdf.set_font(FONT, "", _TEXT_PT)
        room = int((pdf.h - _EDGE_MM - pdf.get_y()) // _ROW_MM)
        with tags.text("P"):
            for line in lines[:room]:
                pdf.set_x(MARGIN_MM + (INDENT_MM if line.startswith(" ") else 0))
                pdf.cell(0, _ROW_MM, f"{line.strip()} ", new_x="LMARGIN", new_y="NEXT")
        del lines[:room]


def _as(kind: Kind, tags: Tags | None) -> AbstractContextManager[None]:
    """Mark text as this kind; without tags it belongs to what is marked already."""
    return nullcontext() if tags is None else tags.text(kind)


def _head(pdf: Any, tags: Tags | None, sheet: Scoresheet, language: Language) -> None:
    words = language.sheet
    pdf.set_font(FONT, "B", _TITLE_PT)
    with _as("H1", tags):
        pdf.cell(0, 2 * _ROW_MM, words["title"], new_x="LMARGIN", new_y="NEXT")
    found = {name: getattr(sheet.header, name) for name in HEADER}
    found |= {"time_control": time_text(sheet.terms), "edition": sheet.terms.edition}
    in_row = 0
    for name, text in found.items():
        blocks = 1 if _fits(pdf, text) else _BLOCKS_PER_PAGE
        if in_row + blocks > _BLOCKS_PER_PAGE:
            pdf.ln(_ROW_MM)
            in_row = 0
        pdf.set_x(MARGIN_MM + BLOCK_MM * in_row)
        _labelled(pdf, tags, words[name], text, blocks)
        in_row += blocks
    pdf.ln(_ROW_MM)
    start = start_text(sheet.terms)
    if start:
        _labelled(pdf, tags, words["position"], start, blocks=_BLOCKS_PER_PAGE)
        pdf.ln(_ROW_MM)
    if sheet.left_out:
        told = sheet.left_out_in_print
        with _as("P", tags):
            put_lines(pdf, pdf.epw, _ROW_MM, told)
    pdf.ln(_ROW_MM)


def _labelled(pdf: Any, tags: Tags | None, label: str, text: str, blocks: int = 1) -> None:
    with _as("P", tags):
        pdf.set_font(FONT, "B", _TEXT_PT)
        pdf.cell(_LABEL_MM, _ROW_MM, f"{label}: ")
        pdf.set_font(FONT, "", _TEXT_PT)
        pdf.cell(blocks * BLOCK_MM - _LABEL_MM, _ROW_MM, _fitted(pdf, text, blocks))


def _fits(pdf: Any, text: str, blocks: int = 1) -> bool:
    """Whether the text fits behind its label in this number of blocks."""
    pdf.set_font(FONT, "", _TEXT_PT)
    room = blocks * BLOCK_MM - _LABEL_MM - _SPACE_MM
    return bool(pdf.get_string_width(text) <= room)


def _fitted(pdf: Any, text: str, blocks: int) -> str:
    """Return the text, cut to the room in a row of the page."""
    if _fits(pdf, text, blocks):
        return text
    while not _fits(pdf, f"{text}…", blocks):
        text = text[:-1]
    return f"{text}…"


def _blocks(
    pdf: Any, tags: Tags, rows: tuple[_Row, ...], language: Language, *, is_first: bool
) -> None:
    top = pdf.get_y()
    for number in range(_BLOCKS_PER_PAGE):
        block = rows[number * _ROWS_PER_BLOCK : (number + 1) * _ROWS_PER_BLOCK]
        pdf.set_y(top)
        left = MARGIN_MM + BLOCK_MM * number
        if block or not number:
            _heads(pdf, tags, left, language, is_read=is_first and not number)
            _block(pdf, tags, left, block, language)
    pdf.set_y(top + (min(len(rows), _ROWS_PER_BLOCK) + 2) * _ROW_MM)


def _heads(pdf: Any, tags: Tags, left: float, language: Language, *, is_read: bool) -> None:
    words = language.sheet
    heads = [words[name] for name in ("number", "white", "clock", "black", "clock")]
    pdf.set_font(FONT, "B", _TEXT_PT)
    if is_read:
        with tags.part("TR"):
            _row(pdf, left, heads, "TH", tags)
        return
    with tags.decoration():
        _row(pdf, left, heads, "TH")


def _block(pdf: Any, tags: Tags, left: float, rows: tuple[_Row, ...], language: Language) -> None:
    pdf.set_font(FONT, "", _TEXT_PT)
    for number, white, black in rows:
        cells = (*_cells(white, language), *_cells(black, language))
        with tags.part("TR"):
            _row(pdf, left, [str(number), *cells], "TD", tags)


def _row(pdf: Any, left: float, texts: list[str], kind: Kind, tags: Tags | None = None) -> None:
    pdf.set_x(left)
    for width, text in zip(WIDTHS_MM, texts, strict=True):
        with _as(kind, tags):
            pdf.cell(width, _ROW_MM, text, border=1)
    pdf.ln(_ROW_MM)


def _cells(entry: Entry | None, language: Language) -> tuple[str, str]:
    if entry is None:
        return "", ""
    return move_text(entry, language), entry.clock_text


def _foot(pdf: Any, tags: Tags, sheet: Scoresheet, language: Language) -> None:
    """Print the result and what ended the game; and for each player lines for name and date."""
    words = language.sheet
    result = words["unfinished"] if sheet.result == UNFINISHED else sheet.result
    _labelled(pdf, tags, words["result"], result)
    if sheet.points:
        pdf.set_x(MARGIN_MM + BLOCK_MM)
        _labelled(pdf, tags, words["points"], sheet.points)
    pdf.ln(_ROW_MM)
    if ending := ending_text(sheet, language):
        _labelled(pdf, tags, words["ended_by"], ending, blocks=_BLOCKS_PER_PAGE)
    pdf.ln(_ROW_MM)
    for side in SIDES:
        _labelled(pdf, tags, words[f"signature_{side}"], "")
        _line_at(pdf, tags, MARGIN_MM + 1.5 * _LABEL_MM, _SIGNATURE_MM)
        date = MARGIN_MM + 1.5 * _LABEL_MM + _SIGNATURE_MM + _GAP_MM
        pdf.set_x(date)
        _labelled(pdf, tags, words["date"], "")
        _line_at(pdf, tags, date + _DATE_LABEL_MM, _DATE_MM)
        pdf.ln(2.5 * _ROW_MM)


def _line_at(pdf: Any, tags: Tags, left: float, width: float) -> None:
    """Draw a line to write on, in the row that is being printed."""
    bottom = pdf.get_y() + _ROW_MM
    with tags.decoration():
        pdf.line(left, bottom, left + width, bottom)
