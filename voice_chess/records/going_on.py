"""A recorded game that is gone on with: the start of the game that goes on."""

import re
from itertools import islice

from voice_chess.game.table import Setup
from voice_chess.records.scoresheet import Scoresheet

_FIGURES = re.compile(r"(\d{1,3})(?:(\.\.\.|\u2026)|\.)?")


def setup_after(sheet: Scoresheet, ply: int) -> Setup:
    """The position after so many half-moves, with the moves that led there as its history.

    Where one of them was not legal and stood, there is the position alone: nobody can make that
    move again.
    """
    entries, terms = sheet.entries[:ply], sheet.terms
    moves = tuple(entry.uci for entry in entries)
    if all(entry.is_legal for entry in entries):
        return Setup(fen=terms.start_fen, chess960=terms.chess960, moves=moves)
    position = next(islice(sheet.positions(), ply, None))
    return Setup(fen=position.fen, chess960=terms.chess960)


def ply_named(text: str, sheet: Scoresheet) -> int | None:
    """How many half-moves there are up to the move that `12` (White's) or `12...` names.

    None where the text is no such name, or the sheet has no such move.
    """
    figures = _FIGURES.fullmatch(text.strip())
    if figures is None:
        return None
    return ply_behind(int(figures[1]), sheet, white=figures[2] is None)


def ply_behind(number: int, sheet: Scoresheet, *, white: bool) -> int | None:
    """How many half-moves there are up to this move of this side; None where there is none."""
    entries = enumerate(sheet.entries, 1)
    return next((ply for ply, e in entries if (e.number, e.is_white) == (number, white)), None)
