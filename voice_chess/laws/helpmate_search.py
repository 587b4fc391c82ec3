"""Searches best-first, within a budget, for a series of legal moves that mates with both helping.

The search prunes only positions without mating material, so running out of positions proves that
there is no mate. If the budget ends first, the outcome is unknown. Positions that look nearer to a
mate come first; "nearer" depends on whether the mating side needs the other side's pieces to shut
in their own king. Positions that show nothing new wait longer: see `novelty`. If a king is boxed
in, a search goes by stages: see `pawn_races`. A search that reaches a stage hands over to a new
search and looks at nothing beyond it, so running out of positions then proves nothing. Searches
share what they find out about a position: see `positions_met`.
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
    """One order of search: the judgement of nearness, the cost of a ply, and the effort allowed.

    Looking at a move costs one unit of effort; judging the position after it, if new, one more.
    `cost_of_old_news` is added for a position that shows no piece on a new square, and twice that
    if it shows no new pair of pieces either.
    """

    nearness: Nearness
    cost_of_ply: float
    budget: int
    cost_of_old_news: float = 0.0
    is_newest_first: bool = False
    stages: "tuple[Stage, ...]" = ()
    """At each of these a new search takes over; this one looks at nothing beyond it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A condition that must come before a mate, and the attempt that goes on from there.

    At most `tries` positions that meet it are searched further.
    """

    is_reached: Callable[[chess.Board, chess.Color], bool]
    attempt: Attempt
    tries: int


# The core reads no clock: effort stands for time, so that a verdict never depends on the machine.
# A unit takes 6 to 8 microseconds, twice that in a race, and a third of it at positions that other
# attempts have met. All attempts together take about one second of one core.
AT_FIRST = Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.3, budget=3_000)
COST_OF_PLY_TO_A_GOAL, BUDGET_TO_GOALS = 0.15, 10_000
BRIEFLY = (
    Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.1, budget=3_000, is_newest_first=True),
    Attempt(nearness=to_a_helped_mate, cost_of_ply=0.0, budget=9_000),
    Attempt(nearness=to_a_lonely_mate, cost_of_ply=0.1, cost_of_old_news=5.0, budget=2_000),
)
"""An order that finds a mate mostly finds it soon, so several short attempts find more than one."""
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
"""After a race this finds every mate that short attempts find, and exhausts more positions."""


def finds_mate(board: chess.Board, *, white: bool) -> bool | None:
    """Return whether that side can mate at all; None if the budget was too small to tell."""
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
    """Yield an attempt by goals, if there are any, then the other orders that may help."""
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
    """One attempt under way: the positions it has seen, and those that still wait."""

    known: PositionsMet
    attempt: Attempt
    seen: set[Met] = field(default_factory=set)
    waiting: list[Entry] = field(default_factory=list)
    novelty: Novelty = field(default_factory=Novelty)
    judged: dict[Met, float] = field(init=False)
    effort: int = 0

    def __post_init__(self) -> None:
        """Share the judgements of earlier searches that measure nearness in the same way."""
        self.judged = self.known.judged(self.attempt.nearness)

    def run(self, start: Met) -> bool | None:
        """Search, and return True for a mate, False if all positions were seen, None otherwise."""
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
        """Run a new search from a stage, and return whether it found a mate."""
        search = HelpmateSearch(known=self.known, attempt=attempt)
        is_found = search.run(start)
        self.effort += search.effort
        return bool(is_found)

    def _mates_after(self, met: Met, ply: int) -> bool:
        """Queue every new position after one move by its distance. Return True if one is mate."""
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
