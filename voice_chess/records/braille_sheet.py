"""Writes the scoresheet in braille, as a BRF file for an embosser or a display."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from voice_chess.clock.time_control import shown_to_minute
from voice_chess.languages.language import Language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.records.braille_code import diagram
from voice_chess.records.braille_page import REST_OF_ROW, Paper, pages, prose, wrapped
from voice_chess.records.braille_profile import Profile, legend, written_move
from voice_chess.records.endings import ending_text
from voice_chess.records.longhand import time_text
from voice_chess.records.remarks import remarks_of
from voice_chess.records.scoresheet import UNFINISHED, Entry, Scoresheet

Prose = Callable[[str, Language], str]
"""Turns ordinary text of a language into BRF."""

A4 = Paper()
RULE = "-" * 12
NOTHING = "-"
SIDES = {"w": ".", "b": "-"}
_RIGHTS = str.maketrans("kq", "U=")
_COLUMNS = (4, 14, 24, 30)
_BETWEEN = " - "
_NUMBER_CELLS = 4
"""The room for the number of a page and the space before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a sheet is written: its paper, the notation of moves, in columns or one after another.

    `prose` applies only to names and headings. Moves, and the labels that the reader looks for, are
    always in computer braille.
    """

    paper: Paper = A4
    profile: Profile = "ukaaf"
    layout: Literal["columns", "running"] = "columns"
    prose: Prose = prose


USUAL = Style()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLines:
    """The lines of a sheet: those above its moves, the moves, and those below them."""

    title: str
    head: tuple[str, ...]
    rows: tuple[str, ...]
    tail: tuple[str, ...]


def sheet_lines(sheet: Scoresheet, language: Language, style: Style = USUAL) -> SheetLines:
    """Return the sheet in lines that fit the paper, the legend of the notation last."""
    cells, head, rows = style.paper.cells, list[str](), list[str]()
    for text in _head(sheet, language):
        head += wrapped(style.prose(text, language).split(), cells)
    for number, *sides in sheet.rows():
        rows += _row(number, sides, style, language)
    tail = [*result_lines(sheet, language, style), *_remarks(sheet, language, style)]
    for text in _tail(language, style):
        tail += wrapped(style.prose(text, language).split(), cells)
    return SheetLines(
        title=style.prose(language.sheet["title"], language)[:cells],
        head=(*head, *_position_lines(sheet, language, style.paper)),
        rows=tuple(rows),
        tail=tuple(tail),
    )


def written(sheet: Scoresheet, language: Language, style: Style = USUAL) -> str:
    """Return the sheet as BRF, with the legend of the notation at its end."""
    found = sheet_lines(sheet, language, style)
    title = found.title.center(style.paper.cells).rstrip()
    lines = [title, "", *found.head, RULE, *found.rows, RULE, *found.tail]
    return pages(lines, _running_head(sheet, language, style.paper), style.paper)


def _running_head(sheet: Scoresheet, language: Language, paper: Paper) -> str:
    """Return both players' names for the head of each page, each cut if they are too long."""
    both, room = names(sheet, language), paper.cells - _NUMBER_CELLS
    if len(both) <= room:
        return both
    white, black = (prose(name, language) for name in (sheet.header.white, sheet.header.black))
    half = (room - len(_BETWEEN)) // 2
    rest = max(half, room - len(_BETWEEN) - min(len(white), len(black)))
    return f"{white[:rest].rstrip()}{_BETWEEN}{black[:rest].rstrip()}"


def names(sheet: Scoresheet, language: Language) -> str:
    """Return both players' names."""
    return prose(f"{sheet.header.white}{_BETWEEN}{sheet.header.black}", language)


def _head(sheet: Scoresheet, language: Language) -> list[str]:
    names = ("white", "black", "event", "site", "date", "round")
    found = {name: getattr(sheet.header, name) for name in names}
    found |= {"time_control": time_text(sheet.terms), "edition": sheet.terms.edition}
    told = [f"{language.sheet[name]}: {text}" for name, text in found.items() if text]
    return [*told, sheet.left_out] if sheet.left_out else told


def result_lines(sheet: Scoresheet, language: Language, style: Style) -> list[str]:
    """Return the result, the points if the arbiter gave others, and what ended the game."""
    words = language.sheet
    told = {"result": words["unfinished"] if sheet.result == UNFINISHED else sheet.result}
    told |= {"points": sheet.points} if sheet.points else {}
    found = (
        (prose(f"{words[name]}:", language), prose(text, language)) for name, text in told.items()
    )
    lines = [line for label, text in found for line in _labelled(label, text, style.paper.cells)]
    ending = ending_text(sheet, language)
    if not ending:
        return lines
    ended = f"{ending_label(language)} {prose(ending, language)}"
    return [*lines, *wrapped(ended.split(), style.paper.cells)]


def ending_label(language: Language) -> str:
    """Return the label before the words that say what ended the game."""
    return prose(f"{language.sheet['ended_by']}:", language)


def _remarks(sheet: Scoresheet, language: Language, style: Style) -> list[str]:
    """Return the remarks on moves, each behind the number of its move, under a label."""
    found = [style.prose(remark, language).split() for remark in remarks_of(sheet)]
    lines = [line for words in found for line in wrapped(words, style.paper.cells)]
    return [remarks_label(language), *lines] if lines else []


def remarks_label(language: Language) -> str:
    """Return the label above the remarks."""
    return prose(f"{language.sheet['remarks']}:", language)


def _labelled(label: str, text: str, cells: int) -> list[str]:
    line = f"{label} {text}"
    return [line] if len(line) <= cells else [label[:cells], text]


def _tail(language: Language, style: Style) -> list[str]:
    signatures = (language.sheet[f"signature_{side}"] for side in ("white", "black"))
    return [*(f"{label}:" for label in signatures), "", *legend(style.profile, language)]


def _position_lines(sheet: Scoresheet, language: Language, paper: Paper) -> list[str]:
    """Return the starting position unless it is the usual one; White to move is `.`, Black `-`."""
    if sheet.terms.start_fen == ORDINARY_START:
        return []
    board, side, rights, *rest = sheet.terms.start_fen.split()
    tokens = [*diagram(board).split(), SIDES[side], rights.translate(_RIGHTS), *rest]
    return [
        f"{prose(language.sheet['position'], language)}:",
        *wrapped([token.upper() for token in tokens], paper.cells),
    ]


def _row(number: int, sides: Sequence[Entry | None], style: Style, language: Language) -> list[str]:
    cells = [_move_cell(entry, style, language) for entry in sides]
    if any(entry and entry.clock_ms is not None for entry in sides):
        cells += [_clock_cell(entry) for entry in sides]
    in_columns = style.layout == "columns"
    line = _line(number, cells) if in_columns else " ".join((str(number), *cells))
    if len(line) <= style.paper.cells:
        return [line]
    first = f"{number:3}" if in_columns else str(number)
    return wrapped([first, *" ".join(cells).split()], style.paper.cells, REST_OF_ROW)


def _line(number: int, cells: Sequence[str]) -> str:
    line = f"{number:3}"
    for column, cell in zip(_COLUMNS, cells, strict=False):
        line = f"{line:{column - 1}} {cell}".rstrip()
    return line


def _move_cell(entry: Entry | None, style: Style, language: Language) -> str:
    if entry is None:
        return NOTHING
    draw = f" {prose(language.sheet['draw'], language)}" if entry.draw_offered else ""
    return written_move(entry.uci, entry.san, style.profile, language) + draw


def _clock_cell(entry: Entry | None) -> str:
    if entry is None or entry.clock_ms is None:
        return NOTHING
    return shown_to_minute(entry.clock_ms)
