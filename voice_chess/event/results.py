"""What one round brings one player: a colour, and a result by its sign in a tournament report."""

from collections.abc import Mapping
from enum import Enum


class Colour(Enum):
    """By its sign in a tournament report."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class ReportedResult(Enum):
    """By its sign in a tournament report (FIDE Handbook C.04.A, annex 2: TRF16)."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    ALLOCATED_BYE = "U"
    """Nobody was left to play against; the pairing gave it."""
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    """Absent, as announced."""
    PENDING = " "
    """Paired, and not over."""

    @property
    def halves(self) -> int:
        """Its points, counted in half points."""
        return _HALVES[self]

    @property
    def is_played(self) -> bool:
        """A game over the board: it counts for colours, and the two don't meet again."""
        return self in _PLAYED

    @property
    def is_bye(self) -> bool:
        """It has no opponent."""
        return self in _BYES


_HALVES: Mapping[ReportedResult, int] = {
    ReportedResult.WIN: 2,
    ReportedResult.DRAW: 1,
    ReportedResult.LOSS: 0,
    ReportedResult.UNRATED_WIN: 2,
    ReportedResult.UNRATED_DRAW: 1,
    ReportedResult.UNRATED_LOSS: 0,
    ReportedResult.FORFEIT_WIN: 2,
    ReportedResult.FORFEIT_LOSS: 0,
    ReportedResult.ALLOCATED_BYE: 2,
    ReportedResult.FULL_BYE: 2,
    ReportedResult.HALF_BYE: 1,
    ReportedResult.ZERO_BYE: 0,
    ReportedResult.PENDING: 0,
}
_PLAYED = frozenset(
    {
        ReportedResult.WIN,
        ReportedResult.DRAW,
        ReportedResult.LOSS,
        ReportedResult.UNRATED_WIN,
        ReportedResult.UNRATED_DRAW,
        ReportedResult.UNRATED_LOSS,
    }
)
_BYES = frozenset(
    {
        ReportedResult.ALLOCATED_BYE,
        ReportedResult.FULL_BYE,
        ReportedResult.HALF_BYE,
        ReportedResult.ZERO_BYE,
    }
)
WIN_HALVES = _HALVES[ReportedResult.WIN]
