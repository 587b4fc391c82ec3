"""Sets of squares, each square one bit of a number: what several searches ask about them."""

from collections.abc import Iterable

import chess

Bits = int


def union(sets: Iterable[Bits]) -> Bits:
    """All squares that are in any of them."""
    squares = 0
    for found in sets:
        squares |= found
    return squares


def pawn_attacks(pawns: Bits, *, white: bool) -> Bits:
    """What these pawns of one side attack."""
    left, right = pawns & ~chess.BB_FILE_A, pawns & ~chess.BB_FILE_H
    return (left << 7 | right << 9) & chess.BB_ALL if white else left >> 9 | right >> 7
