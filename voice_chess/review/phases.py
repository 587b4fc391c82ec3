"""Decides by the pieces on the board where the opening ends and where the endgame begins.

The limits are those of lichess.org's division of games (Divider.scala of its library of chess
rules). Its third criterion, how far the two sides' pieces are mixed, is left out.
"""

from dataclasses import dataclass

from voice_chess.laws.position import Position
from voice_chess.review.reviewed_game import ReviewedGame

_OPENING, _ENDGAME = 10, 6
"""Numbers of queens, rooks, bishops and knights on the board that decide the phase.

With no more than the first number the opening is over; with the second, the endgame has begun.
"""

_SPARSE = 4
"""A back rank with fewer of its side's pieces than this counts as developed."""

_PIECES = frozenset("qrbnQRBN")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phases:
    """The plies at which the middlegame and the endgame begin; None if they never do."""

    middlegame: int | None
    endgame: int | None


def phases_of(game: ReviewedGame) -> Phases:
    plies = enumerate(game.positions)
    middlegame = next((ply for ply, position in plies if _is_developed(position)), None)
    late = ((ply, position) for ply, position in enumerate(game.positions) if ply)
    endgame = next((ply for ply, position in late if _pieces(position) <= _ENDGAME), None)
    return Phases(middlegame=None if middlegame in (None, endgame) else middlegame, endgame=endgame)


def _pieces(position: Position) -> int:
    return sum(sign in _PIECES for sign in _ranks(position)[0])


def _is_developed(position: Position) -> bool:
    placement, white_rank, black_rank = _ranks(position)
    if sum(sign in _PIECES for sign in placement) <= _OPENING:
        return True
    white = sum(sign.isupper() for sign in white_rank)
    black = sum(sign.islower() for sign in black_rank)
    return min(white, black) < _SPARSE


def _ranks(position: Position) -> tuple[str, str, str]:
    """Return all ranks, White's first rank and Black's first rank, each as in FEN."""
    placement = position.fen.split(maxsplit=1)[0]
    ranks = placement.split("/")
    return placement, ranks[-1], ranks[0]
