"""Names the phrase for a value: its class, and a variant if the class has several phrases.

Whoever words values reads this table, aloud or on paper. It knows classes by their names only.
"""

from collections.abc import Callable, Mapping
from typing import Any

VARIANTS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "MoveRepeated": ("is_right", lambda is_right: "right" if is_right else "wrong"),
    "ClocksStopped": ("why", str),
    "CastlingRefused": ("why", str),
    "ClaimRejected": ("uci", lambda uci: "move" if uci else ""),
    "EnvelopeOpened": ("uci", lambda uci: "" if uci else "empty"),
    "NotYourRole": ("hint", str),
    "NotThere": ("stands_there", lambda piece: "" if piece else "empty"),
    "QuickplayClaimed": ("ground", lambda ground: ground or ""),
    "ObjectionRaised": ("released", lambda uci: "released" if uci else ""),
    "GameEnded": ("half_points", lambda points: "" if points is None else "points"),
    "ResultSettled": ("half_points", lambda points: "" if points is None else "points"),
}
"""By class: the field that selects a variant of the phrase, and the variant's name by value."""


def phrase_name(thing: object) -> str:
    """Return the name of a value's phrase: its class, and the variant if there are several."""
    name = type(thing).__name__
    if name not in VARIANTS:
        return name
    field, told = VARIANTS[name]
    return ":".join(filter(None, (name, told(getattr(thing, field)))))
