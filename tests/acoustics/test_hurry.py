"""Vowels are shortened without a change of pitch, and what is said when is still known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.handing import vowel_states
from voice_chess.acoustics.hurry import HURRIED, LEAST, SHIFTED, hurried, shortened
from voice_chess.acoustics.native_lexicon import lexicon_of
from voice_chess.acoustics.phones import Inventory

RATE = 16_000
PERIOD = 160
CONSONANT, VOWEL, LAST = 7, 8, 9


def tone(length: int) -> np.ndarray:
    """A voice at 100 Hz with some overtones."""
    phase = 2 * np.pi * np.arange(length) / PERIOD
    return np.round(4_000 * (np.sin(phase) + 0.5 * np.sin(3 * phase + 1))).astype(np.int16)


def said() -> Utterance:
    segments = (
        Segment(pdf=CONSONANT, end=800),
        Segment(pdf=VOWEL, end=3_200),
        Segment(pdf=LAST, end=4_000),
    )
    return Utterance(samples=tone(4_800), words=(), segments=segments)


@given(length=some.integers(900, 4_000), share=some.floats(0.3, 0.9))
def test_a_shortened_vowel_is_as_long_as_wanted_but_for_part_of_a_period(
    length: int, share: float
) -> None:
    wanted = max(LEAST, round(share * length))

    assert abs(len(shortened(tone(length), wanted)) - wanted) <= SHIFTED


def test_a_cut_leaves_out_whole_periods() -> None:
    found = shortened(tone(3_200), 1_280).astype(np.float64)

    assert np.abs(found - tone(len(found))).max() < 300


def test_what_is_no_vowel_keeps_its_sound_and_its_length() -> None:
    rng = np.random.default_rng(2)
    shorter = [
        u for u in (hurried(said(), {VOWEL}, rng) for _ in range(60)) if len(u.samples) < 4_800
    ]

    assert shorter
    for each in shorter:
        assert each.segments is not None
        first, vowel, last = each.segments
        assert first.end == 800
        assert last.end - vowel.end == 800
        assert len(each.samples) - last.end == 800
        assert np.array_equal(each.samples[:800], said().samples[:800])
        assert np.array_equal(each.samples[-1_600:], said().samples[-1_600:])
        assert vowel.end - first.end >= LEAST - SHIFTED


def test_some_utterances_in_ten_are_hurried() -> None:
    rng = np.random.default_rng(3)
    shorter = sum(len(hurried(said(), {VOWEL}, rng).samples) < 4_800 for _ in range(400))

    assert HURRIED - 0.12 < shorter / 400 < HURRIED + 0.08


def test_nobody_is_hurried_where_nobody_is_to_be() -> None:
    rng = np.random.default_rng(3)

    assert all(len(hurried(said(), {VOWEL}, rng, 0.0).samples) == 4_800 for _ in range(100))


def test_speech_whose_timing_nobody_knows_stays_as_it_is() -> None:
    unknown = Utterance(samples=tone(3_000), words=(), segments=None)
    rng = np.random.default_rng(4)

    assert all(hurried(unknown, {VOWEL}, rng) is unknown for _ in range(20))


@pytest.mark.parametrize(
    ("language", "word", "are_vowels"),
    [
        ("cs", "anna", [True, False, True]),
        ("cs", "felix", [False, True, False, True, False, False]),
        ("cs", "b", [False, False, False]),
        ("de", "anna", [True, False, True]),
    ],
)
def test_short_vowels_of_a_word_are_known_and_long_ones_left_alone(
    language: str, word: str, are_vowels: list[bool]
) -> None:
    inventory = Inventory(lexicon_of(language))
    states = [pdf for phone in inventory.word_phones[word] for pdf in phone.pdfs]

    assert [pdf in vowel_states(inventory) for pdf in states] == are_vowels
