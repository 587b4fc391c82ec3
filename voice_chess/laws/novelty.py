"""How much a position shows that a search has not seen yet: a piece on a square, or two together.

In a helpmate most moves change nothing that matters, and pieces that only wander make a great many
positions. Where those that show nothing new wait, each piece walks over the board once for every
structure of pawns and material, and the search soon comes to the moves that can't be taken back.
This only orders a search: what waits is still looked at before a search has run dry.
"""

from dataclasses import dataclass, field

import chess

from voice_chess.laws.bitboards import Bits

NEW_SQUARE, NEW_PAIR, NOTHING_NEW = range(3)

Structure = tuple[int, ...]
"""Whose move it is, where the pawns stand, and how many there are of each other piece."""


@dataclass(slots=True)
class _Shown:
    """What the positions of one structure have shown.

    `squares` are those of each kind of piece, 64 bits for each kind; `pairs` tells for a piece that
    moved, and where to, on which squares any others have stood then.
    """

    squares: Bits = 0
    pairs: dict[tuple[chess.PieceType | None, chess.Square], Bits] = field(default_factory=dict)


class Novelty:
    """Remembers what was shown; of use to one search only."""

    def __init__(self) -> None:
        """Nothing has been seen yet."""
        self._shown: dict[Structure, _Shown] = {}

    def of(self, board: chess.Board, moved_to: chess.Square) -> int:
        """How old the news is, behind a move to that square; from now on it is known."""
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
    """Where each kind of piece stands, and the structure."""
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
