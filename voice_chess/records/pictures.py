"""Draws positions and pieces as SVG pictures, in python-chess's art."""

import chess
import chess.svg

from voice_chess.laws.position import Position

LETTERS = "KQRBNPkqrbnp"


def piece_picture(letter: str) -> str:
    """Return the picture of a piece, given by its letter in FEN."""
    return chess.svg.piece(chess.Piece.from_symbol(letter), size=90)


def position_picture(position: Position, *, is_flipped: bool = False) -> str:
    """Return the picture of a board from White's side, or from Black's; the last move is marked."""
    last = chess.Move.from_uci(position.moves[-1]) if position.moves else None
    check = position.board.king(position.board.turn) if position.is_check else None
    return chess.svg.board(
        position.board,
        orientation=chess.BLACK if is_flipped else chess.WHITE,
        lastmove=last,
        check=check,
        size=800,
    )
