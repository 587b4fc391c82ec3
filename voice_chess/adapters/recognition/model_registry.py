"""The acoustic models that come with the program, and the language that each of them hears."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from voice_chess.languages.language import Language
from voice_chess.own_command import own_command
from voice_chess.session.ports import RecognizerLost

MANIFEST = "manifest.toml"
_MOST_MISSING = 0.5
"""A model that lacks a larger share of our words than this is a model of another language."""


class KnowsWords(Protocol):
    """A loaded model that can say whether it knows a word."""

    def knows(self, word: str) -> bool:
        """Whether the model has a pronunciation of this word."""


def model_of(language: Language, models: Path) -> Path:
    """Return the folder of the language's own model. Raises `RecognizerLost`."""
    for path, language_id in _entries(models):
        if language_id == language.id:
            return models / path
    message = f"No acoustic model hears {language.name} yet: play with typed moves (--typed)."
    raise RecognizerLost(message)


def language_of(folder: Path) -> str | None:
    """Return the language for which a model is listed, the first of several, or None.

    Raises `RecognizerLost`.
    """
    if not (folder.parent / MANIFEST).exists():
        return None
    entries = _entries(folder.parent)
    return next((language_id for path, language_id in entries if path == folder.name), None)


def _entries(models: Path) -> list[tuple[str, str]]:
    """Return the folder and the language of each model. Raises `RecognizerLost`."""
    manifest = models / MANIFEST
    try:
        entries = tomllib.loads(manifest.read_text("utf-8")).values()
    except (OSError, tomllib.TOMLDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        message = (
            f"The list of models {manifest} can't be read ({reason}); see: {own_command()} models"
        )
        raise RecognizerLost(message) from error
    return [(str(entry["path"]), str(entry["language"])) for entry in entries]


def vocabulary(language: Language) -> tuple[str, ...]:
    """Return every word that a player can say, in alphabetical order."""
    forms = (form for forms in language.words.values() for form in forms)
    return tuple(sorted({word for form in forms for word in form.split()}))


def missing_words(model: KnowsWords, words: Iterable[str]) -> tuple[str, ...]:
    """Return the words without a pronunciation in the model, which it can never hear."""
    return tuple(word for word in words if not model.knows(word))


def check_language(model: KnowsWords, language: Language, folder: Path) -> None:
    """Raise `RecognizerLost` for a model of another language."""
    words = vocabulary(language)
    missing = missing_words(model, words)
    if len(missing) > _MOST_MISSING * len(words):
        message = (
            f"The model {folder} knows {len(words) - len(missing)} of {len(words)} words of the "
            f"announcements in {language.name}: it is a model of another language."
        )
        raise RecognizerLost(message)
