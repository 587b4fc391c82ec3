"""Estimates how far a position is from mate if a pawn must promote first and moves are scarce.

A side whose king is boxed in has only the moves that its pawns have left. So the other side's king
must clear the way for one of its own pawns, promote it, and give the new piece away beside the
boxed king, all before those moves are used up and the position is stalemate. This module counts the
moves of such a plan, and the waiting moves left for it. It only orders a search.
"""

from dataclasses import dataclass
from functools import lru_cache

import chess

from voice_chess.laws.bitboards import Bits, pawn_attacks, unattacked
from voice_chess.laws.helpmate_heuristic import to_a_lonely_mate

FAR = 40.0
MANY_MOVES = 40
"""The waiting moves of a side with a piece that can move: more than any plan needs."""
A_RANK = len(chess.FILE_NAMES)
SECOND = (len(chess.RANK_NAMES) - 2, 1)
HOPELESS = 14.0
"""The longest plan for a free king, in moves; longer ones count the same."""


def _ahead(color: chess.Color) -> tuple[Bits, ...]:
    """Return for each square the squares ahead of a pawn of that colour, on its file."""
    return tuple(
        chess.BB_FILES[chess.square_file(square)]
        & (
            chess.BB_ALL << (chess.square_rank(square) + 1) * A_RANK & chess.BB_ALL
            if color
            else (1 << chess.square_rank(square) * A_RANK) - 1
        )
        for square in chess.SQUARES
    )


AHEAD = (_ahead(chess.BLACK), _ahead(chess.WHITE))
BESIDE = tuple(
    tuple((way & ~chess.BB_FILE_A) >> 1 | (way & ~chess.BB_FILE_H) << 1 for way in ways)
    for ways in AHEAD
)


WORTH_HELP = 9
"""A free king whose plan is shorter than this, in moves, needs no help."""
NEW_PIECES_MOVES = 6
"""How many waiting moves a promoted piece adds."""
ANY_WAY = 9
AT_ONCE, AFTER_STEPS = 4, 6
"""Extra moves for a pawn to capture its way past another: a piece at once, or a pawn later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """The parts of one side of a position that matter to a plan."""

    white: bool
    king: chess.Square
    pawns: Bits
    movable: Bits
    """Its pieces that have a move, without king and pawns."""
    standing: Bits
    """All pieces of both sides, without pawns."""
    is_boxed: bool


def is_armed(board: chess.Board, white: chess.Color) -> bool:
    """Return whether that side has a queen or a rook."""
    return bool(board.occupied_co[white] & (board.queens | board.rooks))


def is_free(board: chess.Board, white: chess.Color) -> bool:
    """Return whether that side is to move and its king can move."""
    return board.turn == white and not is_boxed(board, white)


def is_boxed(board: chess.Board, white: chess.Color) -> bool:
    """Return whether that side's king has no square to go to at present."""
    own = board.occupied_co[white]
    squares = chess.BB_KING_ATTACKS[(own & board.kings).bit_length() - 1] & ~own
    return not unattacked(board, squares, white=not white, occupied=board.occupied)


def is_race(board: chess.Board) -> bool:
    """Return whether one side can move nothing but its pawns."""
    sides = (_side(board, color) for color in chess.COLORS)
    return any(side.is_boxed and side.pawns and not side.movable for side in sides)


def to_a_promotion(board: chess.Board, white: chess.Color) -> float:
    """Return the distance: twice the plan's moves, since the opponent moves too, plus a base.

    Once the side has a queen or a rook, it is the distance from a mate with that piece.
    """
    mating, mated = _side(board, white), _side(board, not white)
    lonely = to_a_lonely_mate(board, white)
    if is_armed(board, white):
        return 0.5 * lonely + _too_late(board, mated, needed=2, at_least=30)
    moves = _moves_to_arms(board, mating, mated)
    moves += _too_late(board, mated, needed=moves + 2, at_least=10)
    return 2 * (moves + 6) + 0.05 * lonely + 20


def _too_late(board: chess.Board, mated: _Side, *, needed: float, at_least: int) -> float:
    """Return the penalty if the side to be mated has fewer waiting moves than `needed`, or 0."""
    if not mated.is_boxed:
        return 0
    left = _moves_left(board, mated)
    return at_least + 3 * (needed - left) if left < needed else 0


def _moves_to_arms(board: chess.Board, mating: _Side, mated: _Side) -> float:
    """Return the moves until the mating side promotes; a boxed king needs the other side's help."""
    if not mating.is_boxed:
        way = min(_way_to_promote(mating, mated, goes_round=True), HOPELESS)
        if mated.movable or way < WORTH_HELP:
            return way
        return min(
            way,
            6 + _way_to_promote(mated, mating, goes_round=not mated.is_boxed),
        )
    way = _way_to_promote(mating, mated, goes_round=bool(mated.movable))
    if mated.movable:
        moves, needed = min(way, 8 + _way_beside(board, mated, mating.king)), 2.0
    else:
        helps = _way_to_promote(mated, mating, goes_round=not mated.is_boxed)
        moves, needed = min(way, 17 + helps), helps + 2
    needed = min(needed, way)
    left = _moves_left(board, mating) if way > 1 else MANY_MOVES
    return moves + (10 + 2 * (needed - left) if left < needed else 0)


def _side(board: chess.Board, white: chess.Color) -> _Side:
    own = board.occupied_co[white]
    pieces = own & ~board.pawns & ~board.kings
    return _Side(
        white=white,
        king=(own & board.kings).bit_length() - 1,
        pawns=own & board.pawns,
        movable=_movable(board, pieces, own) if pieces else 0,
        standing=board.occupied & ~board.pawns,
        is_boxed=is_boxed(board, white),
    )


def _movable(board: chess.Board, pieces: Bits, own: Bits) -> Bits:
    return sum(
        chess.BB_SQUARES[square]
        for square in chess.scan_forward(pieces)
        if board.attacks_mask(square) & ~own
    )


def _moves_left(board: chess.Board, side: _Side) -> int:
    """Return how many moves the pawns of a side with a boxed king have, if nothing else changes."""
    if side.movable:
        return MANY_MOVES
    barring = board.pawns | chess.BB_SQUARES[side.king]
    return _pawns_moves(side.pawns, barring, white=side.white)


@lru_cache(maxsize=10_000)
def _pawns_moves(pawns: Bits, barring: Bits, *, white: bool) -> int:
    left = 0
    for square in chess.scan_forward(pawns):
        ahead = AHEAD[white][square]
        bars = ahead & barring
        if bars:
            nearest = chess.lsb(bars) if white else chess.msb(bars)
            left += chess.square_distance(nearest, square) - 1
        else:
            left += ahead.bit_count() + NEW_PIECES_MOVES
    return left


def _way_beside(board: chess.Board, helping: _Side, king: chess.Square) -> int:
    """Return the moves until a piece can be given away beside the boxed king."""
    goals = chess.BB_KING_ATTACKS[king]
    ways = [ANY_WAY]
    for square in chess.scan_forward(helping.movable):
        if board.knights >> square & 1:
            ways.append(min(KNIGHTS_WAYS[square][goal] for goal in chess.scan_forward(goals)))
        else:
            ways.append(1 if board.attacks_mask(square) & goals else 2)
    return min(ways)


def _way_to_promote(side: _Side, other: _Side, *, goes_round: bool) -> float:
    """Return how many moves of its own a side needs to promote, with its king clearing the way.

    `goes_round`: a pawn that is barred for good may still find another way.
    """
    pawns = _pawns_ways(side.pawns, other.pawns, white=side.white, at_once=bool(other.movable))
    best = pawns.capturing
    boxed = sum(chess.BB_SQUARES[s.king] for s in (side, other) if s.is_boxed)
    for steps, ahead in pawns.free:
        if not ahead & boxed:
            best = min(best, steps + bool(ahead & side.standing))
    if not pawns.barred:
        return best
    guarded = chess.BB_KING_ATTACKS[other.king] if other.is_boxed else 0
    extra = 5 if side.movable else 9 if goes_round else FAR
    return _with_the_king(side.king, pawns.closed | guarded, best, pawns.barred, extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PawnsWays:
    """What lies ahead of the foremost pawns of a side, as far as it depends on pawns alone."""

    capturing: float
    """The moves of the nearest pawn that captures its way past a barring pawn."""
    free: tuple[tuple[int, Bits], ...]
    """For each pawn that nothing bars, its steps to promotion and the squares on its way."""
    barred: tuple[tuple[int, Bits], ...]
    """For each other pawn, its steps to promotion and the pawns that bar it."""
    closed: Bits
    """The squares that the side's king avoids."""


@lru_cache(maxsize=10_000)
def _pawns_ways(own: Bits, others: Bits, *, white: bool, at_once: bool) -> _PawnsWays:
    """Return the ways of a side's pawns; cached, because most positions share their pawns."""
    capturing, free, barred = FAR, [], []
    for square in chess.scan_forward(own):
        ahead = AHEAD[white][square]
        if ahead & own:
            continue
        steps = ahead.bit_count() - (chess.square_rank(square) == SECOND[white])
        bars = ahead & others
        if not bars:
            free.append((steps, ahead))
            continue
        barred.append((steps, bars))
        if at_once or BESIDE[white][square] & others:
            capturing = min(capturing, steps + (AT_ONCE if at_once else AFTER_STEPS))
    closed = own | pawn_attacks(others, white=not white)
    return _PawnsWays(capturing=capturing, free=tuple(free), barred=tuple(barred), closed=closed)


@lru_cache(maxsize=10_000)
def _with_the_king(
    king: chess.Square,
    closed: Bits,
    best: float,
    barred: tuple[tuple[int, Bits], ...],
    extra: float,
) -> float:
    """Return the best way if the king takes the barring pawns.

    For pawns that the king does not free in time, `extra` moves and two for each bar are added.
    """
    seen, way, all_bars = chess.BB_SQUARES[king], 0, 0
    for _, bars in barred:
        all_bars |= bars
    while all_bars and way < best:
        way += 1
        wider = _widened(seen) & ~closed
        if wider == seen:
            break
        seen = wider
        if wider & all_bars:
            all_bars &= ~wider
            best = min([best, *[steps + way for steps, bars in barred if not bars & ~wider]])
            barred = tuple([(steps, bars & ~wider) for steps, bars in barred if bars & ~wider])
    return min([best, *[steps + extra + 2 * bars.bit_count() for steps, bars in barred]])


def _widened(squares: Bits) -> Bits:
    """Return these squares and all adjacent ones."""
    squares |= (squares & ~chess.BB_FILE_H) << 1 | (squares & ~chess.BB_FILE_A) >> 1
    return (squares | squares << A_RANK | squares >> A_RANK) & chess.BB_ALL


def _knights_ways(start: chess.Square) -> tuple[int, ...]:
    ways = {start: 0}
    waiting = [start]
    for square in waiting:
        for goal in chess.scan_forward(chess.BB_KNIGHT_ATTACKS[square]):
            if goal not in ways:
                ways[goal] = ways[square] + 1
                waiting.append(goal)
    return tuple(ways[square] for square in chess.SQUARES)


KNIGHTS_WAYS = tuple(_knights_ways(square) for square in chess.SQUARES)
