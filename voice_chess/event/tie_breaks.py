"""Computes tie-breaks among equal points from a player's rounds and their opponents' scores.

FIDE Handbook C.07, as it holds since March 2026; article 16 says how rounds without a game count.
All values are in quarter-points, so that they are whole numbers.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from voice_chess.event.results import WIN_HALVES, ReportedResult
from voice_chess.event.tournament import AWAY, Cell, Player, Tournament

_REQUESTED = frozenset({ReportedResult.HALF_BYE, ReportedResult.ZERO_BYE})
_VOLUNTARY = _REQUESTED | {ReportedResult.FORFEIT_LOSS}
_DRAW_HALVES = ReportedResult.DRAW.halves
_QUARTERS = 2
"""Quarter-points in a half-point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """What one round adds: the score of an opponent, or of the dummy that stands for one."""

    halves: int
    """The score of the opponent, in half-points."""
    won_halves: int
    """The points of the player in that round, in half-points."""
    is_voluntary: bool
    """Whether the player could have played but did not."""


Value: TypeAlias = Callable[[Tournament, Player, int], int]
"""Returns a player's value in quarter-points after this many rounds; a higher one is better."""


def cells_until(player: Player, rounds: int) -> list[Cell]:
    """Return one cell for each round; an empty one means absent."""
    return [player.cell(number) or AWAY for number in range(1, rounds + 1)]


def adjusted_halves(event: Tournament, player: Player, rounds: int) -> int:
    """Return the score with which a player counts for their opponents, in half-points (16.3).

    Requested byes with no game after them count as draws.
    """
    cells = cells_until(player, rounds)
    if event.is_set_beforehand:
        return sum(cell.result.halves for cell in cells)
    played = [place for place, cell in enumerate(cells) if cell.result not in _VOLUNTARY]
    last_played = max(played, default=-1)
    return sum(
        _DRAW_HALVES if place > last_played and cell.result in _REQUESTED else cell.result.halves
        for place, cell in enumerate(cells)
    )


def contributions(event: Tournament, player: Player, rounds: int) -> tuple[Contribution, ...]:
    """Return the contributions by round.

    A round without a game counts as one against a dummy with the player's own score (16.4). If
    everybody has the same opponents, a forfeit counts like a game, and a free round is left out.
    """
    if event.is_set_beforehand:
        return tuple(_as_if_played(event, player, rounds))
    return tuple(_contributions(event, player, rounds))


def _as_if_played(event: Tournament, player: Player, rounds: int) -> Iterator[Contribution]:
    for cell in cells_until(player, rounds):
        if cell.opponent is not None:
            yield Contribution(
                halves=adjusted_halves(event, event.by_number[cell.opponent], rounds),
                won_halves=cell.result.halves,
                is_voluntary=False,
            )


def _contributions(event: Tournament, player: Player, rounds: int) -> Iterator[Contribution]:
    own = player.halves_before(rounds + 1)
    for cell in cells_until(player, rounds):
        # A draw in each round so far: in FIDE's own program, too, later rounds don't count here.
        limit = rounds * _DRAW_HALVES
        if cell.opponent is not None:
            limit = adjusted_halves(event, event.by_number[cell.opponent], rounds)
        yield Contribution(
            halves=limit if cell.result.is_played else min(own, limit),
            won_halves=cell.result.halves,
            is_voluntary=cell.result in _VOLUNTARY,
        )


def _buchholz(lowest: int = 0, highest: int = 0) -> Value:
    """Return a Buchholz: the opponents' scores without some of the lowest and highest (8.1, 14.1).

    Rounds that the player could have played but did not are cut first (16.5).
    """

    def value(event: Tournament, player: Player, rounds: int) -> int:
        found = sorted(
            contributions(event, player, rounds),
            key=lambda each: (not each.is_voluntary, each.halves),
        )
        kept = sorted(each.halves for each in found[lowest:])
        return _QUARTERS * sum(kept[: len(kept) - highest] if highest else kept)

    return value


def _sonneborn_berger(event: Tournament, player: Player, rounds: int) -> int:
    """Return the opponents' scores, each times the player's points against them (9.1)."""
    return sum(each.halves * each.won_halves for each in contributions(event, player, rounds))


def _wins(event: Tournament, player: Player, rounds: int) -> int:
    """Return the rounds with as many points as for a win, with or without a game (7.1)."""
    del event
    cells = cells_until(player, rounds)
    return _points(sum(cell.result.halves >= WIN_HALVES for cell in cells))


def _games_won(event: Tournament, player: Player, rounds: int) -> int:
    """Return the games won over the board (7.2)."""
    del event
    cells = (cell for cell in cells_until(player, rounds) if cell.result.is_played)
    return _points(sum(cell.result.halves >= WIN_HALVES for cell in cells))


def _progressive(event: Tournament, player: Player, rounds: int) -> int:
    """Return the sum of the scores after each round (7.5)."""
    del event
    halves = (cell.result.halves for cell in cells_until(player, rounds))
    return _QUARTERS * sum(accumulate(halves))


def _points(number: int) -> int:
    return _QUARTERS * WIN_HALVES * number


def points(player: Player, rounds: int) -> int:
    """Return the score itself, in quarter-points."""
    return _QUARTERS * player.halves_before(rounds + 1)


TIE_BREAKS: Mapping[str, Value] = {
    "BH": _buchholz(),
    "BH-C1": _buchholz(1),
    "BH-C2": _buchholz(2),
    "BH-M1": _buchholz(1, 1),
    "SB": _sonneborn_berger,
    "WIN": _wins,
    "WON": _games_won,
    "PS": _progressive,
}
"""By their codes in reports; `docs/events.md` says what each counts."""
