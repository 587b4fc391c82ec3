"""Loads an acoustic model for its recogniser, or widens it by words that are said beside games."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TypeAlias, assert_never

from voice_chess.adapters.recognition.exact_recognizer import load_exact_model
from voice_chess.adapters.recognition.model_files import is_for_vosk, is_ours
from voice_chess.adapters.recognition.vosk_recognizer import load_vosk_model
from voice_chess.decoding.acoustic_model import STATES
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.orders_aloud import words_of_orders
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import Decoder, RecognizerLost


def load_model(path: Path, decoder: Decoder | None = None) -> RecognizerModel:
    """Load a model for this decoder, or for the only one that can use it. Raises `RecognizerLost`.

    Without a decoder the model decides: the exact search needs the states of each word, and only
    our models list them.
    """
    is_others = path.is_dir() and not is_ours(path)
    match decoder or ("vosk" if is_others else "exact"):
        case "vosk" if is_for_vosk(path):
            return load_vosk_model(path)
        case "vosk" | "exact" if is_others:
            message = f"The model in {path} has no {STATES}: only Vosk can hear by it"
            raise RecognizerLost(message)
        case "vosk" | "exact":
            return load_exact_model(path)
        case nobody:
            assert_never(nobody)


GAIN_PER_PHONE = 4.0
"""A bonus for each phone, in natural logs.

The network scores plain phones lower than the states of words that it has learnt: without a bonus,
sounds in any order explained "next period" better than the words themselves."""

Widening: TypeAlias = Callable[[RecognizerModel, Language], RecognizerModel]


def with_questions(model: RecognizerModel, language: Language) -> RecognizerModel:
    """Return a model that also hears whole questions, some of whose words it has not learnt."""
    asked = {word for forms in language.asked.values() for form in forms for word in form.split()}
    return _with_words(asked, model, language)


def with_words_beside_games(model: RecognizerModel, language: Language) -> RecognizerModel:
    """Return a model that also hears the words to begin a game or to look at one again."""
    return model.with_words(language.phones)


def with_orders(model: RecognizerModel, language: Language) -> RecognizerModel:
    """Return a model that also hears an arbiter's orders."""
    return _with_words(words_of_orders(language), model, language)


def _with_words(
    words: AbstractSet[str], model: RecognizerModel, language: Language
) -> RecognizerModel:
    phones = {word: said for word, said in language.phones.items() if word in words}
    return model.with_words(phones, GAIN_PER_PHONE)
