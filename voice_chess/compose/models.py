"""Finds and loads the acoustic model of a language, and lists the words that a model lacks."""

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
from voice_chess.adapters.recognition.recognizer_models import load_model, with_questions
from voice_chess.languages.language import Language, load_language
from voice_chess.session.listening.recognizer_model import OwnModel, RecognizerModel
from voice_chess.session.ports import Decoder
from voice_chess.settings import Settings


def load_recognizer_model(
    language: Language, model: str | None = None, decoder: Decoder | None = None
) -> RecognizerModel:
    """Load the model of that name or in that folder; None: the language's own.

    Raises `RecognizerLost`.
    """
    models = Settings.from_environment().models
    if model is None:
        return with_questions(load_model(model_of(language, models), decoder), language)
    folder = Path(model) if Path(model).is_dir() else models / model
    loaded = load_model(folder, decoder)
    check_language(loaded, language, folder)
    return with_questions(loaded, language)


def own_model(model: RecognizerModel) -> OwnModel | None:
    """Return the model if it is one of our own; None for somebody else's."""
    return model if isinstance(model, ExactModel) else None


def lacking_in(folder: Path) -> tuple[str, ...]:
    """Return the words of its language that a model of ours does not know.

    Raises `RecognizerLost` for a damaged model.
    """
    check_any_model(folder)
    language_id = language_of(folder)
    return words_lacking(folder, load_language(language_id)) if language_id else ()


def words_lacking(folder: Path, language: Language) -> tuple[str, ...]:
    """Return the words of this language that the model in `folder` does not know.

    Raises `RecognizerLost`.
    """
    return missing_words(load_model(folder), vocabulary(language))


def words_wanted(language: Language) -> int:
    """Return how many words a model must know to hear everything that a player may say."""
    return len(vocabulary(language))
