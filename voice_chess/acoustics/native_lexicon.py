"""Makes the lexicon of a language from eSpeak NG's reading of its words."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from voice_chess.acoustics.engines.espeak import in_phonemes, phones_of
from voice_chess.acoustics.everyday_speech import everyday_sentences
from voice_chess.acoustics.lexicon import Lexicon, Way, load_lexicon, unstressed
from voice_chess.languages.language import Language, load_language
from voice_chess.plain_error import PlainError
from voice_chess.speech.generation.vocabulary import speakable_words

WRITTEN = "de"
"""The language of `lexicon.toml`, whose phones were written by hand."""

_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"\{.*?\}|--[\w-]+")
"""A gap in a text, or the name of an option, which is English everywhere."""
_SHORTEST = 2
"""The fewest phones of an everyday word: a shorter one may sound like a letter of ours."""
_DIPHTHONG = re.compile(r"[aeioAEIOV][iuIU]|.*:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """The entry of `tongues.toml` for a language."""

    voices: tuple[str, ...]
    ways: Mapping[str, tuple[str, ...]]
    common: Mapping[str, str]


class UnknownTongue(PlainError, LookupError):
    """The language has no entry in `tongues.toml`, so no head can be made for it."""


@cache
def tongue(language_id: str) -> Tongue:
    """Return a language's entry of `tongues.toml`. Raises `UnknownTongue`."""
    tables = tomllib.loads((files(__package__) / "tongues.toml").read_text("utf-8"))
    if language_id not in tables:
        message = f"tongues.toml tells nothing of the language {language_id}."
        raise UnknownTongue(message)
    table = tables[language_id]
    return Tongue(
        voices=tuple(table["voices"]),
        ways={word: tuple(ways) for word, ways in table["ways"].items()},
        common=table["common"],
    )


@cache
def native_lexicon(language_id: str) -> Lexicon:
    """Return the lexicon of all words that the language listens for. Raises `UnknownTongue`."""
    language, told = load_language(language_id), tongue(language_id)
    reader = told.voices[0]
    spelling: dict[Way, str] = {}

    def way(text: str) -> Way:
        phones = phones_of(text, reader)
        # A single letter is read by its name; among words it would be read as a word.
        is_word = len(text) > 1
        spelling.setdefault(phones, text if is_word else in_phonemes(phones))
        return phones

    heard = {}
    for word in sorted(_vocabulary(language)):
        texts = told.ways.get(word, (language.sound.respelled.get(word, word),))
        heard[word] = tuple(dict.fromkeys(way(text) for text in texts))
    ours = {each for ways in heard.values() for each in ways}
    everyday = {word: way(word) for word in sorted(_everyday(language) - set(heard))}
    return Lexicon(
        heard=heard,
        said={},
        everyday={
            word: phones
            for word, phones in everyday.items()
            if phones not in ours and len(phones) >= _SHORTEST and not _is_foreign(phones)
        },
        spelling=spelling,
        common=told.common,
        long=frozenset(
            phone
            for phones in (*ours, *everyday.values())
            for phone in map(unstressed, phones)
            if _DIPHTHONG.fullmatch(phone)
        ),
    )


def _is_foreign(phones: Way) -> bool:
    """Return whether another language's voice reads a word, which the library marks as "(en)"."""
    return any(phone.startswith("(") for phone in phones)


@cache
def lexicon_of(language_id: str) -> Lexicon:
    """Return the lexicon written for a language, or else the one from eSpeak NG's reading."""
    return load_lexicon() if is_written(language_id) else native_lexicon(language_id)


def is_written(language_id: str) -> bool:
    """Return whether the language's phones were written by hand, for voices of all languages."""
    return language_id == WRITTEN


def _vocabulary(language: Language) -> set[str]:
    return {word for forms in language.words.values() for form in forms for word in form.split()}


def _everyday(language: Language) -> set[str]:
    texts: Iterable[str] = (
        *language.interface.values(),
        *language.screen.values(),
        *language.sheet.values(),
        *speakable_words(language),
        *everyday_sentences().get(language.id, ()),
        *language.phones,
    )
    return {word for text in texts for word in _WORD.findall(_GAP.sub(" ", text).lower())}
