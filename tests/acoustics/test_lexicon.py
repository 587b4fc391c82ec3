"""What the program understands and says, its own ear must know."""

import pytest

from voice_chess.acoustics.lexicon import Lexicon, load_lexicon
from voice_chess.acoustics.respelling import CONSONANTS, VOWELS
from voice_chess.decoding.graph import UNKNOWN
from voice_chess.languages.language import load_language
from voice_chess.speech.generation.vocabulary import speakable_words

GERMAN = load_language("de")


@pytest.fixture(scope="module")
def full() -> Lexicon:
    return load_lexicon()


def test_every_word_of_the_language_is_heard(full: Lexicon) -> None:
    words = {word for forms in GERMAN.words.values() for form in forms for word in form.split()}

    assert words - set(full.heard) == set()


def test_every_word_that_is_said_is_known_if_only_as_none_of_ours(full: Lexicon) -> None:
    """Like "Runde", which is told between games: an ear takes it for what people talk."""
    assert speakable_words(GERMAN) - set(full.words) - set(full.everyday) == set()


def test_no_word_is_both_heard_and_only_said(full: Lexicon) -> None:
    assert not set(full.heard) & set(full.said)
    assert UNKNOWN not in full.words


def test_everyday_words_are_none_of_ours(full: Lexicon) -> None:
    ours = {way for ways in full.heard.values() for way in ways} | set(full.said.values())

    assert not set(full.everyday) & set(full.words)
    assert not [word for word, way in full.everyday.items() if way in ours]


def test_every_way_to_say_a_word_is_made_of_known_phones(full: Lexicon) -> None:
    assert set(full.phones) <= set(VOWELS) | set(CONSONANTS)
    assert all(way for ways in full.heard.values() for way in ways)
    assert all(full.said.values())
    assert all(full.everyday.values())


def test_a_word_is_not_told_two_ways_that_are_the_same(full: Lexicon) -> None:
    assert not [word for word, ways in full.heard.items() if len(set(ways)) < len(ways)]


def test_words_are_written_as_the_recogniser_gives_them_back(full: Lexicon) -> None:
    assert not [word for word in full.words if word != word.lower() or len(word.split()) != 1]
