"""Chooses the mates that look cheapest to reach, as goals that order a search.

A goal puts each piece that a mate needs on a square that it could ever reach. The distance of a
position from a goal is the sum of the moves that the pieces need. Each is counted as if it were
alone on the board with the pieces that never move. Goals only order a search: a wrong goal costs
time, but never makes a verdict wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, permutations

import chess

from voice_chess.laws.bitboards import Bits
from voice_chess.laws.mobility import Jam, Reach, attacks_from, reaches

FAR = 20
"""A distance in moves that counts as unreachable; also the cost of a missing piece."""
GOALS = 4
OPEN = 600
"""If the pieces reach more squares than this in all, weighing goals takes longer than a search."""
ALIKE = 4
"""How many of the nearest pieces of one kind are tried on the squares of a goal."""
_AT_A_DISTANCE = 2
"""Kings this many squares apart take squares from each other."""

Ways = tuple[int, ...]
"""The number of moves to one square from every square."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A square that a piece of one kind and colour has to reach."""

    kind: chess.PieceType
    white: bool
    ways: Ways


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A mate; each of `groups` holds targets that different pieces of one kind must reach.

    `check` is the target of the piece that gives check. It comes last and waits one move away, so
    that the king can reach the square on which it is mated.
    """

    cost: int
    groups: tuple[tuple[Target, ...], ...]
    check: Target

    def way_from(self, board: chess.Board) -> int:
        way = sum(_way_of(board, group) for group in self.groups)
        last = _way_of(board, (self.check,))
        return way + abs(last - 1) + 1 if way else last


def nearness_to_goals(
    board: chess.Board, *, white: bool
) -> Callable[[chess.Board, chess.Color], float] | None:
    """Return a function that measures the moves to the nearest of the cheapest goals, or None."""
    found, jam = reaches(board)
    if sum(reach.squares.bit_count() for reach in found) > OPEN:
        return None
    goals = _Aims(board, found, jam, white=white).cheapest()
    if not goals:
        return None
    return lambda after, _: min(goal.way_from(after) for goal in goals)


def _way_of(board: chess.Board, group: Sequence[Target]) -> int:
    """Return the moves to all targets of one kind of piece, each reached by a different piece."""
    first = group[0]
    pieces = list(chess.scan_forward(board.pieces_mask(first.kind, first.white)))
    if len(group) == 1:
        return min((first.ways[square] for square in pieces), default=FAR)
    missing = len(group) - len(pieces)
    if missing > 0:
        return FAR * missing + sum(min((t.ways[s] for s in pieces), default=0) for t in group)
    near = sorted(pieces, key=lambda square: min(target.ways[square] for target in group))
    return min(
        sum(target.ways[square] for target, square in zip(group, chosen, strict=True))
        for chosen in permutations(near[: max(ALIKE, len(group))], len(group))
    )


Part = tuple[int, Reach, Target]
"""One piece of a goal: its distance in moves, the piece, and its target."""


class _Aims:
    """The pieces of a position, and what each of them could contribute to a mate."""

    def __init__(
        self, board: chess.Board, found: Sequence[Reach], jam: Jam, *, white: bool
    ) -> None:
        """`white` is the side that mates."""
        self.stuck, self.guarded = jam.stuck[0] | jam.stuck[1], jam.guarded
        self.start_of = {id(r): s for r, s in zip(found, board.piece_map(), strict=True)}
        mine = [r for r in found if r.piece.color == white]
        theirs = [r for r in found if r.piece.color != white]
        self.other = next(r for r in mine if r.piece.piece_type == chess.KING)
        self.king = next(r for r in theirs if r.piece.piece_type == chess.KING)
        self.attackers = [r for r in mine if r is not self.other]
        self.blockers = [r for r in theirs if r is not self.king]
        self.occupied = self.stuck & ~self.king.squares
        self.tables: dict[tuple[chess.PieceType, bool, chess.Square], Ways] = {}
        self.nearest: dict[tuple[int, chess.Square], Part | None] = {}

    def cheapest(self) -> Sequence[Goal]:
        """Return the cheapest goals, at most one for each square of the mated king."""
        goals: list[Goal] = []
        homes = [self._part(self.king, square) for square in chess.SQUARES]
        for king in sorted(chess.scan_forward(self.king.squares), key=lambda s: homes[s][0]):
            below = FAR if len(goals) < GOALS else goals[-1].cost
            if homes[king][0] >= below:
                break
            found = self._around(king, homes[king], below)
            best = min(found, key=lambda goal: goal.cost, default=None)
            if best is not None:
                goals = sorted((*goals, best), key=lambda goal: goal.cost)[:GOALS]
        return goals

    def _around(self, king: chess.Square, home: Part, below: int) -> Iterator[Goal]:
        around = chess.BB_KING_ATTACKS[king]
        for checker in self.attackers:
            for flights, check in self._checks(checker, king, around):
                for kings, left in self._kings(king, flights):
                    cost = home[0] + check[0] + sum(part[0] for part in kings)
                    rest = self._filled(left, {id(checker)}, king) if cost < below else None
                    if rest is not None:
                        goal = _goal([home, *kings, *rest], check)
                        below = min(below, goal.cost)
                        yield goal

    def _checks(
        self, checker: Reach, king: chess.Square, around: Bits
    ) -> Iterable[tuple[Bits, Part]]:
        """Return each set of flights that a check leaves open, with the nearest square for it."""
        best: dict[Bits, Part] = {}
        for square in chess.scan_forward(checker.squares & ~chess.BB_SQUARES[king]):
            attacked = attacks_from(_unpromoted(checker), square, self.occupied)
            if not attacked >> king & 1:
                continue
            part = self._part(checker, square)
            flights = around & (~attacked | chess.BB_SQUARES[square])
            if part[0] < FAR and (flights not in best or part[0] < best[flights][0]):
                best[flights] = part
        return best.items()

    def _kings(self, king: chess.Square, flights: Bits) -> Iterator[tuple[list[Part], Bits]]:
        """Yield the other king far away, then opposite, each with the flights that remain."""
        yield [], flights
        best: dict[Bits, Part] = {}
        for square in chess.scan_forward(_ring(king) & self.other.squares):
            part, left = self._part(self.other, square), flights & ~chess.BB_KING_ATTACKS[square]
            if left != flights and (left not in best or part[0] < best[left][0]):
                best[left] = part
        for left, part in best.items():
            yield [part], left

    def _filled(self, flights: Bits, used: set[int], king: chess.Square) -> list[Part] | None:
        """Return for each flight the nearest unused piece that blocks or attacks it, or None."""
        parts: list[Part] = []
        for flight in chess.scan_forward(flights):
            blocks = (
                self._part(r, flight)
                for r in self.blockers
                if id(r) not in used and r.squares >> flight & 1
            )
            attacks = (
                part
                for r in self.attackers
                if id(r) not in used and (part := self._attack(r, flight, king)) is not None
            )
            part = min((*blocks, *attacks), key=lambda part: part[0], default=None)
            if part is None or part[0] >= FAR:
                return None
            used.add(id(part[1]))
            parts.append(part)
        return parts

    def _attack(self, reach: Reach, flight: chess.Square, king: chess.Square) -> Part | None:
        key = id(reach), flight
        if key not in self.nearest:
            parts = [
                self._part(reach, square)
                for square in chess.scan_forward(reach.squares & ~chess.BB_SQUARES[king])
                if attacks_from(_unpromoted(reach), square, self.occupied) >> flight & 1
            ]
            self.nearest[key] = min(parts, key=lambda part: part[0], default=None)
        return self.nearest[key]

    def _part(self, reach: Reach, square: chess.Square) -> Part:
        kind, white = reach.piece.piece_type, reach.piece.color
        key = kind, white, square
        if key not in self.tables:
            self.tables[key] = _ways(reach.piece, square, self.stuck, self.guarded[not white])
        ways = self.tables[key]
        return ways[self.start_of[id(reach)]], reach, Target(kind=kind, white=white, ways=ways)


def _goal(parts: Iterable[Part], check: Part) -> Goal:
    """Make a goal from its parts, with the pieces of one kind grouped together."""
    ordered = sorted(parts, key=lambda part: (part[2].white, part[2].kind))
    groups = groupby(ordered, key=lambda part: (part[2].white, part[2].kind))
    return Goal(
        cost=check[0] + sum(part[0] for part in ordered),
        check=check[2],
        groups=tuple(tuple(part[2] for part in group) for _, group in groups),
    )


def _unpromoted(reach: Reach) -> Reach:
    """Return a reach in which a promoting pawn stays a pawn; other searches look for promotions."""
    return Reach(piece=reach.piece, squares=reach.squares)


@cache
def _ring(square: chess.Square) -> Bits:
    """Return the squares two steps away, from which one king takes squares from another."""
    return sum(
        chess.BB_SQUARES[other]
        for other in chess.SQUARES
        if chess.square_distance(square, other) == _AT_A_DISTANCE
    )


def _ways(piece: chess.Piece, target: chess.Square, stuck: Bits, guarded: Bits) -> Ways:
    """Return a piece's moves to the target from every square, past only what never moves."""
    if piece.piece_type == chess.PAWN:
        return tuple(_pawns_way(square, target, piece.color) for square in chess.SQUARES)
    ways = [FAR] * len(chess.SQUARES)
    ways[target] = 0
    border = seen = chess.BB_SQUARES[target]
    closed = guarded if piece.piece_type == chess.KING else 0
    for way in range(1, FAR):
        steps = 0
        for square in chess.scan_forward(border):
            steps |= _leaves(piece.piece_type, square, stuck)
        border = steps & ~seen & ~closed
        seen |= border
        for square in chess.scan_forward(border):
            ways[square] = way
        border &= ~stuck
    return tuple(ways)


def _leaves(kind: chess.PieceType, square: chess.Square, stuck: Bits) -> Bits:
    if kind == chess.KING:
        return chess.BB_KING_ATTACKS[square]
    if kind == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    steps = 0
    if kind != chess.ROOK:
        steps |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & stuck]
    if kind != chess.BISHOP:
        steps |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & stuck]
        steps |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & stuck]
    return steps


def _pawns_way(square: chess.Square, target: chess.Square, white: chess.Color) -> int:
    """Return the pawn's steps to the target, each capture counted as three; or `FAR`."""
    ranks = chess.square_rank(target) - chess.square_rank(square)
    ranks = ranks if white else -ranks
    files = abs(chess.square_file(target) - chess.square_file(square))
    return ranks + 2 * files if files <= ranks else FAR
