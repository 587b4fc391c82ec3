"""A pair of values, one for each player: White's and Black's."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, Literal, Self, TypeAlias, TypeVar

Theirs = TypeVar("Theirs")
Other = TypeVar("Other")
Side: TypeAlias = Literal["white", "black"]
SIDES: tuple[Side, ...] = ("white", "black")
"""The sides by name, as in commands, options and messages; White comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByColor(Generic[Theirs]):
    """One value for each side; iteration yields White's first."""

    white: Theirs
    black: Theirs

    def of(self, *, white: bool) -> Theirs:
        """Return White's value, or Black's."""
        return self.white if white else self.black

    def having(self, theirs: Theirs, *, white: bool) -> Self:
        """Return a copy with another value for one side."""
        return replace(self, white=theirs) if white else replace(self, black=theirs)

    def map(self, change: Callable[[Theirs], Other]) -> "ByColor[Other]":
        """Return the results of `change` for both values."""
        return ByColor(white=change(self.white), black=change(self.black))

    @property
    def swapped(self) -> Self:
        """The pair with both values exchanged, as for a rematch with colours swapped."""
        return replace(self, white=self.black, black=self.white)

    @property
    def pair(self) -> tuple[Theirs, Theirs]:
        """White's and Black's value as a tuple, the form that journals store."""
        return self.white, self.black

    def __iter__(self) -> Iterator[Theirs]:
        return iter((self.white, self.black))


def both(theirs: Theirs) -> ByColor[Theirs]:
    """Return a pair that holds the same value for both sides."""
    return ByColor(white=theirs, black=theirs)
