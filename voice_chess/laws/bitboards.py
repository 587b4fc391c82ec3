"""Sets of squares as integers with one bit for each square, and operations that searches share."""

from collections.abc import Iterable

import chess

Bits = int


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
