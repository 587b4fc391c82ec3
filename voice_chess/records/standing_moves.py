"""Reads moves that were illegal and stood, which are written on a sheet by their squares."""

from voice_chess.laws.notation import MoveRead, is_uci
from voice_chess.laws.position import Position


def read_standing(squares: str, position: Position) -> MoveRead | None:
    """Return the illegal move of a piece of the side to move; None for any other text.

    Legal moves are written in short notation, so squares alone show that this one was illegal.
    """
    if not is_uci(squares) or position.is_legal(squares):
        return None
    piece = position.piece_at(squares[:2])
    is_own = piece is not None and piece.isupper() == position.white_to_move
    return MoveRead(uci=squares) if is_own else None
