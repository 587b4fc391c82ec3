"""A tournament as its report tells it: players with their rounds, and what holds for all."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from voice_chess.event.identity import UNTOLD, Identity
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.plain_error import PlainError


class BadEvent(PlainError):
    """The event can't be so; the message is one sentence that names line and field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One player's round; without an opponent it is a bye."""

    result: ReportedResult
    opponent: int | None = None
    colour: Colour | None = None


AWAY = Cell(result=ReportedResult.ZERO_BYE)
"""Of a player who is not paired in a round and gets nothing for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One line of the report."""

    number: int
    """The starting number."""
    name: str
    rating: int
    """0: none."""
    cells: tuple[Cell | None, ...]
    """By round, the first one first; None: nothing is written there."""
    line: int = field(default=0, compare=False)
    """Where the file tells it, so that somebody can mend it."""
    told_halves: int = 0
    """The points that the file tells, in half points."""
    told_rank: int | None = None
    """The place that the file tells."""
    identity: Identity = UNTOLD

    def cell(self, number: int) -> Cell | None:
        """What is written for this round; rounds count from 1."""
        return self.cells[number - 1] if number <= len(self.cells) else None

    def halves_before(self, number: int) -> int:
        """The points of the rounds before this one, in half points."""
        return sum(cell.result.halves for cell in self.cells[: number - 1] if cell)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A line that no pairing asks for."""

    code: str
    """Of three signs, as in a report."""
    text: str
    """All behind the code, with the space."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenPairs:
    """These may not meet in the rounds from `first` to `last`."""

    numbers: frozenset[int]
    first: int = 1
    last: int | None = None
    """None: to the end."""

    def holds(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """Players in the order of their starting numbers."""

    name: str = ""
    players: tuple[Player, ...]
    rounds_told: int | None = None
    """How many rounds there will be, where the file tells."""
    initial_told: Colour | None = None
    """The colour drawn by lot before the first round, where the file tells."""
    forbidden: tuple[ForbiddenPairs, ...] = ()
    absent_next: frozenset[int] = frozenset()
    """The players away in the first round that is not paired yet, where the file tells it apart."""
    virtual: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By starting number and then by round, in half points, where the file tells them."""
    is_baku: bool = False
    """Virtual points are those of Baku."""
    system_told: str = ""
    """The system of pairing, by its code in a report (TRF26)."""
    is_set_beforehand: bool = False
    """All pairs are known from the beginning, as in a round robin, and not paired by scores."""
    tie_breaks_told: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    """What else the file tells, in its order."""

    @cached_property
    def by_number(self) -> dict[int, Player]:
        return {player.number: player for player in self.players}

    @cached_property
    def columns(self) -> int:
        """The last round of which anything is written."""
        return max((len(player.cells) for player in self.players), default=0)

    @cached_property
    def columns_paired(self) -> int:
        """The last round in which somebody meets somebody."""
        numbers = range(self.columns, 0, -1)
        return next((number for number in numbers if any(self.paired_cells(number))), 0)

    @property
    def rounds(self) -> int:
        """How many there are in all, as far as the file tells."""
        return self.columns if self.rounds_told is None else self.rounds_told

    def paired_cells(self, number: int) -> Iterator[tuple[Player, Cell, int]]:
        """Each player with an opponent in this round, what is written there, and the opponent."""
        for player in self.players:
            cell = player.cell(number)
            if cell is not None and cell.opponent is not None:
                yield player, cell, cell.opponent

    def tells_of(self, number: int) -> bool:
        """True for a round that was paired: somebody has an opponent in it, or was left over."""
        return any(self.paired_cells(number)) or any(
            cell is not None and cell.result is ReportedResult.ALLOCATED_BYE
            for cell in (player.cell(number) for player in self.players)
        )
