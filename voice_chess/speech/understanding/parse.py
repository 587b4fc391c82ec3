"""Parses words into tokens; the only step of understanding that reads the language's data."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from voice_chess.clock.time_control import CLOCK_TIME
from voice_chess.languages.language import Language
from voice_chess.speech.commands import (
    COUNTED_IN_WORDS,
    EMPTY_ENDS,
    IS_IT_EMPTY,
    LAST_SO_MANY,
    REPEAT_ALONE,
    SO_MANY_ENDS,
    WITH_NUMBER,
)
from voice_chess.speech.counting import MOST_MOVES, spoken_ways, written_ways
from voice_chess.speech.orders import NUMBERED_ORDERS
from voice_chess.speech.understanding.spelling import spelt

UNKNOWN = "unknown"
TIME = "time:"
"""The beginning of a token for a time as clocks show it, such as 1:30, which is only typed."""
FILLER = "filler"
BETWEEN_SQUARES = "between-squares"
"""Names words that are typed for "to" before a square: "da g1 a f3".

Elsewhere they are no words of a move, or name a file, as "cavallo a f3" may.
"""

_RANKS = 8
_MOST_KEPT = 64
"""The size of the cache: an utterance's words are parsed for their meaning and again for errors."""
_COUNTED = WITH_NUMBER | COUNTED_IN_WORDS.keys() | {"go-back", "white", "black"}
"""The tokens that a number may follow; a side only in an order about the clocks."""
_SIDES = frozenset({"white", "black"})

Token: TypeAlias = str
Tokens: TypeAlias = tuple[Token, ...]
_Forms: TypeAlias = Mapping[str, tuple[tuple[tuple[str, ...], Token], ...]]

_WHOLE = re.compile("ifn[ex]|i?p?t?fni?q|ln+[ms]?|[gqr].*z")
"""Whole questions of words that are known only together, in the letters of their tokens."""
_WHOLE_KINDS: Mapping[Token, str] = {
    IS_IT_EMPTY: "i",
    EMPTY_ENDS: "e",
    "empty": "x",
    LAST_SO_MANY: "l",
    SO_MANY_ENDS: "m",
    "style": "s",
    "file": "f",
    "rank": "n",
    "number": "n",
    "piece": "p",
    "to": "t",
    "attackers": "q",
    "defenders": "q",
    "read-game": "r",
    "legal-moves": "g",
    "attackers:end": "z",
    "legal-moves:end": "z",
}
_IN_WHOLE = frozenset(
    {
        IS_IT_EMPTY,
        EMPTY_ENDS,
        LAST_SO_MANY,
        REPEAT_ALONE,
        SO_MANY_ENDS,
        "attackers:end",
        "legal-moves:end",
    }
)


def parse(words: Sequence[str], language: Language) -> Tokens:
    """Parse words as tokens, the longest form first.

    Fillers are dropped; a word that belongs to no form becomes `UNKNOWN`.
    """
    return _parsed(tuple(words), language)


@lru_cache(maxsize=_MOST_KEPT)
def _parsed(words: tuple[str, ...], language: Language) -> Tokens:
    rest = tuple([spelt(word.lower(), language) for word in words])
    tokens: list[Token] = []
    while rest:
        length, token = _next(rest, language, is_counted=_is_counted(tokens))
        if token != FILLER:
            tokens.append(token)
        rest = rest[length:]
    return _known_whole(tuple(tokens))


def _known_whole(tokens: Tokens) -> Tokens:
    """Return the tokens, with `UNKNOWN` for words that are known only in a whole question."""
    if _IN_WHOLE.isdisjoint(tokens) or tokens == (REPEAT_ALONE,):
        return tokens
    kinds = "".join(map(_kind, tokens))
    known = {place for found in _WHOLE.finditer(kinds) for place in range(*found.span())}
    return tuple(
        UNKNOWN if token in _IN_WHOLE and place not in known else token
        for place, token in enumerate(tokens)
    )


def _kind(token: Token) -> str:
    return _WHOLE_KINDS.get(token) or _WHOLE_KINDS.get(token.partition(":")[0], "?")


def _is_counted(tokens: Sequence[Token]) -> bool:
    """Whether the words after these tokens are read as one number if possible."""
    if not tokens or tokens[-1] not in _COUNTED:
        return False
    return tokens[-1] not in _SIDES or not NUMBERED_ORDERS.isdisjoint(tokens)


def without_unknown_edges(tokens: Tokens) -> Tokens:
    """Return the tokens without unknown speech before and after an announcement."""
    known = [index for index, token in enumerate(tokens) if token != UNKNOWN]
    return tokens[known[0] : known[-1] + 1] if known else ()


def _next(words: tuple[str, ...], language: Language, *, is_counted: bool) -> tuple[int, Token]:
    if is_counted:
        length, token = _longest(words, _numbers_by_first_word(language))
        if token != UNKNOWN:
            return length, token
    length, token = _longest(words, _forms_by_first_word(language))
    if token == UNKNOWN and CLOCK_TIME.fullmatch(words[0]):
        return 1, f"{TIME}{words[0]}"
    return length, token


def _longest(words: tuple[str, ...], forms: _Forms) -> tuple[int, Token]:
    for form, token in forms.get(words[0], ()):
        if words[: len(form)] == form:
            return len(form), token
    return 1, UNKNOWN


@cache
def _forms_by_first_word(language: Language) -> _Forms:
    said = ((token, forms) for token, forms in language.forms if token != BETWEEN_SQUARES)
    return _by_first_word((form.split(), token) for token, forms in said for form in forms)


@cache
def _numbers_by_first_word(language: Language) -> _Forms:
    """Return the numbers in every way to say or write them, by their first word.

    Up to eight, a number's token is that of the rank.
    """
    found: dict[tuple[str, ...], Token] = {}
    for number in range(1, MOST_MOVES + 1):
        token = f"rank:{number}" if number <= _RANKS else f"number:{number}"
        for way in (*spoken_ways(number, language), *written_ways(number, language)):
            found.setdefault(tuple(spelt(word, language) for word in way), token)
    return _by_first_word(found.items())


def _by_first_word(said: Iterable[tuple[Sequence[str], Token]]) -> _Forms:
    found: dict[str, list[tuple[tuple[str, ...], Token]]] = {}
    for words, token in said:
        found.setdefault(words[0], []).append((tuple(words), token))
    return {
        first: tuple(sorted(entries, key=lambda entry: -len(entry[0])))
        for first, entries in found.items()
    }
