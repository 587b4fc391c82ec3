"""Words to tokens; the only step of understanding that reads the language."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from voice_chess.clock.clock_display import CLOCK_TIME
from voice_chess.languages.language import Language
from voice_chess.speech.commands import WITH_NUMBER
from voice_chess.speech.counting import MOST_MOVES, spoken_ways, written_ways
from voice_chess.speech.orders import NUMBERED_ORDERS
from voice_chess.speech.understanding.spelling import spelt

UNKNOWN = "unknown"
TIME = "time:"
"""Before a time as clocks show it, in a token; it is typed, nobody says it so."""
FILLER = "filler"

_RANKS = 8
_MOST_KEPT = 64
"""The words of one utterance are read for what they mean, and for what may be wrong with them."""
_COUNTED = WITH_NUMBER | {"go-back", "white", "black"}
"""Behind these a number may stand: behind a side only in an order to the clocks."""
_SIDES = frozenset({"white", "black"})

Token: TypeAlias = str
Tokens: TypeAlias = tuple[Token, ...]
_Forms: TypeAlias = Mapping[str, tuple[tuple[tuple[str, ...], Token], ...]]


def parse(words: Sequence[str], language: Language) -> Tokens:
    """Read words as tokens, longest form first; fillers are dropped, what is no form is unknown."""
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
    return tuple(tokens)


def _is_counted(tokens: Sequence[Token]) -> bool:
    """Behind these tokens words are read as one number where they can be."""
    if not tokens or tokens[-1] not in _COUNTED:
        return False
    return tokens[-1] not in _SIDES or not NUMBERED_ORDERS.isdisjoint(tokens)


def without_unknown_edges(tokens: Tokens) -> Tokens:
    """What is left when unknown speech before and after an announcement is cut away."""
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
    said = (*language.words.items(), *language.typed.items(), *language.orders.items())
    return _by_first_word((form.split(), token) for token, forms in said for form in forms)


@cache
def _numbers_by_first_word(language: Language) -> _Forms:
    """In every way; up to eight those alone that are called otherwise than the ranks are."""
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
