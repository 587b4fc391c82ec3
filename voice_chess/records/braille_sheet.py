"""The scoresheet in braille, as a BRF file for an embosser or a display, and its reader."""

import re

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.records.braille_code import diagram, move_code, normal, placement, san_of
from voice_chess.records.braille_page import Paper, lines_of, pages, prose, wrapped
from voice_chess.records.scoresheet import (
    RESULTS,
    STANDARD_START,
    UNFINISHED,
    BadRecord,
    Entry,
    Header,
    Noted,
    Scoresheet,
    Terms,
)

_PAPER = Paper()
_RULE = "-" * 12
_NOTHING = "-"
_COLUMNS = (4, 14, 24, 30)
_CONTINUED = "    "
_SIDES = {"w": ".", "b": "-"}
_RIGHTS = str.maketrans("kq", "U=")
_RIGHTS_BACK = str.maketrans("U=", "kq")
_ROW = re.compile(r" {0,2}\d")


def written(sheet: Scoresheet, language: Language, paper: Paper = _PAPER) -> str:
    """The sheet as BRF, moves in columns, with the legend of the code at its end."""
    words = language.sheet
    lines = [prose(words["title"]).center(paper.cells).rstrip(), ""]
    for text in _head(sheet, language):
        lines += wrapped(prose(text).split(), paper.cells)
    lines += [*_position_lines(sheet, language, paper), _RULE]
    for number, white, black in sheet.rows():
        lines += _row(number, (white, black), prose(words["draw"]), paper)
    lines.append(_RULE)
    for text in _tail(sheet, language):
        lines += wrapped(prose(text).split(), paper.cells)
    return pages(lines, prose(f"{sheet.header.white} - {sheet.header.black}"), paper)


def read(brf: str, language: Language) -> Scoresheet:
    """The game of a sheet as `written` writes it; raises `BadRecord`.

    Prose loses its capitals and accents in braille, so the head of the sheet stays behind.
    """
    lines = [normal(line) for line in lines_of(brf)]
    rules = [index for index, line in enumerate(lines) if line == _RULE]
    if len(rules) != len(("before the moves", "behind them")):
        message = "This is no braille scoresheet: its moves don't lie between two rules."
        raise BadRecord(message)
    head, rows, tail = (lines[: rules[0]], lines[rules[0] + 1 : rules[1]], lines[rules[1] + 1 :])
    terms = Terms(start_fen=_start_fen(head, language))
    result = (tail[0].split() or [""])[-1]
    return Scoresheet.of_moves(
        _moves(rows, Position.from_fen(terms.start_fen), prose(language.sheet["draw"])),
        header=Header(),
        terms=terms,
        result=result if result in RESULTS else UNFINISHED,
    )


def _head(sheet: Scoresheet, language: Language) -> list[str]:
    names = ("white", "black", "event", "site", "date", "round")
    found = {name: getattr(sheet.header, name) for name in names}
    found |= {"time_control": sheet.terms.time_control, "edition": sheet.terms.edition}
    return [f"{language.sheet[name]}: {text}" for name, text in found.items() if text]


def _tail(sheet: Scoresheet, language: Language) -> list[str]:
    words = language.sheet
    result = words["unfinished"] if sheet.result == UNFINISHED else sheet.result
    return [
        f"{words['result']}: {result}",
        f"{words['signature_white']}:",
        f"{words['signature_black']}:",
        "",
        f"{words['legend']}: {words['legend_code']}",
        f"0-0 0-0-0: {words['legend_castling']}",
        f"a8q: {words['legend_promotion']}",
        f"exd6: {words['legend_passing']}".replace("exd6", "e;d6"),
        f"{words['draw']}: {words['legend_draw']}",
    ]


def _position_lines(sheet: Scoresheet, language: Language, paper: Paper) -> list[str]:
    """The position a game began from, unless it is the usual one; white is `.`, black `-`."""
    if sheet.terms.start_fen == STANDARD_START:
        return []
    board, side, rights, *rest = sheet.terms.start_fen.split()
    tokens = [*diagram(board).split(), _SIDES[side], rights.translate(_RIGHTS), *rest]
    return [
        f"{prose(language.sheet['position'])}:",
        *wrapped([token.upper() for token in tokens], paper.cells),
    ]


def _start_fen(head: list[str], language: Language) -> str:
    label = f"{prose(language.sheet['position'])}:"
    if label not in head:
        return STANDARD_START
    *ranks, side, rights, passing, half, full = " ".join(head[head.index(label) + 1 :]).split()
    color = next(color for color, sign in _SIDES.items() if sign == side)
    board = placement(" ".join(ranks))
    return " ".join((board, color, rights.translate(_RIGHTS_BACK), passing.lower(), half, full))


def _row(
    number: int, sides: tuple[Entry | None, Entry | None], draw: str, paper: Paper
) -> list[str]:
    cells = [_move_cell(entry, draw) for entry in sides]
    if any(entry and entry.clock_ms is not None for entry in sides):
        cells += [_clock_cell(entry) for entry in sides]
    line = f"{number:3}"
    for column, cell in zip(_COLUMNS, cells, strict=False):
        line = f"{line:{column - 1}} {cell}".rstrip()
    if len(line) <= paper.cells:
        return [line]
    return wrapped([f"{number:3}", *" ".join(cells).split()], paper.cells, _CONTINUED)


def _move_cell(entry: Entry | None, draw: str) -> str:
    if entry is None:
        return _NOTHING
    return move_code(entry.san) + (f" {draw}" if entry.draw_offered else "")


def _clock_cell(entry: Entry | None) -> str:
    if entry is None or entry.clock_ms is None:
        return _NOTHING
    minutes = entry.clock_ms // 60_000
    return f"{minutes // 60}.{minutes % 60:02}"


def _moves(rows: list[str], position: Position, draw: str) -> list[Noted]:
    moves: list[Noted] = []
    for tokens in _joined(rows):
        for code, offered, clock in _pairs(tokens, draw):
            uci = _uci(code, position)
            moves.append(Noted(uci=uci, clock_ms=_clock_ms(clock), draw_offered=offered))
            position = position.played(uci)
    return moves


def _joined(rows: list[str]) -> list[list[str]]:
    """The tokens of each row behind its number, continued lines put together."""
    joined: list[list[str]] = []
    for row in filter(None, rows):
        if _ROW.match(row):
            joined.append(row.split()[1:])
        else:
            joined[-1] += row.split()
    return joined


def _pairs(tokens: list[str], draw: str) -> list[tuple[str, bool, str]]:
    """Move, whether a draw was offered with it, clock: for White, then for Black."""
    rest = list(tokens)
    sides: list[tuple[str, bool]] = []
    while rest and len(sides) < len(_SIDES):
        code = rest.pop(0)
        offered = bool(rest) and rest[0] == draw
        sides.append((code, offered))
        del rest[:offered]
    clocks = [*rest, _NOTHING, _NOTHING]
    return [
        (code, offered, clock)
        for (code, offered), clock in zip(sides, clocks, strict=False)
        if code != _NOTHING
    ]


def _uci(code: str, position: Position) -> str:
    wanted = san_of(code)
    for uci in position.legal_moves:
        if position.san(uci).rstrip("+#") == wanted:
            return uci
    message = f"Move {position.fullmove_number} on the braille sheet, {code}, is not legal."
    raise BadRecord(message)


def _clock_ms(text: str) -> int | None:
    if text == _NOTHING:
        return None
    hours, minutes = text.split(".")
    return (int(hours) * 60 + int(minutes)) * 60_000
