"""What can be said at a moment, as text: phrases, and rules for what may follow them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

ANYTHING = "<anything>"
"""At a phrase's end: the whole grammar begins again behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Phrases of lower-case words. A name in angle brackets at a phrase's end is that of a rule.

    `phrases` hold no names: a recogniser that keeps only pairs of words takes these, and needs
    just one of each pair. `beginnings` are those of the phrases that mean something by themselves
    and are not whole: an exact recogniser finds them in the others. `longer` are what that one
    needs besides. `seldom` are those among all these, and rules, that are used far less often
    than the others. `elsewhere` are phrases that nobody can mean now and somebody may say by
    mistake; `fillers` may stand before and behind any phrase.
    """

    phrases: tuple[str, ...]
    beginnings: tuple[str, ...] = ()
    longer: tuple[str, ...] = ()
    seldom: tuple[str, ...] = ()
    rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
