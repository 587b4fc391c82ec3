"""Recognises words as people type them: in other spellings, and without marks on letters."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from voice_chess.languages.language import Language
from voice_chess.languages.script import without_marks
from voice_chess.speech.counting import MOST_MOVES, spoken_number

_APOSTROPHE = "\u2019"


def spelt(word: str, language: Language) -> str:
    """Return a typed word, in lower case, as the language writes it; unchanged if it is unknown.

    Many people type without marks on letters, or with the wrong ones: posuniecie, laeufer, perchè.
    Such a spelling counts only if it is no word itself and can stand for only one word. The
    apostrophe of print, which telephones write, is the same as that of typewriters.
    """
    known, word = _spellings(language), word.replace(_APOSTROPHE, "'")
    if word in known.words:
        return word
    return known.meant.get(word) or known.meant.get(without_marks(word), word)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spellings:
    """The words of a language, and each other spelling with the word that it means."""

    words: frozenset[str]
    meant: Mapping[str, str]


@cache
def _spellings(language: Language) -> _Spellings:
    usual = language.orthography.spelling
    words = frozenset(_words(language))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for word, meant in chain(((word, word) for word in words), usual.items()):
        for bare in _unmarked(word, language):
            found[bare].add(meant)
    alone = {bare: next(iter(meant)) for bare, meant in found.items() if len(meant) == 1}
    return _Spellings(words=words - usual.keys(), meant={**alone, **usual})


def _words(language: Language) -> Iterator[str]:
    beside = (*language.wish.items(), *language.review_words.items())
    for _, forms in (*language.forms, *beside):
        for form in forms:
            yield from form.split()
    for number in range(MOST_MOVES + 1):
        yield from spoken_number(number, language)


def _unmarked(word: str, language: Language) -> set[str]:
    """Return the word without marks, and with usual substitutes: laufer and laeufer."""
    unmarked = language.orthography.unmarked
    instead = "".join(unmarked.get(letter, letter) for letter in word)
    return {without_marks(word), without_marks(instead)} - {word}
