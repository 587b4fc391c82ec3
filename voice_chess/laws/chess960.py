"""The 960 starting positions of Chess960, by the number everyone knows them by."""

import chess

from voice_chess.laws.position import Position

STARTS = 960
ORDINARY = 518


class NoSuchStart(ValueError):
    """The number is none of 0 to 959."""


def starting_position(number: int) -> Position:
    """The position of that number; 518 is the ordinary one. Raises `NoSuchStart`."""
    if not 0 <= number < STARTS:
        message = f"Chess960 has positions 0 to {STARTS - 1}, not {number}."
        raise NoSuchStart(message)
    fen = chess.Board.from_chess960_pos(number).fen()
    return Position.from_fen(fen, chess960=True)
