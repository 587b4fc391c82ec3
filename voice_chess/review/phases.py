"""Where the opening ends and where the endgame begins, by what stands on the board.

The bounds are those of lichess.org's division of games (Divider.scala of its library of chess
rules), without its third sign, how far both sides' pieces are mixed.
"""

from dataclasses import dataclass

from voice_chess.laws.position import Position
from voice_chess.review.reviewed_game import ReviewedGame

_OPENING, _ENDGAME = 10, 6
"""With no more queens, rooks, bishops and knights than that on the board, it is over or begun."""

_SPARSE = 4
"""A back rank with fewer of its side's pieces is developed."""

_PIECES = frozenset("qrbnQRBN")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phases:
    """The plies from which on it is the middlegame and the endgame; None where it never is."""

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
    """All ranks, White's first one and Black's."""
    placement = position.fen.split(maxsplit=1)[0]
    ranks = placement.split("/")
    return placement, ranks[-1], ranks[0]
