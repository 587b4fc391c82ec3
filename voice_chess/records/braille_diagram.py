"""Writes a position on a page of braille: the published diagram, and the board rank by rank."""

import re

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.records.braille_code import diagram
from voice_chess.records.braille_page import pages, prose, wrapped
from voice_chess.records.braille_sheet import USUAL, Style, result_lines
from voice_chess.records.longhand import move_text
from voice_chess.records.scoresheet import Scoresheet

_INDENT = " " * 6
"""The published diagram begins in cell 7."""
_EMPTY = "-"
_FILES = "  ABCDEFGH"
_EIGHT = re.compile("[1-8]")


def of_sheet(sheet: Scoresheet, language: Language, style: Style = USUAL) -> str:
    """Return the last position of a game as BRF, with the last move and how the game ended.

    If the game is incomplete, the page says so, and why, before the board.
    """
    after = ""
    if sheet.entries:
        last = sheet.entries[-1]
        after = f"{last.number} {move_text(last, language)}"
    head = _head(sheet.final_position, language, after, style)
    head += result_lines(sheet, language, style)
    head += _wrapped(sheet.left_out, language, style) if sheet.left_out else []
    return _page(sheet.final_position, head, language, style)


def _page(position: Position, head: list[str], language: Language, style: Style) -> str:
    board = position.fen.split(maxsplit=1)[0]
    room = style.paper.cells - len(_INDENT)
    ranks = wrapped(diagram(board).split(), room, indent="")
    lines = [
        *head,
        "",
        *(_INDENT + line for line in ranks),
        "",
        *(f"{8 - n} {_rank(rank)}" for n, rank in enumerate(board.split("/"))),
        _FILES,
    ]
    return pages(lines, prose(language.sheet["position"], language), style.paper)


def _head(position: Position, language: Language, after: str, style: Style) -> list[str]:
    words = language.sheet
    side = words["white" if position.white_to_move else "black"]
    told = [words["position"], f"{words['to_move']}: {side}"]
    told += [f"{words['after_move']}: {after}"] if after else []
    return [line for text in told for line in _wrapped(text, language, style)]


def _wrapped(text: str, language: Language, style: Style) -> list[str]:
    return wrapped(style.prose(text, language).split(), style.paper.cells)


def _rank(rank: str) -> str:
    spread = _EIGHT.sub(lambda run: _EMPTY * int(run[0]), rank)
    return "".join(sign if sign == _EMPTY else diagram(sign) for sign in spread)
