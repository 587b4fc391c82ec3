"""What the training voices are given to say."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from voice_chess.acoustics.lexicon import Lexicon, load_lexicon
from voice_chess.acoustics.plan import SQUARES, Plan, SaidWord
from voice_chess.acoustics.respelling import CONSONANTS, VOWELS
from voice_chess.languages.language import load_language

DRAWS = 6_000
GERMAN = load_language("de")
Utterances = list[tuple[SaidWord, ...]]


@pytest.fixture(scope="module")
def full() -> Lexicon:
    return load_lexicon()


@pytest.fixture(scope="module")
def drawn(full: Lexicon) -> Utterances:
    plan, rng = Plan(full, GERMAN), np.random.default_rng(1)
    return [plan.draw(rng) for _ in range(DRAWS)]


def test_every_word_that_is_to_be_heard_is_said(drawn: Utterances, full: Lexicon) -> None:
    said = Counter(word.word for utterance in drawn for word in utterance)

    assert not set(full.heard) - set(said)
    assert min(said[word] for word in full.heard) >= 5


def test_every_way_to_say_a_word_of_the_moves_comes_up(drawn: Utterances, full: Lexicon) -> None:
    said = {(w.word, w.pronunciation) for utterance in drawn for w in utterance}
    words = {
        word
        for token, forms in GERMAN.words.items()
        if token.startswith(("file:", "rank:", "piece:"))
        for form in forms
        for word in form.split()
    }

    assert not {(word, way) for word in words for way in full.heard[word]} - said


def test_words_are_said_in_one_of_their_ways(drawn: Utterances, full: Lexicon) -> None:
    ways = {**full.heard, **{word: (way,) for word, way in full.said.items()}}

    assert not [
        word
        for utterance in drawn
        for word in utterance
        if word.word is not None and word.pronunciation not in ways[word.word]
    ]


def test_other_speech_is_made_of_the_phones_of_the_lexicon(
    drawn: Utterances, full: Lexicon
) -> None:
    others = [w for utterance in drawn for w in utterance if w.word is None]
    phones = {phone for word in others for phone in word.pronunciation}

    assert len(others) > DRAWS // 10
    assert phones <= set(full.phones)
    assert phones <= set(VOWELS) | set(CONSONANTS)


def test_words_that_sound_alike_are_drilled(full: Lexicon) -> None:
    plan, rng = Plan(full, GERMAN), np.random.default_rng(4)
    drilled = [{word.word for word in plan.drill(rng)} for _ in range(500)]

    assert all(any(words <= set(alike) for alike in full.alike) for words in drilled)
    assert {"zwei", "drei"} in drilled


def test_a_plan_can_be_mostly_letters_and_digits_alone(full: Lexicon) -> None:
    plan, rng = Plan(full, GERMAN, SQUARES), np.random.default_rng(6)
    letters = {GERMAN.words[f"file:{file}"][1] for file in "abcdefgh"}
    digits = {word for rank in "12345678" for word in GERMAN.words[f"rank:{rank}"]}
    alone = [
        utterance
        for utterance in (plan.draw(rng) for _ in range(1_000))
        if {word.word for word in utterance} <= letters | digits
        and {word.word for word in utterance[::2]} <= letters
    ]

    assert len(alone) > 400
    assert {len(utterance) for utterance in alone} >= {2, 4}


def test_everyday_words_are_said_as_words_that_are_none_of_ours(
    drawn: Utterances, full: Lexicon
) -> None:
    said = {w.pronunciation for utterance in drawn for w in utterance if w.word is None}

    assert len(said & set(full.everyday.values())) > len(full.everyday) // 2


def test_moves_come_up_most(drawn: Utterances) -> None:
    squares = {
        (file.split()[0], rank)
        for f in "abcdefgh"
        for r in "12345678"
        for file in GERMAN.words[f"file:{f}"]
        for rank in GERMAN.words[f"rank:{r}"]
    }
    with_square = sum(any((a.word, b.word) in squares for a, b in pairwise(u)) for u in drawn)

    assert with_square > DRAWS / 2


def test_an_utterance_is_never_empty_and_seldom_long(drawn: Utterances) -> None:
    lengths = [len(utterance) for utterance in drawn]

    assert min(lengths) >= 1
    assert np.percentile(lengths, 99) <= 9


def test_the_same_chance_draws_the_same(full: Lexicon) -> None:
    plan = Plan(full, GERMAN)
    one, other = ([plan.draw(r) for _ in range(50)] for r in map(np.random.default_rng, (5, 5)))

    assert one == other
