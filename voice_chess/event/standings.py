"""Computes the standings after a round: by points, and among equal points by tie-breaks in turn.

Players are first grouped by their points. Each tie-break then splits the groups whose players are
still equal, and whoever stays equal after the last one shares a place. Players with whom no game
counts come last, without a place.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from voice_chess.event.crosscheck import check_results
from voice_chess.event.report_faults import BadEvent, Fault
from voice_chess.event.results import WIN_HALVES
from voice_chess.event.tie_breaks import TIE_BREAKS, points
from voice_chess.event.tournament import Cell, Player, Tournament

DIRECT_ENCOUNTER = "DE"
"""The tie-break that compares equal players directly, so that nobody has a value of it."""
KNOWN = (*TIE_BREAKS, DIRECT_ENCOUNTER)
USUAL = ("BH-C1", "BH", "SB", "DE", "WIN", "PS")

_SEPARATOR, _SEPARATOR_IN_REPORTS = "-", "/"


def written_tie_break(code: str) -> str:
    """Return the code as a report (TRF26) has it: BH/C1."""
    return code.replace(_SEPARATOR, _SEPARATOR_IN_REPORTS)


def read_tie_breaks(listed: str) -> tuple[str, ...]:
    """Return the codes of a list with commas, in either spelling."""
    told = (code.strip().upper() for code in listed.split(","))
    return tuple(code.replace(_SEPARATOR_IN_REPORTS, _SEPARATOR) for code in told if code)


_Groups = tuple[tuple[Player, ...], ...]
"""The best group first; the players within one are equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's place; equal players share it, and the next place counts all of them."""

    place: int | None
    """None if no game with the player counts."""
    player: Player
    quarters: int
    """The points, in quarter-points; without a place, those that do not count."""
    values: tuple[int | None, ...]
    """By tie-break, in quarter-points; None for the direct encounter, which has no value."""


def standings(
    event: Tournament,
    rounds: int,
    tie_breaks: Sequence[str] = USUAL,
    uncounted: Collection[int] = (),
) -> tuple[Standing, ...]:
    """Return the standings after this many rounds.

    `uncounted`: the starting numbers of players with whom no game counts, for anybody. Raises
    `BadEvent` for an unknown tie-break or missing results.
    """
    unknown = [code for code in tie_breaks if code not in KNOWN]
    if unknown:
        raise BadEvent.of(Fault.TIE_BREAK_UNKNOWN, value=unknown[0], known=", ".join(KNOWN))
    check_results(event, rounds)
    counted = event.without(uncounted)
    groups = _by_value(counted.players, [points(player, rounds) for player in counted.players])
    for code in tie_breaks:
        groups = tuple(finer for group in groups for finer in _split(counted, group, rounds, code))
    placed = (
        replace(each, player=event.by_number[each.player.number])
        for each in _standings(counted, groups, rounds, tie_breaks)
    )
    return (*placed, *_unplaced(event, rounds, tie_breaks, uncounted))


def _unplaced(
    event: Tournament, rounds: int, tie_breaks: Sequence[str], uncounted: Collection[int]
) -> Iterator[Standing]:
    for player in event.players:
        if player.number in uncounted:
            nothing = (None,) * len(tie_breaks)
            quarters = points(player, rounds)
            yield Standing(place=None, player=player, quarters=quarters, values=nothing)


def _standings(
    event: Tournament, groups: _Groups, rounds: int, tie_breaks: Sequence[str]
) -> Iterable[Standing]:
    place = 1
    for group in groups:
        for player in group:
            values = (
                TIE_BREAKS[code](event, player, rounds) if code in TIE_BREAKS else None
                for code in tie_breaks
            )
            yield Standing(
                place=place,
                player=player,
                quarters=points(player, rounds),
                values=tuple(values),
            )
        place += len(group)


def _split(event: Tournament, group: tuple[Player, ...], rounds: int, code: str) -> _Groups:
    if len(group) == 1:
        return (group,)
    if code == DIRECT_ENCOUNTER:
        return _by_direct_encounter(event, group, rounds)
    value = TIE_BREAKS[code]
    return _by_value(group, [value(event, player, rounds) for player in group])


def _by_value(players: Iterable[Player], values: Iterable[int]) -> _Groups:
    """Group players by value, the highest first; within a group the order stays."""
    ranked = sorted(zip(values, players, strict=True), key=lambda pair: -pair[0])
    return tuple(
        tuple(player for _, player in equal) for _, equal in groupby(ranked, lambda pair: pair[0])
    )


def _by_direct_encounter(event: Tournament, group: tuple[Player, ...], rounds: int) -> _Groups:
    """Group equal players by the games among them (C.07, 6).

    If some of these games were not played, only a player who would be alone at the top whatever the
    results is put before the others. The rest is then treated in the same way.
    """
    if len(group) == 1:
        return (group,)
    games = {player.number: _games_among(event, player, group, rounds) for player in group}
    met = {number: {cell.opponent for cell in cells} for number, cells in games.items()}
    missing = {number: len(group) - 1 - len(opponents) for number, opponents in met.items()}
    least = {number: sum(cell.result.halves for cell in cells) for number, cells in games.items()}
    if not any(missing.values()):
        finer = _by_value(group, [least[player.number] for player in group])
        if len(finer) == 1:
            return finer
        return tuple(each for part in finer for each in _by_direct_encounter(event, part, rounds))
    most = {number: least[number] + WIN_HALVES * missing[number] for number in least}
    for player in group:
        others = tuple(other for other in group if other is not player)
        if all(least[player.number] > most[other.number] for other in others):
            return ((player,), *_by_direct_encounter(event, others, rounds))
    return (group,)


def _games_among(
    event: Tournament, player: Player, group: tuple[Player, ...], rounds: int
) -> list[Cell]:
    """Return a player's games in the group that were played.

    If everybody has the same opponents, forfeits count, too.
    """
    numbers = {other.number for other in group}
    return [
        cell
        for cell in player.cells[:rounds]
        if cell is not None
        and cell.opponent in numbers
        and (cell.result.is_played or event.is_set_beforehand)
    ]
