"""Finds and loads the acoustic model of a language, and tells what a model lacks."""

from pathlib import Path

from voice_chess.adapters.recognition.exact_recognizer import ExactModel
from voice_chess.adapters.recognition.model_files import check_any_model
from voice_chess.adapters.recognition.model_registry import (
    check_language,
    language_of,
    missing_words,
    model_of,
    vocabulary,
)
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.languages.language import Language, load_language
from voice_chess.session.listening.recognizer_model import OwnModel, RecognizerModel
from voice_chess.session.ports import Decoder
from voice_chess.settings import Settings


def load_recognizer_model(
    language: Language, model: str | None = None, decoder: Decoder | None = None
) -> RecognizerModel:
    """The model of that name or in that folder, or the language's own. Raises `RecognizerLost`."""
    shelf = Settings.from_environment().models
    if model is None:
        return load_model(model_of(language, shelf), decoder)
    folder = Path(model) if Path(model).is_dir() else shelf / model
    loaded = load_model(folder, decoder)
    check_language(loaded, language, folder)
    return loaded


def own_model(model: RecognizerModel) -> OwnModel | None:
    """The same where it is one of our own; None for those of others."""
    return model if isinstance(model, ExactModel) else None


def lacking_in(folder: Path) -> tuple[str, ...]:
    """Words of its language that an undamaged model of ours does not know.

    Raises `RecognizerLost` for a damaged one.
    """
    check_any_model(folder)
    language_id = language_of(folder)
    return words_lacking(folder, load_language(language_id)) if language_id else ()


def words_lacking(folder: Path, language: Language) -> tuple[str, ...]:
    """Words of this language that the model there does not know. Raises `RecognizerLost`."""
    return missing_words(load_model(folder), vocabulary(language))


def words_wanted(language: Language) -> int:
    """How many words a model must know to hear all that a player may say."""
    return len(vocabulary(language))
