"""The questions that a review's page asks by buttons and keys, in the words to type or say."""

from collections.abc import Mapping
from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.review.walk import OF_THE_ENGINE

_KEYS: Mapping[str, str] = {
    "opinion": "e",
    "line": "l",
    "instead": "w",
    "describe": "d",
    "remarks": "a",
    "again": "r",
    "summary": "g",
    "help": "h",
}
"""The letter keys, on the list of moves, of the review's questions that have a button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A button's question: its letter `key`, the `word` to type, and the word as `shown`."""

    key: str
    word: str
    shown: str


def asks(language: Language, *, has_engine: bool) -> list[Ask]:
    words = {name: language.review_words[name][0] for name in _KEYS}
    return [
        Ask(key=key, word=words[name], shown=language.displayed(words[name]))
        for name, key in _KEYS.items()
        if has_engine or name not in OF_THE_ENGINE
    ]
