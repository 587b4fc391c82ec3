"""Proves that a king can never be mated, from the squares that every piece could ever reach.

A mate needs a square for the king, one for the other king, and a piece that gives check. Each
square to which the king could flee must be attacked or hold one of its own pieces. This module
places pieces on any square they could ever reach, and lets an attacker stand on all of its squares
at once. If even this generous placement gives no mate, no series of moves does.
"""

from collections.abc import Sequence

import chess

from voice_chess.laws.bitboards import Bits, union
from voice_chess.laws.mobility import Reach, attacks, attacks_from, reaches


def could_be_mated(board: chess.Board, *, white: bool) -> bool:
    """Return False only if no series of moves can mate that side's king."""
    found, jam = reaches(board)
    king = next(r for r in found if r.piece == chess.Piece(chess.KING, white))
    other = next(r for r in found if r.piece == chess.Piece(chess.KING, not white))
    # Only a piece that never moves keeps a line closed, and the king in check is never one.
    nets = _Nets(
        own=tuple(r.squares for r in found if r.piece.color == white and r is not king),
        attackers=tuple(r for r in found if r.piece.color != white and r is not other),
        occupied=(jam.stuck[0] | jam.stuck[1]) & ~king.squares,
        kings=other.squares,
    )
    return any(nets.holds(square) for square in chess.scan_forward(king.squares))


class _Nets:
    """The pieces that could stand around a king, wherever that king stands."""

    def __init__(
        self, *, own: Sequence[Bits], attackers: Sequence[Reach], occupied: Bits, kings: Bits
    ) -> None:
        """Take each side's reachable squares, and work out once what each attacker can attack."""
        self.own, self.attackers, self.occupied, self.kings = own, attackers, occupied, kings
        self.attacked = [attacks(reach, occupied) for reach in attackers]

    def holds(self, king: chess.Square) -> bool:
        """Return whether the king could be mated on this square."""
        checkers = [i for i, attacked in enumerate(self.attacked) if attacked >> king & 1]
        if not checkers or not self._covers(king, union(self.attacked) | _around(self.kings)):
            return False
        return any(
            self._covers(king, by_king | by_checker | self._attacked_without(index))
            for index in checkers
            for by_king in self._by_king(king)
            for by_checker in self._by_checker(index, king)
        )

    def _attacked_without(self, index: int) -> Bits:
        return union(attacked for i, attacked in enumerate(self.attacked) if i != index)

    def _by_king(self, king: chess.Square) -> set[Bits]:
        """Return the sets of squares around this king that the other king can take from it."""
        around = chess.BB_KING_ATTACKS[king]
        away = self.kings & ~around & ~chess.BB_SQUARES[king]
        return {chess.BB_KING_ATTACKS[square] & around for square in chess.scan_forward(away)}

    def _by_checker(self, index: int, king: chess.Square) -> set[Bits]:
        """Return the sets of squares around the king that the checking piece can attack as well."""
        reach, around = self.attackers[index], chess.BB_KING_ATTACKS[king]
        found = (
            attacks_from(reach, square, self.occupied)
            for square in chess.scan_forward(reach.squares & ~chess.BB_SQUARES[king])
        )
        return {attacked & around for attacked in found if attacked >> king & 1}

    def _covers(self, king: chess.Square, attacked: Bits) -> bool:
        return can_all_be_blocked(chess.BB_KING_ATTACKS[king] & ~attacked, self.own)


def can_all_be_blocked(flights: Bits, own: Sequence[Bits]) -> bool:
    """Return whether the king's own pieces could stand on all these squares, one on each."""
    placed: dict[int, chess.Square] = {}
    return all(_placed(square, own, placed, frozenset()) for square in chess.scan_forward(flights))


def _placed(
    square: chess.Square,
    own: Sequence[Bits],
    placed: dict[int, chess.Square],
    tried: frozenset[int],
) -> bool:
    """Find a piece for one more square, moving earlier ones to others where that helps."""
    for index, squares in enumerate(own):
        if index in tried or not squares >> square & 1:
            continue
        tried |= {index}
        if index not in placed or _placed(placed[index], own, placed, tried):
            placed[index] = square
            return True
    return False


def _around(squares: Bits) -> Bits:
    return union(chess.BB_KING_ATTACKS[square] for square in chess.scan_forward(squares))
