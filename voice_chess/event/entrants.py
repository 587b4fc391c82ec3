"""Describes the players to be paired in a round, with all that the Dutch system needs to know."""

from dataclasses import dataclass
from enum import Enum

from voice_chess.event.acceleration import virtual_halves
from voice_chess.event.report_faults import BadEvent, Fault
from voice_chess.event.results import WIN_HALVES, Colour, ReportedResult
from voice_chess.event.tournament import Cell, Player, Tournament


class Float(Enum):
    """Whether an opponent came from a lower or a higher scoregroup (C.04.3, 1.4)."""

    DOWN = "down"
    UP = "up"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player before a round."""

    number: int
    """The starting number."""
    pairing_number: int
    """The place in the order of starting numbers among all who have arrived by now."""
    halves: int
    """The score, in half-points."""
    colours: tuple[Colour, ...]
    """The colours of the games that were played, the first one first."""
    floats: tuple[Float, ...]
    """The floats by round, the first one first."""
    met: frozenset[int]
    """Starting numbers of the opponents they have played."""
    may_have_bye: bool
    """False once they had a full point without a game (C.04.1, 4)."""
    virtual: int = 0
    """What counts in addition to the score for the pairing alone, in half-points."""

    @property
    def level(self) -> int:
        """The score by which the player is paired, in half-points."""
        return self.halves + self.virtual

    @property
    def rank(self) -> tuple[int, int]:
        """A sort key, smallest for the highest ranked: score, then pairing number (C.04.3, 1.2)."""
        return -self.level, self.pairing_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round that is to be paired."""

    event: Tournament
    number: int
    entrants: tuple[Entrant, ...]
    """In the order of their ranks."""
    initial: Colour

    @property
    def is_last(self) -> bool:
        return self.number >= self.event.rounds

    def forbids(self, one: int, other: int) -> bool:
        """Whether the organiser forbids these two to meet in this round."""
        return any(
            {one, other} <= pairs.numbers and pairs.holds(self.number)
            for pairs in self.event.forbidden
        )


def round_to_pair(event: Tournament, number: int, initial: Colour | None = None) -> Round:
    """Return the round before its pairing.

    `initial` is the initial colour if the file does not give it. Raises `BadEvent` if nobody takes
    part, or if the initial colour is unknown.
    """
    present = _present(event, number)
    if not present:
        raise BadEvent.of(Fault.NOBODY_THERE, round=number)
    arrived = [player for player in event.players if _has_arrived(player, number, present)]
    entrants = (
        _entrant(event, player, place, number)
        for place, player in enumerate(arrived, start=1)
        if player.number in present
    )
    return Round(
        event=event,
        number=number,
        entrants=tuple(sorted(entrants, key=lambda entrant: entrant.rank)),
        initial=_initial_colour(event, initial),
    )


def _present(event: Tournament, number: int) -> frozenset[int]:
    """Return the starting numbers of the players who take part in this round.

    An empty cell means absence only if others are paired in that round: before the pairing, a round
    holds nothing but the byes that were requested.
    """
    is_paired = any(event.paired_cells(number))
    return frozenset(
        player.number
        for player in event.players
        if _takes_part(player.cell(number), is_paired=is_paired)
        and (number <= event.columns_paired or player.number not in event.absent_next)
    )


def _takes_part(cell: Cell | None, *, is_paired: bool) -> bool:
    if cell is None:
        return not is_paired
    return not cell.result.is_bye or cell.result is ReportedResult.ALLOCATED_BYE


def _has_arrived(player: Player, number: int, present: frozenset[int]) -> bool:
    """Whether the player has a pairing number.

    A late entry gets one with its first pairing (C.04.2).
    """
    return player.number in present or any(
        cell is not None and _takes_part(cell, is_paired=True)
        for cell in player.cells[: number - 1]
    )


def _entrant(event: Tournament, player: Player, pairing_number: int, number: int) -> Entrant:
    cells = [player.cell(earlier) for earlier in range(1, number)]
    played = [cell for cell in cells if cell is not None and cell.result.is_played]
    return Entrant(
        number=player.number,
        pairing_number=pairing_number,
        halves=player.halves_before(number),
        virtual=virtual_halves(event, player.number, number),
        colours=tuple(cell.colour for cell in played if cell.colour is not None),
        floats=tuple(
            _float(event, player, cell, earlier) for earlier, cell in enumerate(cells, start=1)
        ),
        met=frozenset(cell.opponent for cell in played if cell.opponent is not None),
        may_have_bye=not any(
            cell is not None and not cell.result.is_played and cell.result.halves >= WIN_HALVES
            for cell in cells
        ),
    )


def _float(event: Tournament, player: Player, cell: Cell | None, number: int) -> Float:
    """Return the float by the scores before the round, or by points without a game.

    C.04.3, 1.4.2 and 1.4.3.
    """
    if cell is None:
        return Float.NONE
    if cell.opponent is None or not cell.result.is_played:
        return Float.DOWN if cell.result.halves else Float.NONE
    mine, theirs = (
        each.halves_before(number) + virtual_halves(event, each.number, number)
        for each in (player, event.by_number[cell.opponent])
    )
    if mine == theirs:
        return Float.NONE
    return Float.DOWN if mine > theirs else Float.UP


def _initial_colour(event: Tournament, asked: Colour | None) -> Colour:
    """Return the initial colour from the file, its first round, or the caller, in this order.

    In the first round, players with odd pairing numbers got it (5.2.5).
    """
    initial = event.initial_told or _seen_in_first_round(event) or asked
    if initial is None:
        raise BadEvent.of(Fault.INITIAL_UNKNOWN)
    return initial


def _seen_in_first_round(event: Tournament) -> Colour | None:
    present = _present(event, 1)
    arrived = [player for player in event.players if player.number in present]
    for place, player in enumerate(arrived, start=1):
        cell = player.cell(1)
        if cell is not None and cell.colour is not None:
            return cell.colour if place % 2 else cell.colour.other
    return None
