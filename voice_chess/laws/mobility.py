"""Finds every square that each piece could ever reach, by growing the sets to a fixed point.

Every rule errs on the side of allowing a step: a piece stands in the way only while nothing can
ever move or capture it. So no series of legal moves takes a piece outside its set.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import chess

from voice_chess.laws.bitboards import Bits, union


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """One piece, whether it may promote, and the squares that it may ever reach."""

    piece: chess.Piece
    squares: Bits
    is_promoting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Jam:
    """The limits on movement; of each pair the first set is Black's.

    `stuck` holds the pieces that can never move or be captured; `roaming` the squares on which a
    side's pieces, its king apart, may ever be captured. `guarded` holds the squares that a side's
    stuck pieces always attack, along a line only as far as the first square on which anything could
    ever stand. `barring` holds the pawns that can neither leave their file nor be captured: no pawn
    that stays on that file ever gets past them.
    """

    stuck: tuple[Bits, Bits]
    roaming: tuple[Bits, Bits]
    guarded: tuple[Bits, Bits]
    barring: tuple[Bits, Bits]


def reaches(board: chess.Board) -> tuple[tuple[Reach, ...], Jam]:
    """Return the greatest possible reach of every piece, and the final limits on movement."""
    found = {
        square: Reach(piece=piece, squares=chess.BB_SQUARES[square])
        for square, piece in board.piece_map().items()
    }
    while True:
        jam = _jam(found, board.ep_square)
        grown = {square: _flooded(reach, square, jam) for square, reach in found.items()}
        if grown == found:
            return tuple(found.values()), jam
        found = grown


def _jam(found: dict[chess.Square, Reach], ep_square: chess.Square | None) -> Jam:
    passing, passed = _in_passing(ep_square)
    sides = (chess.BLACK, chess.WHITE)
    roaming = tuple(_roaming(found.values(), color) | passing for color in sides)
    takers = tuple(_captures(found.values(), color) | passed for color in sides)
    anywhere = union(reach.squares for reach in found.values())
    stuck, guarded, barring = [0, 0], [0, 0], [0, 0]
    for square, reach in found.items():
        color, here = reach.piece.color, chess.BB_SQUARES[square]
        is_king = reach.piece.piece_type == chess.KING
        if not is_king and takers[not color] & reach.squares:
            continue
        if reach.squares == here:
            stuck[color] |= here
            guarded[color] |= attacks_from(reach, square, anywhere)
        if _is_on_one_file(reach, square):
            barring[color] |= here
    return Jam(
        stuck=(stuck[0], stuck[1]),
        roaming=(roaming[0], roaming[1]),
        guarded=(guarded[0], guarded[1]),
        barring=(barring[0], barring[1]),
    )


def _in_passing(ep_square: chess.Square | None) -> tuple[Bits, Bits]:
    """Return the square that a pawn has just passed, and that of the pawn; empty sets if none."""
    if ep_square is None:
        return 0, 0
    is_low = chess.square_rank(ep_square) == chess.square_rank(chess.A3)
    pawn = ep_square + 8 if is_low else ep_square - 8
    return chess.BB_SQUARES[ep_square], chess.BB_SQUARES[pawn]


def _roaming(found: Iterable[Reach], color: chess.Color) -> Bits:
    """Return the squares on which a side's pieces may be captured."""
    return union(
        r.squares for r in found if r.piece.color == color and r.piece.piece_type != chess.KING
    )


def _captures(found: Iterable[Reach], color: chess.Color) -> Bits:
    """Return where a side may capture: its pieces' reachable squares and its pawns' attacks."""
    return union(attacks(r) if _is_pawn(r) else r.squares for r in found if r.piece.color == color)


def _is_pawn(reach: Reach) -> bool:
    return reach.piece.piece_type == chess.PAWN and not reach.is_promoting


def _is_on_one_file(reach: Reach, start: chess.Square) -> bool:
    return _is_pawn(reach) and not reach.squares & ~chess.BB_FILES[chess.square_file(start)]


def _flooded(reach: Reach, start: chess.Square, jam: Jam) -> Reach:
    """Return the piece's reach, given the present limits on movement."""
    squares, waiting = reach.squares, reach.squares
    barred = jam.barring[not reach.piece.color] if _is_on_one_file(reach, start) else 0
    is_promoting = reach.is_promoting
    while waiting:
        steps = 0
        for square in chess.scan_forward(waiting):
            is_promoting = is_promoting or _promotes(reach.piece, square)
            steps |= _steps(reach.piece, square, jam, is_promoting=is_promoting)
        waiting = steps & ~squares & ~barred
        squares |= waiting
    return Reach(piece=reach.piece, squares=squares, is_promoting=is_promoting)


def _promotes(piece: chess.Piece, square: chess.Square) -> bool:
    return piece.piece_type == chess.PAWN and bool(chess.BB_SQUARES[square] & chess.BB_BACKRANKS)


def _steps(piece: chess.Piece, square: chess.Square, jam: Jam, *, is_promoting: bool) -> Bits:
    color = piece.color
    free = ~jam.stuck[color]
    if piece.piece_type == chess.PAWN and not is_promoting:
        return _pawn_steps(color, square, jam)
    if piece.piece_type == chess.KING:
        return chess.BB_KING_ATTACKS[square] & free & ~jam.guarded[not color]
    occupied = jam.stuck[0] | jam.stuck[1]
    steps = 0
    if piece.piece_type == chess.KNIGHT or is_promoting:
        steps |= chess.BB_KNIGHT_ATTACKS[square]
    if piece.piece_type != chess.KNIGHT or is_promoting:
        steps |= _slides(piece, square, occupied, is_promoting=is_promoting)
    return steps & free


def _pawn_steps(color: chess.Color, square: chess.Square, jam: Jam) -> Bits:
    """Return a pawn's steps: ahead unless a stuck piece is there, and to possible captures."""
    ahead = square + (8 if color else -8)
    if not 0 <= ahead < len(chess.SQUARES):
        return 0
    forward = chess.BB_SQUARES[ahead] & ~(jam.stuck[0] | jam.stuck[1])
    return forward | chess.BB_PAWN_ATTACKS[color][square] & jam.roaming[not color]


def _slides(
    piece: chess.Piece, square: chess.Square, occupied: Bits, *, is_promoting: bool
) -> Bits:
    slides = 0
    if is_promoting or piece.piece_type in (chess.BISHOP, chess.QUEEN):
        slides |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    if is_promoting or piece.piece_type in (chess.ROOK, chess.QUEEN):
        slides |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        slides |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    return slides


def attacks_from(reach: Reach, square: chess.Square, occupied: Bits) -> Bits:
    """Return what the piece could attack from a square, as itself or after any promotion."""
    attacks = _leaper_attacks(reach.piece, square)
    attacks |= _slides(reach.piece, square, occupied, is_promoting=reach.is_promoting)
    if reach.is_promoting:
        attacks |= chess.BB_KNIGHT_ATTACKS[square]
    return attacks


def attacks(reach: Reach, occupied: Bits = 0) -> Bits:
    """Return all squares that the piece could attack from any square of its reach.

    Squares in `occupied` close lines.
    """
    return union(
        attacks_from(reach, square, occupied) for square in chess.scan_forward(reach.squares)
    )


def _leaper_attacks(piece: chess.Piece, square: chess.Square) -> Bits:
    match piece.piece_type:
        case chess.PAWN:
            return chess.BB_PAWN_ATTACKS[piece.color][square]
        case chess.KNIGHT:
            return chess.BB_KNIGHT_ATTACKS[square]
        case chess.KING:
            return chess.BB_KING_ATTACKS[square]
        case _:
            return 0
