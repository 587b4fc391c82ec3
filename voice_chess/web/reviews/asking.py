"""What a review's page asks by a button and a key, in the words by which it is typed and said."""

from collections.abc import Mapping
from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.review.walk import OF_THE_ENGINE

_KEYS: Mapping[str, str] = {
    "opinion": "e",
    "line": "l",
    "instead": "w",
    "describe": "d",
    "again": "r",
    "summary": "g",
    "help": "h",
}
"""Letters, on the list of moves, for words of a review that have a button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a button asks, as it is typed and as it is shown."""

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
