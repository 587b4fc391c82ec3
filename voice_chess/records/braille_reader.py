"""Reads a braille scoresheet, in BRF or in Unicode braille, with moves in any notation."""

import re
from dataclasses import replace

from voice_chess.languages.language import Language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.records.braille_code import normal, placement
from voice_chess.records.braille_page import as_brf, lines_of, prose, unaccented
from voice_chess.records.braille_profile import PROFILES, Profile, move_of
from voice_chess.records.braille_sheet import NOTHING, RULE, SIDES, ending_label, remarks_label
from voice_chess.records.damage import Damage, clock_unread, cut_short, start_of
from voice_chess.records.scoresheet import (
    RESULTS,
    UNFINISHED,
    BadRecord,
    Header,
    Noted,
    Scoresheet,
    Terms,
    points_in,
)

_RULES = 2
_RESULT_LINES = 4
_RIGHTS = str.maketrans("U=", "kq")
_ROW = re.compile(r" {0,2}\d")
_CLOCK = re.compile(r"(\d+)\.(\d\d)")


def read(text: str, language: Language, *, reader: Language | None = None) -> Scoresheet:
    """Return the game of a sheet that `braille_sheet` wrote. Raises `BadRecord`.

    Prose loses its capitals and accents in braille, so the head of the sheet is not read. With
    the language of a reader, a move that can't be read ends the game, and the sheet says so in it.
    """
    lines = _lines(text)
    rules = [index for index, line in enumerate(lines) if line == RULE]
    if len(rules) != _RULES:
        message = "This is no braille scoresheet: its moves don't lie between two rules."
        raise Damage(message, "unread-rules")
    head, rows, tail = lines[: rules[0]], lines[rules[0] + 1 : rules[1]], lines[rules[1] + 1 :]
    terms = _terms(_start_fen(head, language))
    points_label = f"{prose(language.sheet['points'], language)}:"
    results = " ".join(tail[:_RESULT_LINES])
    for label in (ending_label(language), remarks_label(language)):
        results, _, _ = results.partition(label)
    told, _, points = results.partition(points_label)
    moves, problem = _moves(_joined(rows), start_of(terms), language)
    if problem and reader is None:
        raise problem
    sheet = Scoresheet.of_moves(
        moves,
        header=Header(),
        terms=terms,
        result=next((result for result in told.split() if result in RESULTS), UNFINISHED),
        points=points_in(next(iter(points.split()), "")),
    )
    return replace(sheet, left_out=cut_short(problem, reader) if problem and reader else "")


def _lines(text: str) -> list[str]:
    try:
        return [normal(line) for line in lines_of(as_brf(text))]
    except ValueError as error:
        message = f"This braille can't be read: {error}."
        raise Damage(message, "unread-cells") from error


def _start_fen(head: list[str], language: Language) -> str:
    label = f"{prose(language.sheet['position'], language)}:"
    if label not in head:
        return ORDINARY_START
    told = " ".join(head[head.index(label) + 1 :]).split()
    try:
        *ranks, side, rights, passing, half, full = told
        color = next(color for color, sign in SIDES.items() if sign == side)
        board = placement(" ".join(ranks))
    except (ValueError, KeyError, StopIteration) as error:
        message = "The position at the head of the braille sheet can't be read."
        raise Damage(message, "unread-start") from error
    return " ".join((board, color, rights.translate(_RIGHTS), passing.lower(), half, full))


def _terms(start_fen: str) -> Terms:
    """Return the terms of the game: Chess960 if ordinary chess forbids its castling rights.

    A sheet does not name the variant.
    """
    ordinary = Terms(start_fen=start_fen)
    try:
        ordinary.start()
    except BadRecord:
        return Terms(start_fen=start_fen, chess960=True)
    return ordinary


def _joined(rows: list[str]) -> list[list[str]]:
    """Return the tokens of each row after its number, with continued lines joined."""
    joined: list[list[str]] = []
    for row in filter(None, rows):
        if _ROW.match(row) or not joined:
            joined.append(row.split()[1:])
        else:
            joined[-1] += row.split()
    return joined


def _moves(
    rows: list[list[str]], start: Position, language: Language
) -> tuple[list[Noted], BadRecord | None]:
    """Return the moves in the notation that reads most, and the error that ended it."""
    failures: list[tuple[list[Noted], BadRecord]] = []
    for profile in PROFILES:
        moves: list[Noted] = []
        try:
            _read_into(moves, rows, start, (profile, language))
        except BadRecord as error:
            failures.append((moves, error))
        else:
            return moves, None
    return max(failures, key=lambda failure: len(failure[0]))


def _read_into(
    moves: list[Noted], rows: list[list[str]], position: Position, code: tuple[Profile, Language]
) -> None:
    profile, language = code
    word = language.sheet["draw"]
    draws = {prose(word, language), prose(unaccented(word), language)}
    for tokens in rows:
        for cell, offered, clock in _pairs(tokens, draws):
            uci = move_of(cell, position, profile, language)
            clock_ms, stood = _clock_ms(clock, position), not position.is_legal(uci)
            noted = Noted(
                uci=uci,
                clock_ms=clock_ms,
                is_clock_to_minute=clock_ms is not None,
                draw_offered=offered,
                stood=stood,
            )
            moves.append(noted)
            position = position.made(uci)


def _pairs(tokens: list[str], draws: set[str]) -> list[tuple[str, bool, str]]:
    """Return each move of a row with its draw offer and its clock: White's, then Black's."""
    rest = list(tokens)
    sides: list[tuple[str, bool]] = []
    while rest and len(sides) < len(SIDES):
        code = rest.pop(0)
        offered = bool(rest) and rest[0] in draws
        sides.append((code, offered))
        del rest[:offered]
    clocks = [*rest, NOTHING, NOTHING]
    return [
        (code, offered, clock)
        for (code, offered), clock in zip(sides, clocks, strict=False)
        if code != NOTHING
    ]


def _clock_ms(text: str, position: Position) -> int | None:
    if text == NOTHING:
        return None
    time = _CLOCK.fullmatch(text)
    if time is None:
        message = f"{text} on the braille sheet is no time."
        raise clock_unread(message, text, position)
    return (int(time[1]) * 60 + int(time[2])) * 60_000
