"""What to aim at: the mates that look cheapest to bring about, piece by piece.

A goal puts each piece that a mate needs on a square it could ever get to; how far a position is
from it is the sum of the pieces' ways there, each alone on the board with what never moves. Goals
only order a search: a wrong one costs time, never a wrong answer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, permutations

import chess

from voice_chess.laws.bitboards import Bits
from voice_chess.laws.mobility import Jam, Reach, attacks_from, reaches

FAR = 20
"""As good as unreachable; also what a goal costs while a piece it needs is missing."""
GOALS = 4
OPEN = 600
"""Where pieces have so many squares together, to weigh goals takes longer than to search."""
ALIKE = 4
"""Of so many pieces alike, the nearest, the best one for each square is found out."""

Ways = tuple[int, ...]
"""How many moves to one square from every other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A square that a piece has to get to."""

    kind: chess.PieceType
    white: bool
    ways: Ways


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A mate; `groups` holds the targets of pieces that are alike, which must be different ones.

    `check` is the one of the piece that gives check: it comes last, and waits one move away, so
    that the king can get where it is to be mated.
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
    """How far from the nearest of the cheapest goals; None where there is none."""
    found, jam = reaches(board)
    if sum(reach.squares.bit_count() for reach in found) > OPEN:
        return None
    goals = _Aims(board, found, jam, white=white).cheapest()
    if not goals:
        return None
    return lambda after, _: min(goal.way_from(after) for goal in goals)


def _way_of(board: chess.Board, group: Sequence[Target]) -> int:
    """All targets of one kind of piece, each by a piece of its own."""
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
"""How long the way is, of which piece, to where."""


class _Aims:
    """The pieces as they stand, and what each of them could contribute to a mate."""

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
        """The cheapest goals, one for each square on which the king could be mated."""
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
        """For each set of flights that a check leaves open, the nearest square to give it from."""
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
        """The other king far away, or opposite; the flights it then leaves."""
        yield [], flights
        best: dict[Bits, Part] = {}
        for square in chess.scan_forward(_ring(king) & self.other.squares):
            part, left = self._part(self.other, square), flights & ~chess.BB_KING_ATTACKS[square]
            if left != flights and (left not in best or part[0] < best[left][0]):
                best[left] = part
        for left, part in best.items():
            yield [part], left

    def _filled(self, flights: Bits, used: set[int], king: chess.Square) -> list[Part] | None:
        """For each flight in turn the nearest piece that blocks or attacks it, each used once."""
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
    """The parts of pieces that are alike go together."""
    ordered = sorted(parts, key=lambda part: (part[2].white, part[2].kind))
    groups = groupby(ordered, key=lambda part: (part[2].white, part[2].kind))
    return Goal(
        cost=check[0] + sum(part[0] for part in ordered),
        check=check[2],
        groups=tuple(tuple(part[2] for part in group) for _, group in groups),
    )


def _unpromoted(reach: Reach) -> Reach:
    """A pawn that may become anything is taken for a pawn: what it becomes, others look for."""
    return Reach(piece=reach.piece, squares=reach.squares)


@cache
def _ring(square: chess.Square) -> Bits:
    """Where a king stands opposite to another one, near enough to take squares from it."""
    return sum(
        chess.BB_SQUARES[other]
        for other in chess.SQUARES
        if chess.square_distance(square, other) == len("-K")
    )


def _ways(piece: chess.Piece, target: chess.Square, stuck: Bits, guarded: Bits) -> Ways:
    """From every square, with the board empty but for what never moves."""
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
    """Steps forward, each capture on the way counted thrice."""
    ranks = chess.square_rank(target) - chess.square_rank(square)
    ranks = ranks if white else -ranks
    files = abs(chess.square_file(target) - chess.square_file(square))
    return ranks + 2 * files if files <= ranks else FAR
