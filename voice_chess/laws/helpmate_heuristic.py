"""Estimates how far a position is from a helpmate; the numbers have no unit, only an order.

The weights were tuned on positions of known outcome. A bad weight costs time, but never makes a
verdict wrong.
"""

import chess

from voice_chess.laws.bitboards import unattacked

CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)
LAST_RANK = 7


def _nearest(corners: tuple[chess.Square, ...]) -> tuple[int, ...]:
    return tuple(
        min(chess.square_distance(square, corner) for corner in corners) for square in chess.SQUARES
    )


DISTANCE = tuple(
    tuple(chess.square_distance(one, other) for other in chess.SQUARES) for one in chess.SQUARES
)
TO_ANY_CORNER = _nearest(CORNERS)
TO_LIGHT_CORNER = _nearest((chess.H1, chess.A8))
TO_DARK_CORNER = _nearest((chess.A1, chess.H8))


def to_a_lonely_mate(board: chess.Board, white: chess.Color) -> float:
    """Return the distance if the mating side can do it alone: drive the king, take what bars it."""
    own, other = board.occupied_co[white], board.occupied_co[not white]
    king, mating_king = _kings(board, white)
    pieces = own & ~board.pawns & ~board.kings
    majors = own & (board.queens | board.rooks)
    far = 3.0 * _flights(board, king, white) + 2 * TO_ANY_CORNER[king]
    distance = DISTANCE[king]
    far += 1.5 * distance[mating_king] - 6 * min(2, chess.popcount(majors))
    if pieces:
        far += 0.3 * sum([distance[square] for square in chess.scan_forward(pieces)])
        far -= 2 * min(3, chess.popcount(pieces))
    far += 0.7 * chess.popcount(board.pawns & other) + 0.3 * chess.popcount(other)
    return far if majors else far - _most_advanced(board.pawns & own, white)


def to_a_helped_mate(board: chess.Board, white: chess.Color) -> float:
    """Return the distance if the other side's pieces must shut in their own king in a corner.

    A lone bishop, or bishops of one colour, need a corner of that colour.
    """
    own, other = board.occupied_co[white], board.occupied_co[not white]
    king, mating_king = _kings(board, white)
    pieces = own & ~board.pawns & ~board.kings
    far = 2.0 * _flights(board, king, white) + 2.5 * _corners_for(board, own)[king]
    far += 1.5 * DISTANCE[mating_king][king]
    distance = DISTANCE[king]
    far += sum([0.5 * distance[square] - 3 for square in chess.scan_forward(pieces)])
    helping = other & ~board.kings & ~board.pawns
    helpers = sorted([distance[square] for square in chess.scan_forward(helping)])
    far += 0.7 * sum(helpers[:3]) - 2 * min(3, len(helpers))
    far -= 0.3 * _advance(board.pawns & other, not white)
    return far - _most_advanced(board.pawns & own, white)


def _kings(board: chess.Board, white: chess.Color) -> tuple[chess.Square, chess.Square]:
    """Return the squares of the king to be mated and of the mating side's king."""
    mated = board.kings & board.occupied_co[not white]
    mating = board.kings & board.occupied_co[white]
    return max(mated.bit_length() - 1, 0), max(mating.bit_length() - 1, 0)


def _flights(board: chess.Board, king: chess.Square, white: chess.Color) -> int:
    """Return the number of squares to which the king could still flee."""
    squares = chess.BB_KING_ATTACKS[king] & ~board.occupied_co[not white]
    return unattacked(board, squares, white=white, occupied=board.occupied).bit_count()


def _corners_for(board: chess.Board, own: int) -> tuple[int, ...]:
    if own & (board.knights | board.rooks | board.queens | board.pawns):
        return TO_ANY_CORNER
    bishops = board.bishops & own
    if not bishops & chess.BB_DARK_SQUARES:
        return TO_LIGHT_CORNER
    return TO_ANY_CORNER if bishops & chess.BB_LIGHT_SQUARES else TO_DARK_CORNER


def _most_advanced(pawns: int, white: chess.Color) -> int:
    if not pawns:
        return 0
    return chess.msb(pawns) >> 3 if white else LAST_RANK - (chess.lsb(pawns) >> 3)


def _advance(pawns: int, white: chess.Color) -> int:
    return sum([_rank(pawn, white) for pawn in chess.scan_forward(pawns)])


def _rank(square: chess.Square, white: chess.Color) -> int:
    rank = chess.square_rank(square)
    return rank if white else LAST_RANK - rank
