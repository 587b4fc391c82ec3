"""Lists every word the program can say, so that the recogniser can know its voice by ear."""

from functools import cache

from voice_chess.languages.language import Language
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.sentence import sentence

HIGHEST_NUMBER = 199
"""Larger numbers are said digit by digit, or in words that are in the list already."""


@cache
def speakable_words(language: Language) -> frozenset[str]:
    """Return the words of all phrases and of everything that fills their gaps, in lower case."""
    texts = list(language.phrases.texts)
    texts += [language.say(token) for token in language.words]
    texts += [number_words(number, language) for number in range(HIGHEST_NUMBER + 1)]
    texts += [*language.sound.numbers.feminine.values()]
    return frozenset(word for text in texts for word in sentence(text, language).words)
