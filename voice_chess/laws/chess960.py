"""The 960 starting positions of Chess960, by their usual numbers (518 is ordinary chess)."""

import chess

from voice_chess.laws.position import Position

STARTS = 960


class NoSuchStart(ValueError):
    """The number is not one of 0 to 959."""


def number_of(position: Position) -> int | None:
    """Return the number of a Chess960 starting position; None for any other position."""
    return position.board.chess960_pos() if position.chess960 else None


def number_of_start(position: Position) -> int | None:
    """Return the number of the start of this position's game; None if it is not a Chess960 one."""
    return number_of(position.rewound(0)) if position.chess960 else None


def starting_position(number: int) -> Position:
    """Return the starting position with that number. Raises `NoSuchStart`."""
    if not 0 <= number < STARTS:
        message = f"Chess960 has positions 0 to {STARTS - 1}, not {number}."
        raise NoSuchStart(message)
    fen = chess.Board.from_chess960_pos(number).fen()
    return Position.from_fen(fen, chess960=True)
