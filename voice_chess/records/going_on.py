"""Continues a recorded game: sets up a new game from one of its positions."""

import re
from itertools import islice

from voice_chess.game.table import Setup
from voice_chess.records.scoresheet import Scoresheet

_FIGURES = re.compile(r"(\d{1,3})(?:\.?\s*(\.\.\.|\u2026)|\.)?")


def setup_after(sheet: Scoresheet, ply: int) -> Setup:
    """Return the position after this many half-moves, with the moves that led there as its history.

    If one of these moves was illegal and stood, the position comes without moves, since that move
    can't be made again.
    """
    entries, terms = sheet.entries[:ply], sheet.terms
    moves = tuple(entry.uci for entry in entries)
    if all(entry.is_legal for entry in entries):
        return Setup(fen=terms.start_fen, chess960=terms.chess960, moves=moves)
    position = next(islice(sheet.positions(), ply, None))
    return Setup(fen=position.fen, chess960=terms.chess960)


def ply_named(text: str, sheet: Scoresheet) -> int | None:
    """Return the number of half-moves up to the move that `12` (White's) or `12...` names.

    None if the text is no such name, or the sheet has no such move.
    """
    named = move_named(text)
    return None if named is None else ply_behind(named[0], sheet, white=named[1])


def move_named(text: str) -> tuple[int, bool] | None:
    """Return the number of the move that `12` or `12...` names, and whether it is White's."""
    figures = _FIGURES.fullmatch(text.strip())
    return None if figures is None else (int(figures[1]), figures[2] is None)


def ply_behind(number: int, sheet: Scoresheet, *, white: bool) -> int | None:
    """Return the number of half-moves up to this side's move; None if there is no such move."""
    entries = enumerate(sheet.entries, 1)
    return next((ply for ply, e in entries if (e.number, e.is_white) == (number, white)), None)
