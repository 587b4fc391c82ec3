"""Finds the piece that a player meant by a word with one typing error.

The word stays before that piece, as one that is not known: so the program asks about the move.
"""

from collections.abc import Mapping
from functools import cache

from voice_chess.languages.language import Language
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.spelling import spelt

_SHORTEST = 4
"""The fewest letters of a word that is looked at: shorter ones are too much alike."""


def with_pieces_meant(words: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """Return the words of a line that names a square, each piece behind its mistyped word."""
    if not any(token.startswith("rank:") for token in parse(words, language)):
        return words
    meant: list[str] = []
    for word in words:
        meant += (word, *_meant_by(spelt(word, language), language))
    return tuple(meant)


def _meant_by(word: str, language: Language) -> tuple[str, ...]:
    """Return the word of the one piece that the word is one error away from, if there is one."""
    if len(word) < _SHORTEST or not word.isalpha() or word in _known_words(language):
        return ()
    found = {piece: form for form, piece in _pieces(language).items() if _are_alike(word, form)}
    return tuple(found.values()) if len(found) == 1 else ()


@cache
def _known_words(language: Language) -> frozenset[str]:
    forms = (form for _, forms in language.forms for form in forms)
    return frozenset(spelt(word, language) for form in forms for word in form.split())


@cache
def _pieces(language: Language) -> Mapping[str, str]:
    """Return the pieces by the single words that name them."""
    return {
        spelt(form, language): token
        for token, forms in language.forms
        if token.startswith("piece:")
        for form in forms
        if " " not in form
    }


def _are_alike(one: str, other: str) -> bool:
    """Whether a letter added, left out, replaced or changed with the next makes them the same."""
    if len(one) > len(other):
        one, other = other, one
    start = next((at for at, letter in enumerate(one) if letter != other[at]), len(one))
    rest, others = one[start:], other[start:]
    if len(rest) < len(others):
        return rest == others[1:]
    is_swapped = rest[:2] == others[1::-1] and rest[2:] == others[2:]
    return rest[1:] == others[1:] or is_swapped
