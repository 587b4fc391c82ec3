"""Moves that were not legal and stood: on a sheet they are told by their squares, and read so."""

from voice_chess.laws.notation import MoveRead, is_uci
from voice_chess.laws.position import Position


def read_standing(squares: str, position: Position) -> MoveRead | None:
    """The move of a piece of the side to move that no rule lets it make; None for anything else.

    A legal move is written in short notation, so squares alone tell that this one was not.
    """
    if not is_uci(squares) or position.is_legal(squares):
        return None
    piece = position.piece_at(squares[:2])
    is_own = piece is not None and piece.isupper() == position.white_to_move
    return MoveRead(uci=squares) if is_own else None
