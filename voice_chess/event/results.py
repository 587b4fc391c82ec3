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


class Result(Enum):
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


_HALVES: Mapping[Result, int] = {
    Result.WIN: 2,
    Result.DRAW: 1,
    Result.LOSS: 0,
    Result.UNRATED_WIN: 2,
    Result.UNRATED_DRAW: 1,
    Result.UNRATED_LOSS: 0,
    Result.FORFEIT_WIN: 2,
    Result.FORFEIT_LOSS: 0,
    Result.ALLOCATED_BYE: 2,
    Result.FULL_BYE: 2,
    Result.HALF_BYE: 1,
    Result.ZERO_BYE: 0,
    Result.PENDING: 0,
}
_PLAYED = frozenset(
    {
        Result.WIN,
        Result.DRAW,
        Result.LOSS,
        Result.UNRATED_WIN,
        Result.UNRATED_DRAW,
        Result.UNRATED_LOSS,
    }
)
_BYES = frozenset({Result.ALLOCATED_BYE, Result.FULL_BYE, Result.HALF_BYE, Result.ZERO_BYE})
WIN_HALVES = _HALVES[Result.WIN]
