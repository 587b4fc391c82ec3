"""Ears that know more words than a player in a game needs, some of which no model has learnt."""

from collections.abc import Callable
from typing import TypeAlias

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.orders_aloud import words_of_orders
from voice_chess.session.listening.recognizer_model import RecognizerModel

GAIN_A_PHONE = 4.0
"""In natural logs. A network gives its plain phones less than it gives the states of the words that
it has learnt: without this, sounds in any order explained "next period" better than itself."""

Widening: TypeAlias = Callable[[RecognizerModel, Language], RecognizerModel]


def with_words_beside_games(model: RecognizerModel, language: Language) -> RecognizerModel:
    """The same, which hears the words by which a game is begun or looked at again, too."""
    return model.with_words(language.phones)


def with_orders(model: RecognizerModel, language: Language) -> RecognizerModel:
    """The same, which hears an arbiter's orders, too."""
    ordered = words_of_orders(language)
    phones = {word: said for word, said in language.phones.items() if word in ordered}
    return model.with_words(phones, GAIN_A_PHONE)
