"""An ear for an arbiter's orders: some are in words that no model has learnt."""

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.orders_aloud import words_of_orders
from voice_chess.session.listening.recognizer_model import RecognizerModel

GAIN_A_PHONE = 4.0
"""In natural logs. A network gives its plain phones less than it gives the states of the words that
it has learnt: without this, sounds in any order explained "next period" better than itself."""


def with_orders(model: RecognizerModel, language: Language) -> RecognizerModel:
    """The same, which hears them all."""
    ordered = words_of_orders(language)
    phones = {word: said for word, said in language.phones.items() if word in ordered}
    return model.with_words(phones, GAIN_A_PHONE)
