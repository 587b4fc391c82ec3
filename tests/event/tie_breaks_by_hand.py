"""Tie-breaks reckoned once more from the columns of a report, by FIDE Handbook C.07 (March 2026).

Of a Swiss event; it shares the columns with `rules_by_hand` and nothing with the program.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.event.rules_by_hand import POINTS, Somebody, Told

ASKED_FOR = set("HZ ")
WON = set("1W")
NOT_WANTED = set("HZ -")
"""Rounds that the player could have played (16.2)."""


@dataclass(frozen=True, kw_only=True)
class Worth:
    """What one round adds to a Buchholz, and what the player got in it."""

    score: float
    got: float
    could_have_played: bool


def got(told: Told) -> float:
    return POINTS.get(told.result, 0)


def score_for_others(who: Somebody) -> float:
    """Whoever has left, as if they had drawn since (16.3)."""
    played = [n for n, told in enumerate(who.rounds) if told.result not in NOT_WANTED]
    left_after = played[-1] if played else -1
    return sum(
        0.5 if n > left_after and told.result in ASKED_FOR else got(told)
        for n, told in enumerate(who.rounds)
    )


def worth_of_rounds(who: Somebody, everybody: dict[int, Somebody]) -> list[Worth]:
    """A round without a game has a dummy as strong as oneself, within limits (16.4)."""
    found = []
    for told in who.rounds:
        if told.is_played:
            score = score_for_others(everybody[told.opponent])
        elif told.opponent:
            score = min(who.score, score_for_others(everybody[told.opponent]))
        else:
            score = min(who.score, len(who.rounds) / 2)
        could = told.result in NOT_WANTED
        found.append(Worth(score=score, got=got(told), could_have_played=could))
    return found


def buchholz(worths: Sequence[Worth], *, lowest: int = 0, highest: int = 0) -> float:
    """The least significant are cut one by one, those one could have played first (14, 16.5)."""
    left = list(worths)
    for _ in range(min(lowest, len(left))):
        first = [each for each in left if each.could_have_played] or left
        left.remove(min(first, key=lambda each: each.score))
    for _ in range(min(highest, len(left))):
        left.remove(max(left, key=lambda each: each.score))
    return sum(each.score for each in left)


def by_hand(who: Somebody, everybody: dict[int, Somebody]) -> dict[str, float]:
    """Each tie-break of a single player, by its code."""
    worths = worth_of_rounds(who, everybody)
    sums = [sum(map(got, who.rounds[:n])) for n in range(1, len(who.rounds) + 1)]
    return {
        "BH": buchholz(worths),
        "BH-C1": buchholz(worths, lowest=1),
        "BH-C2": buchholz(worths, lowest=2),
        "BH-M1": buchholz(worths, lowest=1, highest=1),
        "SB": sum(each.score * each.got for each in worths),
        "WIN": sum(got(told) == 1 for told in who.rounds),
        "WON": sum(told.is_played and told.result in WON for told in who.rounds),
        "PS": sum(sums),
    }
