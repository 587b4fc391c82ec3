"""Reads FEN, states in one sentence what makes a position impossible, and writes FEN's fields."""

import re
from functools import lru_cache

import chess

from voice_chess.plain_error import PlainError

FIELDS = ("pieces", "side to move", "castling rights", "en passant square", "half moves", "move")

PROBLEMS: tuple[tuple[chess.Status, str], ...] = (
    (chess.STATUS_EMPTY, "the board is empty"),
    (chess.STATUS_NO_WHITE_KING, "White has no king"),
    (chess.STATUS_NO_BLACK_KING, "Black has no king"),
    (chess.STATUS_TOO_MANY_KINGS, "a side has more than one king"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, "White has more than eight pawns"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, "Black has more than eight pawns"),
    (chess.STATUS_PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, "White has more than sixteen pieces"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, "Black has more than sixteen pieces"),
    (chess.STATUS_BAD_CASTLING_RIGHTS, "the castling rights do not fit kings and rooks"),
    (chess.STATUS_INVALID_EP_SQUARE, "no pawn can just have passed the en passant square"),
    (chess.STATUS_OPPOSITE_CHECK, "the side that is not to move is in check"),
    (chess.STATUS_TOO_MANY_CHECKERS, "more than two pieces give check"),
    (chess.STATUS_IMPOSSIBLE_CHECK, "no last move can have given this check"),
)

_COUNT = re.compile("[0-9]{1,4}")
"""A number of moves; the longest game that the Laws allow has fewer than ten thousand."""
_BLACK = "pnbrqk"
_ROOKS = ((chess.BB_H1, "K"), (chess.BB_A1, "Q"), (chess.BB_H8, "k"), (chess.BB_A8, "q"))
_FILES = [tuple(chess.scan_forward(squares)) for squares in range(256)]
"""The files on which there is a piece, by the bits of a rank."""
_EMPTY = [("1" * count, str(count)) for count in range(8, 1, -1)]
"""Empty squares beside each other, and how a FEN writes them, the most first."""
_MOST_RANKS = 4_096
"""Size of the cache of written ranks."""


class BadPosition(PlainError, ValueError):
    """The position cannot be played; the message states the reason in one sentence."""


def board_from_fen(fen: str, *, chess960: bool) -> chess.Board:
    """Return the board that a FEN describes. Raises `BadPosition`."""
    fields = fen.split()
    if not fields:
        message = "Not a position: the FEN is empty."
        raise BadPosition(message)
    if len(fields) > len(FIELDS):
        message = f"Not a position: a FEN has six fields, this one has {len(fields)}."
        raise BadPosition(message)
    for name, field in zip(FIELDS[4:], fields[4:], strict=False):
        if field.isdecimal() and not _COUNT.fullmatch(field):
            message = f"Not a position: {name} is a number of one to four digits, not {field[:20]}."
            raise BadPosition(message)
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        message = f"Not a position: {error}."
        raise BadPosition(message) from error
    status = board.status()
    for flag, problem in PROBLEMS:
        if status & flag:
            message = f"Not a position: {problem} ({fen})."
            raise BadPosition(message)
    return board


def placement_of(board: chess.Board) -> str:
    """Return the first field of a FEN, the pieces; much faster than the library, for every move.

    Ranks are cached: most of them stay the same from move to move and recur in other games.
    """
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    each = [squares.to_bytes(8, "big") for squares in (*kinds, board.occupied_co[chess.WHITE])]
    return "/".join(map(_rank, *each))


def castling_of(board: chess.Board) -> str:
    """Return the castling rights as the third field of a FEN."""
    if board.chess960:
        return board.castling_xfen()
    rights = board.clean_castling_rights()
    return "".join(letter for rook, letter in _ROOKS if rights & rook) or "-"


@lru_cache(_MOST_RANKS)
def _rank(*squares: int) -> str:
    """Write one rank; arguments are bits of files, for each kind of piece and then White's."""
    *kinds, white = squares
    files = ["1"] * 8
    for name, its in zip(_BLACK, kinds, strict=True):
        for file in _FILES[its]:
            files[file] = name.upper() if white >> file & 1 else name
    placed = "".join(files)
    for empty, count in _EMPTY:
        placed = placed.replace(empty, count)
    return placed
