"""Knows which steps of a king mean castling, and finds what forbids it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import chess

from voice_chess.laws.position import Castling, Position

_KING_GOES_TO: Mapping[Castling, str] = {"short": "g", "long": "c"}
"""The file on which the king arrives."""


class CastlingBar(StrEnum):
    """An obstacle to castling: first the lasting ones, then the temporary ones."""

    KING_MOVED = "king-moved"
    ROOK_MOVED = "rook-moved"
    NO_RIGHT = "no-right"
    BLOCKED = "blocked"
    IN_CHECK = "in-check"
    THROUGH_CHECK = "through-check"
    INTO_CHECK = "into-check"


@dataclass(frozen=True, slots=True, kw_only=True)
class CastlingRefused:
    """The obstacle; `square` holds the piece in the way or giving check, None for a lost right."""

    why: CastlingBar
    square: str | None = None


def steps_of_castling(position: Position, side: Castling) -> str | None:
    """Return the two steps, in UCI, by which the mover's king castles on that side, if it may.

    None if it is not on its first square, and in Chess960, where two steps never mean castling.
    """
    rank, king = ("1", "K") if position.white_to_move else ("8", "k")
    if position.chess960 or position.piece_at(f"e{rank}") != king:
        return None
    return f"e{rank}{_KING_GOES_TO[side]}{rank}"


def castling_meant(position: Position, uci: str) -> Castling | None:
    """Return the side on which these two steps mean castling, allowed or not; None for others."""
    return next((s for s in _KING_GOES_TO if steps_of_castling(position, s) == uci), None)


def what_bars_castling(position: Position, side: Castling) -> CastlingRefused | None:
    """Return the first obstacle to castling on that side for the player to move, or None."""
    board = position.board
    king = board.king(board.turn)
    rook = _rook(board, side)
    if king is None or rook is None:
        return CastlingRefused(why=_lost_right(position, side))
    rank = chess.square_rank(king)
    king_to = chess.square(6 if side == "short" else 2, rank)
    rook_to = chess.square(5 if side == "short" else 3, rank)
    path = _span(king, king_to) | _span(rook, rook_to)
    in_the_way = (path & board.occupied) - chess.SquareSet([king, rook])
    if in_the_way:
        nearest = min(in_the_way, key=lambda square: chess.square_distance(king, square))
        return CastlingRefused(why=CastlingBar.BLOCKED, square=chess.square_name(nearest))
    return _attacked_on_the_way(board, king, king_to)


def castling_rook(position: Position, uci: str) -> str | None:
    """Return the square of the rook that a legal castling moves; None for any other move."""
    side = position.facts(uci).castling
    rook = None if side is None else _rook(position.board, side)
    return None if rook is None else chess.square_name(rook)


def castling_goal(position: Position, uci: str) -> str | None:
    """Return the square to which the king goes in a legal castling; None for any other move."""
    side = position.facts(uci).castling
    return None if side is None else _KING_GOES_TO[side] + uci[1]


def _rook(board: chess.Board, side: Castling) -> chess.Square | None:
    """Return the rook that may still castle on that side, or None."""
    king = board.king(board.turn)
    home = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
    rooks = chess.SquareSet(board.clean_castling_rights() & home)
    fitting = [rook for rook in rooks if king is not None and (rook > king) == (side == "short")]
    return fitting[0] if fitting else None


def _attacked_on_the_way(
    board: chess.Board, king: chess.Square, king_to: chess.Square
) -> CastlingRefused | None:
    step = 1 if king_to >= king else -1
    for square in range(king, king_to + step, step):
        attackers = board.attackers(not board.turn, square)
        if attackers:
            why = CastlingBar.INTO_CHECK if square == king_to else CastlingBar.THROUGH_CHECK
            why = CastlingBar.IN_CHECK if square == king else why
            return CastlingRefused(why=why, square=chess.square_name(min(attackers)))
    return None


def _lost_right(position: Position, side: Castling) -> CastlingBar:
    """Return whether king or rook lost the right, as far as the position and its moves show."""
    board = position.board
    rank = 0 if board.turn else 7
    home, corner = chess.square(4, rank), chess.square(7 if side == "short" else 0, rank)
    if board.chess960:
        return CastlingBar.NO_RIGHT
    if board.king(board.turn) != home or _left(position, home):
        return CastlingBar.KING_MOVED
    if board.piece_at(corner) != chess.Piece(chess.ROOK, board.turn) or _left(position, corner):
        return CastlingBar.ROOK_MOVED
    return CastlingBar.NO_RIGHT


def _left(position: Position, square: chess.Square) -> bool:
    return any(uci.startswith(chess.square_name(square)) for uci in position.moves)


def _span(one: chess.Square, other: chess.Square) -> chess.SquareSet:
    """Return both squares and all between them."""
    return chess.SquareSet(chess.between(one, other)) | chess.SquareSet([one, other])
