"""Models a tournament as its report describes it: players with their rounds, and common facts."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from voice_chess.event.identity import UNTOLD, Identity
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.remembered import remembered

_IN_A_MATCH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One player's round; without an opponent it is a bye."""

    result: ReportedResult
    opponent: int | None = None
    colour: Colour | None = None


AWAY = Cell(result=ReportedResult.ZERO_BYE)
"""The cell of a player who is not paired in a round and gets nothing for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One line of the report."""

    number: int
    """The starting number."""
    name: str
    rating: int
    """0 if there is none."""
    cells: tuple[Cell | None, ...]
    """By round, the first one first; None if nothing is written there."""
    line: int = field(default=0, compare=False)
    """The line of the file, so that its owner can correct it."""
    told_halves: int = 0
    """The points in the file, in half-points."""
    told_rank: int | None = None
    """The place in the file."""
    identity: Identity = UNTOLD

    def cell(self, number: int) -> Cell | None:
        """Return what is written for this round, or None; rounds count from 1."""
        return self.cells[number - 1] if number <= len(self.cells) else None

    def halves_before(self, number: int) -> int:
        """Return the points of the rounds before this one, in half-points."""
        return sum(cell.result.halves for cell in self.cells[: number - 1] if cell)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A line that no pairing needs."""

    code: str
    """The code of three characters, as in a report."""
    text: str
    """Everything after the code, with the space."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenPairs:
    """Players who may not meet in the rounds from `first` to `last`."""

    numbers: frozenset[int]
    first: int = 1
    last: int | None = None
    """None means to the end."""

    def holds(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """A tournament, with its players in the order of their starting numbers."""

    name: str = ""
    players: tuple[Player, ...]
    rounds_told: int | None = None
    """How many rounds there will be, or None if the file does not say."""
    initial_told: Colour | None = None
    """The colour drawn by lot before the first round, or None if the file does not say."""
    forbidden: tuple[ForbiddenPairs, ...] = ()
    absent_next: frozenset[int] = frozenset()
    """Players who are absent from the next round, if the file lists them separately."""
    virtual: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Virtual points in half-points by starting number, then by round, if the file has them."""
    is_baku: bool = False
    """Whether the virtual points are those of the Baku system."""
    system_told: str = ""
    """The pairing system, by its code in a report (TRF26)."""
    is_set_beforehand: bool = False
    """Whether all pairs are known in advance, as in a round robin, and not paired by scores."""
    is_knock_out: bool = False
    """Whether only winners go on; this, too, is set beforehand."""
    tie_breaks_told: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    """The other lines of the file, in their order."""

    @remembered
    def by_number(self) -> dict[int, Player]:
        return {player.number: player for player in self.players}

    @remembered
    def columns(self) -> int:
        """The last round for which anything is written."""
        return max((len(player.cells) for player in self.players), default=0)

    @remembered
    def columns_paired(self) -> int:
        """The last round in which two players meet."""
        numbers = range(self.columns, 0, -1)
        return next((number for number in numbers if any(self.paired_cells(number))), 0)

    @property
    def is_match(self) -> bool:
        """Whether two players meet in every round, so that no tie-break can tell them apart."""
        return self.is_set_beforehand and len(self.players) == _IN_A_MATCH

    @property
    def has_tie_breaks(self) -> bool:
        """Whether equal points leave something to tell apart.

        A match is won by points or ends level, and in a knock-out those who lose in the same round
        share a place.
        """
        return not (self.is_match or self.is_knock_out)

    @property
    def rounds(self) -> int:
        """How many rounds there are in all, as far as the file says."""
        return self.columns if self.rounds_told is None else self.rounds_told

    def without(self, numbers: Collection[int]) -> Self:
        """Return the tournament as if these players had not been there; who met them was free."""
        if not numbers:
            return self
        return replace(
            self,
            players=tuple(
                replace(
                    player,
                    cells=tuple(
                        AWAY if cell is not None and cell.opponent in numbers else cell
                        for cell in player.cells
                    ),
                )
                for player in self.players
                if player.number not in numbers
            ),
        )

    def paired_cells(self, number: int) -> Iterator[tuple[Player, Cell, int]]:
        """Yield each player with an opponent in this round, with their cell and the opponent."""
        for player in self.players:
            cell = player.cell(number)
            if cell is not None and cell.opponent is not None:
                yield player, cell, cell.opponent

    def tells_of(self, number: int) -> bool:
        """Whether the round was paired: some player has an opponent in it, or was left over."""
        return any(self.paired_cells(number)) or any(
            cell is not None and cell.result is ReportedResult.ALLOCATED_BYE
            for cell in (player.cell(number) for player in self.players)
        )
