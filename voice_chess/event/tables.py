"""Builds standings and crosstables: their columns, and a row for each player, the best first."""

from collections.abc import Sequence
from dataclasses import dataclass

from voice_chess.event.competition import Competition
from voice_chess.event.standings import Standing, standings
from voice_chess.event.tie_breaks import TIE_BREAKS
from voice_chess.event.tournament import Cell
from voice_chess.languages.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One row; points and tie-breaks are written as short as possible."""

    place: int | None
    """None if no game with the player counts; see `Competition.uncounted`."""
    number: int
    """The starting number."""
    name: str
    """A dash where a report names nobody."""
    points: str
    values: tuple[str, ...]
    """By `shown_tie_breaks`; empty texts without a place."""
    cells: tuple[Cell | None, ...]
    """The cells of the rounds that count."""


def player_heads(language: Language) -> tuple[str, ...]:
    """Return the heads of the columns that tell whose row it is."""
    names = ("event-place", "event-field:number", "event-field:name")
    return tuple(language.interface[name] for name in names)


def standings_heads(tie_breaks: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return the heads of the standings with these tie-breaks."""
    return (*player_heads(language), language.interface["event-points-head"], *tie_breaks)


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
    found = standings(now.report, rounds, now.tie_breaks, now.uncounted)
    return tuple(row_of(each, rounds, now.tie_breaks) for each in found)


def row_of(standing: Standing, rounds: int, tie_breaks: Sequence[str]) -> TableRow:
    """Return the row of a player after this many rounds."""
    return TableRow(
        place=standing.place,
        number=standing.player.number,
        name=standing.player.name or "-",
        points=points_text(standing.quarters),
        values=tuple(
            "" if value is None else points_text(value)
            for code, value in zip(tie_breaks, standing.values, strict=True)
            if code in TIE_BREAKS
        ),
        cells=tuple(standing.player.cell(number) for number in range(1, rounds + 1)),
    )


def points_text(quarters: int) -> str:
    """Return points as short as they can be written."""
    return f"{quarters / 4:.2f}".rstrip("0").rstrip(".")
