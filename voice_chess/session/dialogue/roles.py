"""Roles at a shared machine: people can say or type their role first, and then their words."""

from collections.abc import Callable, Mapping
from functools import cache

from voice_chess.by_color import SIDES
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.arbiter_commands import arbiters_meaning, is_half_an_order
from voice_chess.session.dialogue.orders_aloud import orders_with_numbers, pairs_of_orders
from voice_chess.speech.understanding.grammar import Phrase, forms
from voice_chess.speech.understanding.interpret import Meaning, said_by
from voice_chess.speech.understanding.parse import Tokens, parse
from voice_chess.speech.understanding.typed import typed_words

PREFIXES: Mapping[Tokens, Role] = {
    ("assistant", "white"): Role.ASSISTANT_WHITE,
    ("assistant", "black"): Role.ASSISTANT_BLACK,
    ("arbiter",): Role.ARBITER,
    ("white",): Role.WHITE,
    ("black",): Role.BLACK,
}
"""The role for each prefix that can be said before the words; longer prefixes come first."""


ROLE_WORDS = frozenset(prefix[0] for prefix in PREFIXES)
"""The tokens with which words begin that name a role."""
_YES_NO = frozenset({"yes", "no"})
"""An arbiter's yes and no are first tried as anybody's answer, and then as an order."""
ROLE_SIGN = "@"
KEYS: Mapping[str, Role] = {
    "w": Role.WHITE,
    "b": Role.BLACK,
    "W": Role.ASSISTANT_WHITE,
    "B": Role.ASSISTANT_BLACK,
    "a": Role.ARBITER,
}
"""The keys of the roles; before a typed line, one can stand after `ROLE_SIGN`."""


def addressed(tokens: Tokens) -> tuple[Role, Tokens] | None:
    """Return the speaker's role and what they say; None if no role stands before other words."""
    for prefix, role in PREFIXES.items():
        rest = tokens[len(prefix) :]
        if rest and tokens[: len(prefix)] == prefix:
            return role, rest
    return None


def typed_role(text: str, language: Language) -> tuple[Role | None, str]:
    """Return the typist's role, and the rest of the line.

    The role is given by its key or by the words before a colon; None if by neither.
    """
    if text.startswith(ROLE_SIGN) and text[1:2] in KEYS:
        return KEYS[text[1]], text[2:].strip()
    head, colon, rest = text.partition(":")
    tokens = parse(typed_words(head, language), language) if colon and rest.strip() else ()
    role = PREFIXES.get(tokens)
    return (None, text) if role is None else (role, rest.strip())


def meanings_of(
    tokens: Tokens, understood: Callable[[Tokens], tuple[Meaning, ...]]
) -> tuple[Meaning, ...]:
    """Return what words with a role before them can mean; nothing if there is no role.

    `understood` returns the meanings of the words after the role.
    """
    spoken = addressed(tokens)
    if spoken is None:
        return ()
    role, rest = spoken
    is_arbiters = role is Role.ARBITER
    ruling = arbiters_meaning(rest) if is_arbiters else None
    is_order = ruling is not None and ruling.name not in _YES_NO
    is_order = is_order or (is_arbiters and is_half_an_order(rest))
    found = () if is_order else understood(rest)
    if ruling is not None:
        found = found or (ruling,)
    return tuple(said_by(role, meaning) for meaning in found)


def prefix_of(role: Role | None) -> Tokens:
    """Return the prefix that names the role; nothing for a role without one."""
    return next((prefix for prefix, each in PREFIXES.items() if each is role), ())


def with_role(role: Role | None, words: str, language: Language) -> str:
    """Return the words with the role said before them."""
    return " ".join([*map(language.say, prefix_of(role)), words])


@cache
def role_phrases(language: Language) -> tuple[Phrase, ...]:
    """Return the roles as they are spoken before words, and pairs of the arbiter's order words."""
    prefixes = spoken_roles(language)
    arbiter = forms(language, "arbiter")
    orders = tuple(form + order for form in arbiter for order in pairs_of_orders(language))
    return (*prefixes, *orders)


@cache
def role_orders(language: Language) -> tuple[Phrase, ...]:
    """Return an arbiter's orders after the role, with the names of rules for their numbers."""
    return tuple(
        form + order
        for form in forms(language, "arbiter")
        for order in orders_with_numbers(language)
    )


@cache
def spoken_roles(language: Language) -> tuple[Phrase, ...]:
    """Return the ways to say the roles alone."""
    return tuple(phrase for prefix in PREFIXES for phrase in _said_together(prefix, language))


@cache
def spoken_sides(language: Language) -> tuple[Phrase, ...]:
    """Return the ways to say the players' roles, which are those of their sides."""
    return tuple(form for side in SIDES for form in forms(language, side))


def _said_together(tokens: Tokens, language: Language) -> tuple[Phrase, ...]:
    """Return every way to say these tokens one after the other."""
    phrases: tuple[Phrase, ...] = ((),)
    for token in tokens:
        phrases = tuple(start + form for start in phrases for form in forms(language, token))
    return phrases
