"""Splits a move into movements of the hands, in the order of the Laws for blind players.

The captured piece leaves the board first, then the player's own piece goes into its new hole. In
castling the king goes first. A pawn that promotes leaves before the new piece comes.
"""

from dataclasses import dataclass
from typing import assert_never

from voice_chess.tactile.peg_board import FILES, PegBoard

CASTLED_FILES = {"g": "f", "c": "d"}
"""The file of the castled rook, by that of the king."""
_CASTLING_STEPS = 2
"""How many files a castling king moves, but for Chess960."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """Take the piece out of its hole."""

    square: str
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """Put the piece in the hand into this hole."""

    square: str
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LayAside:
    """Put the piece in the hand beside the board."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeUp:
    """Take a piece from beside the board."""

    piece: str


Movement = Lift | Insert | LayAside | TakeUp


def movements(board: PegBoard, uci: str) -> tuple[Movement, ...]:
    """Return the movements for a legal move on a board that shows the position before it.

    Raises `NotPossible` if no piece stands where the move starts.
    """
    start, target, promoted = uci[:2], uci[2:4], uci[4:]
    piece = _required(board, start)
    castling = _castling(board, start, target)
    if castling:
        return castling
    removed = _captured_square(board, start, target)
    capture = _out(board, removed) if removed else ()
    if promoted:
        new = promoted.upper() if piece.isupper() else promoted
        arriving: tuple[Movement, ...] = (
            *_out(board, start),
            TakeUp(piece=new),
            Insert(square=target, piece=new),
        )
        return (*capture, *arriving)
    return (*capture, Lift(square=start, piece=piece), Insert(square=target, piece=piece))


def after(board: PegBoard, movement: Movement) -> PegBoard:
    """Return the board after this movement. Raises `NotPossible` if the hands can't do it."""
    match movement:
        case Lift(square=square):
            return board.lifted(square)
        case Insert(square=square):
            return board.inserted(square)
        case LayAside():
            return board.laid_aside()
        case TakeUp(piece=piece):
            return board.taken_up(piece)
        case _:
            assert_never(movement)


def made(board: PegBoard, uci: str) -> PegBoard:
    """Return the board after the whole move. Raises `NotPossible` if the hands can't do it."""
    for movement in movements(board, uci):
        board = after(board, movement)
    return board


def corrections(board: PegBoard, wanted: PegBoard) -> tuple[Movement, ...]:
    """Return movements from one board to the other: wrong pieces out, then missing ones in."""
    differences = board.differences(wanted)
    wrong = [hole.square for hole in differences if hole.here is not None]
    missing = [(hole.square, hole.there) for hole in differences if hole.there is not None]
    empty_hand = (LayAside(piece=board.in_hand),) if board.in_hand is not None else ()
    out = [movement for square in wrong for movement in _out(board, square)]
    into = [movement for square, piece in missing for movement in _in(square, piece)]
    return (*empty_hand, *out, *into)


def _out(board: PegBoard, square: str) -> tuple[Movement, ...]:
    piece = board.at(square) or ""
    return Lift(square=square, piece=piece), LayAside(piece=piece)


def _in(square: str, piece: str) -> tuple[Movement, ...]:
    return TakeUp(piece=piece), Insert(square=square, piece=piece)


def _captured_square(board: PegBoard, start: str, target: str) -> str | None:
    """Return the square of the captured piece, or None.

    After a capture en passant, it is beside the pawn's start.
    """
    if board.at(target) is not None:
        return target
    is_pawn = (board.at(start) or "").upper() == "P"
    return target[0] + start[1] if is_pawn and start[0] != target[0] else None


def _castling(board: PegBoard, start: str, target: str) -> tuple[Movement, ...]:
    """Return the movements of castling, the king's first; empty if the move is not castling.

    In Chess960 notation the king moves to the square of its own rook.
    """
    king, there = _required(board, start), board.at(target)
    if king.upper() != "K":
        return ()
    own_rook = "R" if king.isupper() else "r"
    steps = FILES.index(target[0]) - FILES.index(start[0])
    if there == own_rook:
        rook_from, king_to = target, ("g" if steps > 0 else "c") + start[1]
    elif abs(steps) == _CASTLING_STEPS:
        rook_from, king_to = ("h" if steps > 0 else "a") + start[1], target
    else:
        return ()
    rook_to = CASTLED_FILES[king_to[0]] + start[1]
    return _castled((king, start, king_to), (own_rook, rook_from, rook_to))


def _castled(king: tuple[str, str, str], rook: tuple[str, str, str]) -> tuple[Movement, ...]:
    """Return the movements of both pieces, the king's first.

    If the rook still stands in the king's new hole, the king waits beside the board. A player who
    touched the rook first could no longer castle.
    """
    (king_piece, king_from, king_to), (rook_piece, rook_from, rook_to) = king, rook
    if king_to == rook_from and king_from != king_to:
        return (
            Lift(square=king_from, piece=king_piece),
            LayAside(piece=king_piece),
            *_moved(rook_piece, rook_from, rook_to),
            TakeUp(piece=king_piece),
            Insert(square=king_to, piece=king_piece),
        )
    return (*_moved(king_piece, king_from, king_to), *_moved(rook_piece, rook_from, rook_to))


def _moved(piece: str, start: str, target: str) -> tuple[Movement, ...]:
    if start == target:
        return ()
    return Lift(square=start, piece=piece), Insert(square=target, piece=piece)


def _required(board: PegBoard, square: str) -> str:
    """Return the piece on a square. Raises `NotPossible` if there is none."""
    return board.lifted(square).in_hand or ""
