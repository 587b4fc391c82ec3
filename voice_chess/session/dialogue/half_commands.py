"""Half a command: its first words, which are kept until the rest comes, like half a move.

The forms of all commands, and what can follow them, are known. Words that begin such a form and do
not complete it are half of a command. Nothing is guessed: only "remis" can complete "ich biete".
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache

from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.arbiter_commands import (
    arbiters_meaning,
    in_words_of_orders,
    is_open,
    kinds_of,
)
from voice_chess.session.dialogue.orders_aloud import orders_with_numbers, pairs_of_orders
from voice_chess.session.dialogue.roles import addressed
from voice_chess.speech.commands import SHAPES
from voice_chess.speech.orders import FORMS
from voice_chess.speech.understanding.grammar import Phrase, open_command_phrases, phrases_for
from voice_chess.speech.understanding.interpret import interpret, wants_more
from voice_chess.speech.understanding.parse import Tokens, parse

_OF_SIDES = frozenset({"white", "black"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Possible:
    """What can be ordered now.

    `is_arbiters`: the speaker is an arbiter. `has_roles`: a role can be said first.
    """

    commands: AbstractSet[str]
    position: Position
    is_arbiters: bool
    has_roles: bool


_REPLIES: frozenset[Tokens] = frozenset({("yes",), ("no",)})


def is_half(words: Phrase, language: Language, possible: Possible) -> bool:
    """Return whether these words and some more make a command that can be given now.

    A reply that nobody waits for is no half: Serbian "da" doesn't begin "da li sam u šahu".
    """
    tokens = parse(words, language)
    if tokens in _REPLIES:
        return False
    if _wants_more(tokens, possible):
        return True
    return any(
        _means_something((*parse(words[:cut], language), token), possible)
        for cut in range(len(words))
        for token in _begun_by(language).get(words[cut:], ())
    )


def is_known(words: Phrase, language: Language) -> bool:
    """Return whether the last words are the whole name of a command, without what follows it."""
    return any(token in SHAPES or token in FORMS for token in parse(words, language)[-1:])


def rests(
    words: Phrase, language: Language, possible: Possible, rules: tuple[tuple[str, str], ...]
) -> Iterator[Phrase]:
    """Yield the phrases that can follow these words.

    `rules` are the names of grammar rules, as `open_command_phrases` takes them.
    """
    commands = frozenset(possible.commands)
    whole = (
        *phrases_for(None, language, commands),
        *open_command_phrases(language, commands, rules),
        *(pairs_of_orders(language) if possible.is_arbiters else ()),
        *(orders_with_numbers(language) if possible.is_arbiters else ()),
    )
    length = len(words)
    for each in dict.fromkeys(whole):
        if each[:length] == words and len(each) > length:
            yield each[length:]


def _spoken_for(tokens: Tokens, possible: Possible) -> tuple[Tokens, Possible]:
    """Return the tokens without the role that is said first, and what that role can order."""
    named = addressed(tokens) if possible.has_roles else None
    if named is None:
        return tokens, possible
    role, rest = named
    return rest, replace(possible, is_arbiters=role is Role.ARBITER)


def _means_something(tokens: Tokens, possible: Possible) -> bool:
    tokens, possible = _spoken_for(tokens, possible)
    return bool(
        interpret(tokens, possible.position, possible.commands - _OF_SIDES)
        or (possible.is_arbiters and arbiters_meaning(tokens))
        or _wants_more(tokens, possible)
    )


def _wants_more(tokens: Tokens, possible: Possible) -> bool:
    tokens, possible = _spoken_for(tokens, possible)
    if not tokens:
        return False
    head, *rest = in_words_of_orders(tokens)
    if possible.is_arbiters and head in FORMS and is_open(head, kinds_of(tuple(rest))):
        return True
    return wants_more(tokens, possible.position, possible.commands)


@cache
def _begun_by(language: Language) -> dict[Phrase, tuple[str, ...]]:
    """Return, for each incomplete beginning of a form, the tokens that have such a form."""
    found: dict[Phrase, dict[str, None]] = {}
    for token, forms in language.forms:
        for form in forms:
            words = tuple(form.split())
            for length in range(1, len(words)):
                found.setdefault(words[:length], {})[token] = None
    return {words: tuple(tokens) for words, tokens in found.items()}
