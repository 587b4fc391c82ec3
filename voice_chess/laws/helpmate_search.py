"""Looks for a series of legal moves that mates, both sides helping: best-first, within a budget.

Nothing is pruned that could still lead to mate, so running out of positions proves there is none.
Where the budget ends first, nobody knows. Positions that look nearer to a mate are tried first;
what "nearer" means depends on whether the mating side must rely on the other's pieces to shut in
their own king. Positions that show nothing new wait longer: see `novelty`. Where a king is boxed
in, a search goes by stages: see `pawn_races`. What lies behind one is not looked at, so a search
that has begun anew anywhere proves nothing when it runs dry. What one search has found out about a
position the next need not find out again: see `positions_met`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

import chess

from voice_chess.laws.helpmate_heuristic import to_a_helped_mate, to_a_lonely_mate
from voice_chess.laws.kings_and_pawns import could_be_mated_in_play
from voice_chess.laws.mating_goals import nearness_to_goals
from voice_chess.laws.novelty import Novelty
from voice_chess.laws.pawn_races import is_armed, is_boxed, is_free, is_race, to_a_promotion
from voice_chess.laws.positions_met import Met, Nearness, PositionsMet

Entry = tuple[float, int, int, Met]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One order of search: how nearness is judged, what a ply costs, how much effort is made.

    To look at a move is one unit of effort, to judge the position behind it if it is new another.
    `cost_of_old_news` is what a position costs that shows no piece on a square where it was not
    seen before; twice that where no two pieces are together for the first time either.
    """

    nearness: Nearness
    cost_of_ply: float
    budget: int
    cost_of_old_news: float = 0.0
    is_newest_first: bool = False
    stages: "tuple[Stage, ...]" = ()
    """Where one of them is reached a search begins anew; behind it nothing else is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Something that has to come before a mate, and how to go on from there."""

    is_reached: Callable[[chess.Board, chess.Color], bool]
    attempt: Attempt
    tries: int


# The core reads no clock: effort stands for time, so that an answer never depends on the machine.
# A unit is 6 to 8 microseconds, in a race twice that, and a third of it where other attempts have
# been before: all attempts together take about one second of one core.
AT_FIRST = Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.3, budget=3_000)
COST_OF_PLY_TO_A_GOAL, BUDGET_TO_GOALS = 0.15, 10_000
BRIEFLY = (
    Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.1, budget=3_000, is_newest_first=True),
    Attempt(nearness=to_a_helped_mate, cost_of_ply=0.0, budget=9_000),
    Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.1, cost_of_old_news=5.0, budget=2_000),
)
"""What an order finds it mostly finds soon: several that are given little find more than one."""
WITH_PAWNS_OR_MAJORS = (
    *BRIEFLY,
    Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.2, cost_of_old_news=20.0, budget=36_000),
    Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.3, budget=64_000),
)
WITH_MINORS_ONLY = (
    Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.2, cost_of_old_news=20.0, budget=20_000),
    Attempt(nearness=to_a_helped_mate, cost_of_ply=0.2, budget=64_000),
)
ARMED = Stage(
    is_reached=is_armed,
    attempt=Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.3, budget=1_500),
    tries=8,
)
FREE = Stage(
    is_reached=is_free,
    attempt=Attempt(
        nearness=to_a_promotion,
        cost_of_ply=0.3,
        budget=5_000,
        is_newest_first=True,
        stages=(ARMED,),
    ),
    tries=4,
)
RACE = Attempt(
    nearness=to_a_promotion,
    cost_of_ply=0.9,
    budget=25_000,
    is_newest_first=True,
    stages=(ARMED,),
)
RACE_TO_BE_FREED = replace(RACE, stages=(ARMED, FREE))
AFTER_A_RACE = Attempt(
    nearness=to_a_lonely_mate, cost_of_ply=0.2, cost_of_old_news=20.0, budget=80_000
)
"""Behind a race all that short attempts find this one finds, and it comes to the end of more."""


def finds_mate(board: chess.Board, *, white: bool) -> bool | None:
    """Whether that side can mate at all; None when the budget was too small to tell."""
    known = PositionsMet(white=white)
    try:
        return _answer(known, board)
    finally:
        known.forget()


def _answer(known: PositionsMet, board: chess.Board) -> bool | None:
    start = known.of(board)
    answer = HelpmateSearch(known=known, attempt=AT_FIRST).run(start)
    if answer is not None:
        return answer
    if not could_be_mated_in_play(board, white=not known.white):
        return False
    for attempt in _attempts(board, white=known.white):
        answer = HelpmateSearch(known=known, attempt=attempt).run(start)
        if answer is not None:
            return answer
    return None


def _attempts(board: chess.Board, *, white: bool) -> Iterator[Attempt]:
    """What may be aimed at, then all the orders that may help."""
    nearness = nearness_to_goals(board, white=white)
    if nearness is not None:
        yield Attempt(nearness=nearness, cost_of_ply=COST_OF_PLY_TO_A_GOAL, budget=BUDGET_TO_GOALS)
    own, strong = board.occupied_co[white], board.pawns | board.rooks | board.queens
    if own & board.pawns and is_race(board):
        yield RACE_TO_BE_FREED if is_boxed(board, white) else RACE
        yield AFTER_A_RACE
    else:
        yield from WITH_PAWNS_OR_MAJORS if own & strong else WITH_MINORS_ONLY


@dataclass(slots=True, kw_only=True)
class HelpmateSearch:
    """One attempt: what it has seen, and what waits to be looked at."""

    known: PositionsMet
    attempt: Attempt
    seen: set[Met] = field(default_factory=set)
    waiting: list[Entry] = field(default_factory=list)
    novelty: Novelty = field(default_factory=Novelty)
    judged: dict[Met, float] = field(init=False)
    effort: int = 0

    def __post_init__(self) -> None:
        """Others may have judged positions in the same way before."""
        self.judged = self.known.judged(self.attempt.nearness)

    def run(self, start: Met) -> bool | None:
        """Whether a mate was found; False only when all positions were looked at."""
        white, stages = self.known.white, self.attempt.stages
        self.seen.add(start)
        self.waiting.append((0.0, 0, 0, start))
        ahead = [stage for stage in stages if not stage.is_reached(start.board, white)]
        tries = {id(stage): stage.tries for stage in ahead}
        while self.waiting:
            _, _, ply, met = heappop(self.waiting)
            stage = next((stage for stage in ahead if stage.is_reached(met.board, white)), None)
            if stage is not None:
                tries[id(stage)] -= 1
                if tries[id(stage)] >= 0 and self._mates_from(met, stage.attempt):
                    return True
            elif self._mates_after(met, ply + 1):
                return True
            if self.effort > self.attempt.budget:
                return None
        return None if any(tries[id(stage)] < stage.tries for stage in ahead) else False

    def _mates_from(self, start: Met, attempt: Attempt) -> bool:
        """Begin anew where a stage is reached; this search looks no further behind it."""
        search = HelpmateSearch(known=self.known, attempt=attempt)
        is_found = search.run(start)
        self.effort += search.effort
        return bool(is_found)

    def _mates_after(self, met: Met, ply: int) -> bool:
        """Put every new position after one move in its place; True when one is mate."""
        seen, before = self.seen, len(self.seen)
        for behind, moved_to in self.known.behind(met):
            if behind in seen:
                continue
            seen.add(behind)
            if behind.is_mate:
                return True
            if not behind.is_hopeless:
                age = -len(seen) if self.attempt.is_newest_first else len(seen)
                heappush(self.waiting, (self._far(behind, ply, moved_to), age, ply, behind))
        self.effort += len(met.behind) + len(seen) - before
        return False

    def _far(self, met: Met, ply: int, moved_to: chess.Square) -> float:
        far = self.judged.get(met)
        if far is None:
            far = self.judged[met] = self.attempt.nearness(met.board, self.known.white)
        far += self.attempt.cost_of_ply * ply
        if not self.attempt.cost_of_old_news:
            return far
        return far + self.attempt.cost_of_old_news * self.novelty.of(met.board, moved_to)
