"""Grammars: the phrases that can be said at a moment, as text, and rules that continue them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

Part = TypeVar("Part")

ANYTHING = "<anything>"
"""At a phrase's end this name means that the whole grammar begins again after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Phrases of lower-case words; a name in angle brackets at a phrase's end refers to a rule.

    `phrases` hold no names: they are for a recogniser that keeps only pairs of words, and contain
    each pair at least once. `beginnings` are those phrases that have a meaning but are incomplete;
    an exact recogniser finds them inside other phrases. `longer` holds the further phrases that an
    exact recogniser needs. `seldom` names the phrases and rules that are used far less often than
    the others. `elsewhere` holds phrases that make no sense now, but that a player may say by
    mistake. `fillers` may stand before and after any phrase. `numbers` are parts of announcements
    that people also say alone, as when they count. `exchanged` holds groups of words
    that may be taken for each other, such as the names of all files. `origins` are phrases with
    which people may begin a longer one by mistake: a square, from which a piece can't move.
    `goes_on` says that the rest of the phrase that was only begun is asked for.
    """

    phrases: tuple[str, ...]
    beginnings: tuple[str, ...] = ()
    longer: tuple[str, ...] = ()
    seldom: tuple[str, ...] = ()
    rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    exchanged: tuple[tuple[str, ...], ...] = ()
    origins: frozenset[str] = frozenset()
    goes_on: bool = False


def together(grammars: Sequence[Grammar]) -> Grammar:
    """Return one grammar of everything that these allow, each phrase once."""
    names = dict.fromkeys(chain.from_iterable(grammar.rules for grammar in grammars))
    return Grammar(
        phrases=_once(grammar.phrases for grammar in grammars),
        beginnings=_once(grammar.beginnings for grammar in grammars),
        longer=_once(grammar.longer for grammar in grammars),
        seldom=_once(grammar.seldom for grammar in grammars),
        rules={name: _once(grammar.rules.get(name, ()) for grammar in grammars) for name in names},
        elsewhere=_once(grammar.elsewhere for grammar in grammars),
        fillers=_once(grammar.fillers for grammar in grammars),
        numbers=_once(grammar.numbers for grammar in grammars),
        exchanged=_once(grammar.exchanged for grammar in grammars),
        origins=frozenset().union(*(grammar.origins for grammar in grammars)),
        goes_on=any(grammar.goes_on for grammar in grammars),
    )


def _once(parts: Iterable[tuple[Part, ...]]) -> tuple[Part, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(parts)))
