"""Builds the standings and crosstable of a competition: a row for each player, the best first."""

from collections.abc import Sequence
from dataclasses import dataclass

from voice_chess.event.competition import Competition
from voice_chess.event.standings import Standing, standings
from voice_chess.event.tie_breaks import TIE_BREAKS
from voice_chess.event.tournament import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One row; points and tie-breaks are written as short as possible."""

    place: int
    number: int
    """The starting number."""
    name: str
    points: str
    values: tuple[str, ...]
    cells: tuple[Cell | None, ...]
    """The cells of the rounds that count."""


def shown_tie_breaks(codes: Sequence[str]) -> tuple[str, ...]:
    """Return the tie-breaks that give each player a value."""
    return tuple(code for code in codes if code in TIE_BREAKS)


def table(now: Competition, rounds: int) -> tuple[TableRow, ...]:
    """Return the rows after this many rounds.

    Before the first round all players are equal, in the order of their numbers.
    """
    if rounds == 0:
        return tuple(
            TableRow(
                place=1, number=player.number, name=player.name, points="0", values=(), cells=()
            )
            for player in now.report.players
        )
    found = standings(now.report, rounds, now.tie_breaks)
    return tuple(_row(each, rounds) for each in found)


def _row(standing: Standing, rounds: int) -> TableRow:
    return TableRow(
        place=standing.place,
        number=standing.player.number,
        name=standing.player.name,
        points=points_text(standing.quarters),
        values=tuple(points_text(value) for value in standing.values if value is not None),
        cells=tuple(standing.player.cell(number) for number in range(1, rounds + 1)),
    )


def points_text(quarters: int) -> str:
    """Return points as short as they can be written."""
    return f"{quarters / 4:.2f}".rstrip("0").rstrip(".")
