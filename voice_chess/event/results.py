"""Defines what one round brings one player: a colour, and a result by its sign in a report."""

from collections.abc import Mapping
from enum import Enum


class Colour(Enum):
    """A colour by its sign in a tournament report."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class ReportedResult(Enum):
    """A result by its sign in a tournament report (FIDE Handbook C.04.A, annex 2: TRF16)."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    ALLOCATED_BYE = "U"
    """Nobody was left to play against, so the pairing gave the bye."""
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    """The player was absent, as announced."""
    PENDING = " "
    """The game is paired but not over."""

    @property
    def halves(self) -> int:
        """Its points, in half-points."""
        return _HALVES[self]

    @property
    def is_played(self) -> bool:
        """Whether it is a game over the board.

        Such a game counts for the colours, and its players don't meet again.
        """
        return self in _PLAYED

    @property
    def is_bye(self) -> bool:
        """Whether it has no opponent."""
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
