"""Recognisers for everybody at a server: one model for each language, loaded on first use."""

import threading
from pathlib import Path

from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.recognition.recognizer_models import (
    Widening,
    load_model,
    with_orders,
    with_questions,
    with_words_beside_games,
)
from voice_chess.languages.language import load_language
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import Decoder, Recognizer, RecognizerLost


class RecognizerPool:
    """Recognisers by language, for any thread."""

    def __init__(self, models: Path, decoder: Decoder | None = None) -> None:
        self._folder = models
        self._decoder = decoder
        self._hears: dict[str, bool] = {}
        self._models: dict[str, RecognizerModel] = {}
        self._widened: dict[tuple[Widening, str], RecognizerModel] = {}
        self._loading = threading.Lock()

    def hears(self, language_id: str) -> bool:
        """Whether the list of models has one for this language; looked up once."""
        if language_id not in self._hears:
            try:
                folder = model_of(load_language(language_id), self._folder)
            except RecognizerLost:
                self._hears[language_id] = False
            else:
                self._hears[language_id] = folder.is_dir()
        return self._hears[language_id]

    def recognizer(self, language_id: str) -> Recognizer:
        """Return a new recogniser. Raises `RecognizerLost`; blocks while a model is loaded."""
        return self.model(language_id).recognizer()

    def beside_games(self, language_id: str) -> Recognizer:
        """Return a new one that also knows the words to begin a game or to look at one again.

        In a game these words would only be more words to be mistaken for others. Raises
        `RecognizerLost`.
        """
        return self._widened_by(with_words_beside_games, language_id)

    def of_orders(self, language_id: str) -> Recognizer:
        """Return a new one that also knows the words of an arbiter's orders.

        Raises `RecognizerLost`.
        """
        return self._widened_by(with_orders, language_id)

    def _widened_by(self, widening: Widening, language_id: str) -> Recognizer:
        model, key = self.model(language_id), (widening, language_id)
        with self._loading:
            if key not in self._widened:
                self._widened[key] = widening(model, load_language(language_id))
            return self._widened[key].recognizer()

    def model(self, language_id: str) -> RecognizerModel:
        """Return the shared model. Raises `RecognizerLost`; blocks while it is loaded."""
        with self._loading:
            if language_id not in self._models:
                folder = model_of(load_language(language_id), self._folder)
                loaded = load_model(folder, self._decoder)
                self._models[language_id] = with_questions(loaded, load_language(language_id))
            return self._models[language_id]
