"""Sets of squares as integers with one bit for each square: operations, and attacks on them.

Attacks of pawns, kings and knights are computed for all squares at once, and lines only if the side
has a piece that moves along them. This is several times cheaper than testing square by square.
"""

from collections.abc import Iterable

import chess

Bits = int

SECOND_RANK = (chess.BB_RANK_7, chess.BB_RANK_2)
"""The ranks from which a pawn can go two squares; of each pair the first is Black's."""


def union(sets: Iterable[Bits]) -> Bits:
    """Return all squares that are in any of the sets."""
    squares = 0
    for found in sets:
        squares |= found
    return squares


def pawn_attacks(pawns: Bits, *, white: bool) -> Bits:
    """Return the squares that these pawns of one side attack."""
    left, right = pawns & ~chess.BB_FILE_A, pawns & ~chess.BB_FILE_H
    return (left << 7 | right << 9) & chess.BB_ALL if white else left >> 9 | right >> 7


def unattacked(board: chess.Board, squares: Bits, *, white: bool, occupied: Bits) -> Bits:
    """Return those of `squares` that no piece of that side attacks; `occupied` closes lines."""
    side = board.occupied_co[white]
    squares &= ~pawn_attacks(board.pawns & side, white=white)
    squares &= ~chess.BB_KING_ATTACKS[(board.kings & side).bit_length() - 1]
    knights = board.knights & side
    while knights and squares:
        knight = knights & -knights
        squares &= ~chess.BB_KNIGHT_ATTACKS[knight.bit_length() - 1]
        knights ^= knight
    slanting, straight = side & (board.bishops | board.queens), side & (board.rooks | board.queens)
    along_lines = slanting | straight
    while along_lines and squares:
        here = along_lines & -along_lines
        along_lines ^= here
        squares &= ~_along_lines(here.bit_length() - 1, here & slanting, here & straight, occupied)
    return squares


def _along_lines(square: chess.Square, slanting: Bits, straight: Bits, occupied: Bits) -> Bits:
    """Return what a piece attacks along diagonals if `slanting`, ranks and files if `straight`."""
    attacked = 0
    if slanting:
        attacked = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    if straight:
        attacked |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        attacked |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    return attacked
