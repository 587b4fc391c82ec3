"""Words to tokens; the only step of understanding that reads the language."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from voice_chess.languages.language import Language

UNKNOWN = "unknown"
FILLER = "filler"

Token: TypeAlias = str
Tokens: TypeAlias = tuple[Token, ...]
_Forms: TypeAlias = Mapping[str, tuple[tuple[tuple[str, ...], Token], ...]]


def parse(words: Sequence[str], language: Language) -> Tokens:
    """Read words as tokens, longest form first; fillers are dropped, what is no form is unknown."""
    spelling = language.orthography.spelling
    rest = tuple(spelling.get(word, word) for word in (word.lower() for word in words))
    forms = _forms_by_first_word(language)
    tokens: list[Token] = []
    while rest:
        length, token = _longest(rest, forms)
        if token != FILLER:
            tokens.append(token)
        rest = rest[length:]
    return tuple(tokens)


def without_unknown_edges(tokens: Tokens) -> Tokens:
    """What is left when unknown speech before and after an announcement is cut away."""
    known = [index for index, token in enumerate(tokens) if token != UNKNOWN]
    return tokens[known[0] : known[-1] + 1] if known else ()


def _longest(words: tuple[str, ...], forms: _Forms) -> tuple[int, Token]:
    for form, token in forms.get(words[0], ()):
        if words[: len(form)] == form:
            return len(form), token
    return 1, UNKNOWN


@cache
def _forms_by_first_word(language: Language) -> _Forms:
    found: dict[str, list[tuple[tuple[str, ...], Token]]] = {}
    for token, forms in (*language.words.items(), *language.typed.items()):
        for form in forms:
            words = tuple(form.split())
            found.setdefault(words[0], []).append((words, token))
    return {
        first: tuple(sorted(entries, key=lambda entry: -len(entry[0])))
        for first, entries in found.items()
    }
