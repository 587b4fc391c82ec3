"""Interprets what a board senses: lifts, insertions, and the move that they add up to."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import SQUARES, NotPossible, PegBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardScan:
    """All pieces on the board, read at once."""

    board: PegBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifted:
    """A piece has left its hole, which is what touching means on a board for the blind."""

    square: str
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A piece sits in a hole that was empty."""

    square: str
    piece: str


Felt: TypeAlias = BoardScan | Lifted | Placed


def between(before: PegBoard, now: PegBoard) -> tuple[Lifted | Placed, ...]:
    """Return what the hands did between two readings: all lifts, then all insertions."""
    differences = before.differences(now)
    lifted = tuple(
        Lifted(square=hole.square, piece=hole.here) for hole in differences if hole.here is not None
    )
    placed = tuple(
        Placed(square=hole.square, piece=hole.there)
        for hole in differences
        if hole.there is not None
    )
    return (*lifted, *placed)


def felt(board: PegBoard, happening: Felt) -> PegBoard:
    """Return the board after an event; a sensor sees the holes but not the hand."""
    match happening:
        case BoardScan(board=standing):
            return standing
        case Lifted(square=square):
            return board.with_piece(square, None)
        case Placed(square=square, piece=piece):
            return board.with_piece(square, piece)


def turned(happening: Felt) -> Felt:
    """Return the same event on a board that lies the other way round."""
    match happening:
        case BoardScan(board=standing):
            return BoardScan(board=standing.turned())
        case Lifted(square=square) | Placed(square=square):
            return replace(happening, square=SQUARES[-1 - SQUARES.index(square)])


def is_executed(before: PegBoard, now: PegBoard, uci: str) -> bool:
    """Whether the captured piece is off, the moved one in its hole, and nothing else moved."""
    try:
        return not made(before, uci).differences(now)
    except NotPossible:
        return False


def executed(before: PegBoard, now: PegBoard, moves: Iterable[str]) -> tuple[str, ...]:
    """Return the moves that explain the board exactly; a peg board leaves no doubt."""
    return tuple(uci for uci in moves if is_executed(before, now, uci))
