"""Allocates the colours of a pair by the players' preferences and their strength.

FIDE Handbook C.04.3, the Dutch system: 1.7 and 5.2 (A.6 and E in the edition of 2017).
"""

from dataclasses import dataclass
from enum import IntEnum
from itertools import dropwhile

from voice_chess.event.entrants import Entrant
from voice_chess.event.results import Colour


class PreferenceStrength(IntEnum):
    """How strongly a colour is due to a player."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """The colour that is due to a player; None before their first game."""

    colour: Colour | None
    strength: PreferenceStrength
    difference: int
    """The difference between the player's games with White and with Black, without its sign."""


def preference(entrant: Entrant) -> Preference:
    """Return the preference that follows from the games that were played (1.7)."""
    if not entrant.colours:
        return Preference(colour=None, strength=PreferenceStrength.NONE, difference=0)
    latest = entrant.colours[-1]
    whites = entrant.colours.count(Colour.WHITE)
    difference = 2 * whites - len(entrant.colours)
    rarer = Colour.BLACK if difference > 0 else Colour.WHITE
    is_repeated = entrant.colours[-2:] == (latest, latest)
    colour, strength = latest.other, PreferenceStrength.MILD
    if abs(difference) > 1:
        colour, strength = rarer, PreferenceStrength.ABSOLUTE
    elif is_repeated:
        strength = PreferenceStrength.ABSOLUTE
    elif difference:
        colour, strength = rarer, PreferenceStrength.STRONG
    return Preference(colour=colour, strength=strength, difference=abs(difference))


def allotted(one: Entrant, other: Entrant, initial: Colour) -> tuple[Entrant, Entrant]:
    """Return the two with White first; each rule decides what those before it left open (5.2)."""
    colour = (
        _by_preference(preference(one), preference(other))
        or _by_latest_difference(one.colours, other.colours)
        or _by_rank(one, other)
        or _by_pairing_number(one, other, initial)
    )
    return (one, other) if colour is Colour.WHITE else (other, one)


def _by_preference(one: Preference, other: Preference) -> Colour | None:
    """Return the first player's colour, or None if the preferences are equal (5.2.1, 5.2.2).

    Different preferences are both granted. Otherwise the stronger is, and of two absolute ones that
    of the player with the larger difference.
    """
    if one.colour is None or other.colour is None or one.colour is not other.colour:
        return one.colour or (other.colour and other.colour.other)
    mine, theirs = _weight(one), _weight(other)
    if mine == theirs:
        return None
    return one.colour if mine > theirs else other.colour.other


def _weight(due: Preference) -> tuple[PreferenceStrength, int]:
    return due.strength, due.difference if due.strength is PreferenceStrength.ABSOLUTE else 0


def _by_latest_difference(mine: tuple[Colour, ...], theirs: tuple[Colour, ...]) -> Colour | None:
    """Return the first player's colour, which alternates from the latest difference (5.2.3).

    The latest difference is the last time that one had White and the other Black.

    Rounds without a game are left out, so that the latest games stand beside each other.
    """
    backwards = zip(reversed(mine), reversed(theirs), strict=False)
    different = dropwhile(lambda both: both[0] is both[1], backwards)
    return next((theirs for _, theirs in different), None)


def _by_rank(one: Entrant, other: Entrant) -> Colour | None:
    """Return the colour by which the higher ranked player gets their preference (5.2.4)."""
    due = preference(min(one, other, key=lambda entrant: entrant.rank)).colour
    return due if due is None or one.rank < other.rank else due.other


def _by_pairing_number(one: Entrant, other: Entrant, initial: Colour) -> Colour:
    """Return the first player's colour: the higher ranked gets the initial one if odd (5.2.5).

    What must be odd is the pairing number.
    """
    higher = min(one, other, key=lambda entrant: entrant.rank)
    colour = initial if higher.pairing_number % 2 else initial.other
    return colour if higher is one else colour.other
