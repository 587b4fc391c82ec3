"""What can be said at a moment, as text: phrases, and rules for what may follow them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

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


def together(grammars: Sequence[Grammar]) -> Grammar:
    """What can be said by any of these, each phrase once."""
    names = dict.fromkeys(chain.from_iterable(grammar.rules for grammar in grammars))
    return Grammar(
        phrases=_once(grammar.phrases for grammar in grammars),
        beginnings=_once(grammar.beginnings for grammar in grammars),
        longer=_once(grammar.longer for grammar in grammars),
        seldom=_once(grammar.seldom for grammar in grammars),
        rules={name: _once(grammar.rules.get(name, ()) for grammar in grammars) for name in names},
        elsewhere=_once(grammar.elsewhere for grammar in grammars),
        fillers=_once(grammar.fillers for grammar in grammars),
    )


def _once(phrases: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(phrases)))
