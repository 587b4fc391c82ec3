"""The 960 starting positions of Chess960, by the number everyone knows them by."""

import chess

from voice_chess.laws.position import Position

STARTS = 960


class NoSuchStart(ValueError):
    """The number is none of 0 to 959."""


def number_of(position: Position) -> int | None:
    """The number of a position that is one of these starts; None for any other."""
    return position.board.chess960_pos() if position.chess960 else None


def number_of_start(position: Position) -> int | None:
    """The number of the start from which this position came about."""
    return number_of(position.rewound(0)) if position.chess960 else None


def starting_position(number: int) -> Position:
    """The position of that number; 518 is the ordinary one. Raises `NoSuchStart`."""
    if not 0 <= number < STARTS:
        message = f"Chess960 has positions 0 to {STARTS - 1}, not {number}."
        raise NoSuchStart(message)
    fen = chess.Board.from_chess960_pos(number).fen()
    return Position.from_fen(fen, chess960=True)
