"""Weighs a pair in its bracket by the criteria of the Dutch system, as one integer.

FIDE Handbook C.04.3, article 2. A heavier set of pairs satisfies a more important criterion better:
each criterion has so many bits that its sum over all pairs cannot reach the next one.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from voice_chess.event.colours import Preference, PreferenceStrength, preference
from voice_chess.event.entrants import Entrant, Float
from voice_chess.event.results import Colour

_FAR = 1  # a difference of colours beyond which one is due absolutely


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """An entrant with what the criteria ask about them."""

    entrant: Entrant
    level: int
    unit: int
    """A one in the digits of their scoregroup: added up, they count players by scoregroup."""
    due: Preference
    repeated: Colour | None
    """The colour of their last two games if it was the same."""
    floats: tuple[Float, Float]
    """The float of the last round and of the one before."""


class CandidatePair(NamedTuple):
    """Two contenders who could meet."""

    higher: Contender
    lower: Contender


class Criterion(NamedTuple):
    """What makes a pair better, the more the better."""

    value: Callable[[CandidatePair], int]
    by_score: bool = False
    """Whether it is counted by scoregroups, the highest first."""


def contenders(entrants: Iterable[Entrant]) -> tuple[Contender, ...]:
    """Return the entrants in the order of their ranks."""
    ranked = sorted(entrants, key=lambda entrant: entrant.rank)
    units, unit = {}, 1
    for level, size in sorted(Counter(each.level for each in ranked).items()):
        units[level] = unit
        unit <<= size.bit_length()
    return tuple(
        Contender(
            entrant=entrant,
            level=entrant.level,
            unit=units[entrant.level],
            due=preference(entrant),
            repeated=_repeated(entrant),
            floats=(_float(entrant, 1), _float(entrant, 2)),
        )
        for entrant in ranked
    )


def _repeated(entrant: Entrant) -> Colour | None:
    last = entrant.colours[-2:]
    return last[0] if len(set(last)) < len(last) else None


def _float(entrant: Entrant, back: int) -> Float:
    return entrant.floats[-back] if len(entrant.floats) >= back else Float.NONE


def _want_the_same(pair: CandidatePair) -> bool:
    colour = pair.higher.due.colour
    return colour is not None and colour is pair.lower.due.colour


def _no_wider_difference(pair: CandidatePair) -> int:
    """0 if one gets a difference of three: two topscorers, or one and their opponent."""
    both_far = min(pair.higher.due.difference, pair.lower.due.difference) > _FAR
    return int(not (both_far and _want_the_same(pair)))


def _no_third_time(pair: CandidatePair) -> int:
    """0 if one gets the same colour a third time: again only with topscorers."""
    higher, lower = pair
    absolute = higher.due.strength is lower.due.strength is PreferenceStrength.ABSOLUTE
    if not absolute or not _want_the_same(pair):
        return 1
    if higher.due.difference == lower.due.difference:
        return int(lower.repeated is None or lower.repeated is not higher.repeated)
    yielding = min(higher, lower, key=lambda each: each.due.difference)
    return int(yielding.repeated is None or yielding.repeated is yielding.due.colour)


def _colours_fit(pair: CandidatePair) -> int:
    return int(not _want_the_same(pair))


def _strong_colours_fit(pair: CandidatePair) -> int:
    weaker = min(pair.higher.due.strength, pair.lower.due.strength)
    return int(not (_want_the_same(pair) and weaker is PreferenceStrength.STRONG))


def _floats_up(pair: CandidatePair, back: int) -> bool:
    """Whether the lower one would float up again, as in the last round or the one before."""
    return pair.lower.floats[back] is Float.UP and pair.higher.level > pair.lower.level


def _float_criteria(back: int) -> tuple[tuple[Criterion, Criterion], tuple[Criterion, Criterion]]:
    """Return the criteria about the last round's floats, or those of the one before.

    First those that count players, then those that count scores. Whoever floated down and is
    paired does not float down again.
    """

    def residents_kept(pair: CandidatePair) -> int:
        higher, lower = pair
        is_kept = higher.floats[back] is Float.DOWN and higher.level <= lower.level
        return (lower.floats[back] is Float.DOWN) + is_kept

    def no_upfloat(pair: CandidatePair) -> int:
        return int(not _floats_up(pair, back))

    def scores_kept(pair: CandidatePair) -> int:
        return sum(each.unit for each in pair if each.floats[back] is Float.DOWN)

    def scores_without_upfloat(pair: CandidatePair) -> int:
        return 0 if _floats_up(pair, back) else pair.higher.unit

    counts = Criterion(residents_kept), Criterion(no_upfloat)
    scores = Criterion(scores_kept, by_score=True), Criterion(scores_without_upfloat, by_score=True)
    return counts, scores


_LAST_COUNTS, _LAST_SCORES = _float_criteria(0)
_EARLIER_COUNTS, _EARLIER_SCORES = _float_criteria(1)
QUALITY = (
    Criterion(_no_wider_difference),
    Criterion(_no_third_time),
    Criterion(_colours_fit),
    Criterion(_strong_colours_fit),
    *_LAST_COUNTS,
    *_EARLIER_COUNTS,
    *_LAST_SCORES,
    *_EARLIER_SCORES,
)
"""Those of the pairs in a bracket, the most important first: C.10 to C.21."""
