"""The positions that the searches for one answer have met, each looked into once for all of them.

Searches that order the same positions differently come upon most of them again. What a position
is and where its moves lead stays the same, so only the first to come there works it out; those
that come later go through what is known at a third of the price.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import chess

from voice_chess.laws.lean_moves import Place, board_at, place_of, steps

Nearness = Callable[[chess.Board, chess.Color], float]


@dataclass(slots=True, eq=False)
class Met:
    """A position: two that are the same are the same object."""

    board: chess.Board
    is_mate: bool
    """The mating side has mated."""
    is_hopeless: bool
    """The mating side's pieces are too few to mate ever."""
    behind: "Sequence[Met]" = ()
    """What each legal move leads to, once somebody has asked."""
    goals: bytes | None = None
    """The square that each of them goes to; None until somebody asks."""


class PositionsMet:
    """What is known about positions; of use to the searches for one answer only."""

    def __init__(self, *, white: bool) -> None:
        """`white` is the side that is to mate."""
        self.white = white
        self._met: dict[Place, Met] = {}
        self._judged: dict[Nearness, dict[Met, float]] = {}

    def at(self, place: Place) -> Met:
        """The same object for the same position, whoever asks."""
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
        """The position on a board."""
        return self.at(place_of(board))

    def behind(self, met: Met) -> Iterable[tuple[Met, chess.Square]]:
        """What each legal move leads to, and the square it goes to."""
        if met.goals is None:
            found = steps(met.board)
            met.behind = [self.at(place) for place, _ in found]
            met.goals = bytes([goal for _, goal in found])
        return zip(met.behind, met.goals, strict=True)

    def judged(self, nearness: Nearness) -> dict[Met, float]:
        """How far positions were found to look from a mate, judged in that way."""
        return self._judged.setdefault(nearness, {})

    def forget(self) -> None:
        """Let go of everything at once: moves lead back to where they began, in circles."""
        for met in self._met.values():
            met.behind = ()
        self._met.clear()
        self._judged.clear()
