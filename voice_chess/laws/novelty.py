"""Measures how new a position is to a search: a piece on a new square, a new pair, or neither.

In a helpmate most moves change nothing that matters, and pieces that only wander make very many
positions. If positions that show nothing new wait, each piece crosses the board about once for
every structure of pawns and material, and the search soon reaches the irreversible moves. Novelty
only orders a search: it still looks at the waiting positions before it runs out of them.
"""

from dataclasses import dataclass, field

import chess

from voice_chess.laws.bitboards import Bits

NEW_SQUARE, NEW_PAIR, NOTHING_NEW = range(3)

Structure = tuple[int, ...]
"""The side to move, the pawns of each side, and the numbers of each other kind of piece."""


@dataclass(slots=True)
class _Shown:
    """What positions with one structure have shown so far.

    `squares` holds the squares of each kind of piece, 64 bits for each kind. `pairs` maps a piece
    and the square it moved to, to all squares on which other pieces stood at such moments.
    """

    squares: Bits = 0
    pairs: dict[tuple[chess.PieceType | None, chess.Square], Bits] = field(default_factory=dict)


class Novelty:
    """What one search has seen so far."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._shown: dict[Structure, _Shown] = {}

    def of(self, board: chess.Board, moved_to: chess.Square) -> int:
        """Return the novelty of a position after a move to that square, and remember the position.

        `NEW_SQUARE` (0), `NEW_PAIR` (1) or `NOTHING_NEW` (2): lower is newer.
        """
        squares, structure = _described(board)
        shown = self._shown.get(structure)
        if shown is None:
            shown = self._shown[structure] = _Shown()
        is_new_square = squares & ~shown.squares
        shown.squares |= squares
        moved = board.piece_type_at(moved_to), moved_to
        others, before = board.occupied & ~board.pawns, shown.pairs.get(moved, 0)
        if others & ~before:
            shown.pairs[moved] = others | before
            return NEW_SQUARE if is_new_square else NEW_PAIR
        return NEW_SQUARE if is_new_square else NOTHING_NEW


def _described(board: chess.Board) -> tuple[Bits, Structure]:
    """Return the squares of each kind of piece, 64 bits for each kind, and the structure."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    squares = (board.kings & white) << len(chess.SQUARES) | board.kings & black
    structure: Structure = (board.turn, board.pawns & white, board.pawns & black)
    if board.occupied == board.pawns | board.kings:
        return squares, structure
    for kind in (board.queens, board.rooks, board.bishops, board.knights):
        for pieces in (kind & white, kind & black):
            squares = squares << len(chess.SQUARES) | pieces
            structure += (pieces.bit_count(),)
    return squares, structure
