"""What each of both players has, White's and Black's."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

Theirs = TypeVar("Theirs")
Other = TypeVar("Other")


@dataclass(frozen=True, slots=True, kw_only=True)
class ByColor(Generic[Theirs]):
    """One value for each side; as it is iterated, White's comes first."""

    white: Theirs
    black: Theirs

    def of(self, *, white: bool) -> Theirs:
        """White's, or Black's."""
        return self.white if white else self.black

    def having(self, theirs: Theirs, *, white: bool) -> Self:
        """The same with another value for one side."""
        return replace(self, white=theirs) if white else replace(self, black=theirs)

    def map(self, change: Callable[[Theirs], Other]) -> "ByColor[Other]":
        """What becomes of each of them."""
        return ByColor(white=change(self.white), black=change(self.black))

    @property
    def swapped(self) -> Self:
        """Each player's for the other, as where they play once more with colours swapped."""
        return replace(self, white=self.black, black=self.white)

    @property
    def pair(self) -> tuple[Theirs, Theirs]:
        """White's and Black's, as journals have them."""
        return self.white, self.black

    def __iter__(self) -> Iterator[Theirs]:
        return iter((self.white, self.black))


def both(theirs: Theirs) -> ByColor[Theirs]:
    """The same for either side."""
    return ByColor(white=theirs, black=theirs)
