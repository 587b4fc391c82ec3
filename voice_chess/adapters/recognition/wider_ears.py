"""Models with more words than a player in a game needs, some of which no model has learnt."""

from collections.abc import Callable
from typing import TypeAlias

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.orders_aloud import words_of_orders
from voice_chess.session.listening.recognizer_model import RecognizerModel

GAIN_A_PHONE = 4.0
"""A bonus for each phone, in natural logs.

The network scores plain phones lower than the states of words that it has learnt: without a bonus,
sounds in any order explained "next period" better than the words themselves."""

Widening: TypeAlias = Callable[[RecognizerModel, Language], RecognizerModel]


def with_words_beside_games(model: RecognizerModel, language: Language) -> RecognizerModel:
    """Return a model that also hears the words to begin a game or to look at one again."""
    return model.with_words(language.phones)


def with_orders(model: RecognizerModel, language: Language) -> RecognizerModel:
    """Return a model that also hears an arbiter's orders."""
    ordered = words_of_orders(language)
    phones = {word: said for word, said in language.phones.items() if word in ordered}
    return model.with_words(phones, GAIN_A_PHONE)
