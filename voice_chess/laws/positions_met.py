"""A cache of the positions that the searches for one verdict meet, shared by all these searches.

Searches that order the same positions differently meet most of them again. A position and its
legal moves stay the same, so only the first search to reach it works them out. Later searches read
the stored result at a third of the cost.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import chess

from voice_chess.laws.lean_moves import Place, board_at, place_of, steps

Nearness = Callable[[chess.Board, chess.Color], float]


@dataclass(slots=True, eq=False)
class Met:
    """A position; `PositionsMet` makes only one object for each."""

    board: chess.Board
    is_mate: bool
    """Whether the mating side has mated."""
    is_hopeless: bool
    """Whether the mating side has too little material ever to mate."""
    behind: "Sequence[Met]" = ()
    """The position after each legal move; empty until a search asks for it."""
    goals: bytes | None = None
    """The target square of each of these moves; None until a search asks for it."""


class PositionsMet:
    """The positions met so far; useful only to the searches for one verdict."""

    def __init__(self, *, white: bool) -> None:
        """`white` is the side that is to mate."""
        self.white = white
        self._met: dict[Place, Met] = {}
        self._judged: dict[Nearness, dict[Met, float]] = {}

    def at(self, place: Place) -> Met:
        """Return the one object that stands for a position, making it if necessary."""
        met = self._met.get(place)
        if met is None:
            board = board_at(place)
            met = self._met[place] = Met(
                board,
                is_mate=board.turn != self.white and board.is_checkmate(),
                is_hopeless=board.has_insufficient_material(self.white),
            )
        return met

    def of(self, board: chess.Board) -> Met:
        """Return the object that stands for the position on a board."""
        return self.at(place_of(board))

    def behind(self, met: Met) -> Iterable[tuple[Met, chess.Square]]:
        """Yield, for each legal move, the position after it and its target square."""
        if met.goals is None:
            found = steps(met.board)
            met.behind = [self.at(place) for place, _ in found]
            met.goals = bytes([goal for _, goal in found])
        return zip(met.behind, met.goals, strict=True)

    def judged(self, nearness: Nearness) -> dict[Met, float]:
        """Return the stored distances from mate under one judgement, for callers to add to."""
        return self._judged.setdefault(nearness, {})

    def forget(self) -> None:
        """Drop everything now: positions refer to each other in cycles, which are freed late."""
        for met in self._met.values():
            met.behind = ()
        self._met.clear()
        self._judged.clear()
