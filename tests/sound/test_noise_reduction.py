"""Steady noise between words becomes quieter; words and silence stay what they were."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_chess.sound.loudness import FRAME
from voice_chess.sound.noise_reduction import LEAST_GAIN, without_noise

RATE = 16_000
WORD = slice(RATE, 2 * RATE)
Sound = np.ndarray


def noise(samples: int, level: float, seed: int = 1) -> Sound:
    return (np.random.default_rng(seed).standard_normal(samples) * level).astype(np.float32)


def word(level: float) -> Sound:
    """A second of a voice's lines in three seconds."""
    sound = np.zeros(3 * RATE, np.float32)
    time = np.arange(RATE) / RATE
    lines = np.sum([np.sin(2 * np.pi * 150 * n * time) for n in range(1, 11)], axis=0)
    sound[WORD] = lines / lines.std() * level
    return sound


def decibels(one: Sound, other: Sound) -> float:
    return float(20 * np.log10(one.std() / other.std()))


@pytest.mark.parametrize("seed", range(3))
def test_noise_between_words_falls_by_what_the_gain_allows(seed: int) -> None:
    sound = word(3_000) + noise(3 * RATE, 500, seed)

    cleaned = without_noise(sound)

    allowed = 20 * np.log10(LEAST_GAIN)
    for between in (slice(0, RATE * 9 // 10), slice(RATE * 23 // 10, 3 * RATE)):
        assert decibels(cleaned[between], sound[between]) == pytest.approx(allowed, abs=1.0)


@pytest.mark.parametrize("seed", range(3))
def test_a_word_comes_nearer_to_what_it_was_without_noise(seed: int) -> None:
    pure = word(3_000)
    sound = pure + noise(3 * RATE, 1_500, seed)

    cleaned = without_noise(sound)

    assert (cleaned - pure)[WORD].std() < 0.8 * (sound - pure)[WORD].std()
    assert decibels(cleaned[WORD], pure[WORD]) == pytest.approx(0.0, abs=1.0)


def test_a_word_in_silence_stays_as_it_is() -> None:
    pure = word(3_000)

    cleaned = without_noise(pure)

    assert np.abs(cleaned - pure).max() < 0.05 * np.abs(pure).max()


@settings(max_examples=40)
@given(st.integers(0, 6 * FRAME), st.floats(0, 10_000))
def test_any_sound_keeps_its_length_and_grows_nowhere_beyond_measure(
    samples: int, level: float
) -> None:
    sound = noise(samples, level)

    cleaned = without_noise(sound)

    assert cleaned.shape == sound.shape
    assert np.isfinite(cleaned).all()
    assert np.abs(cleaned).max(initial=0) <= 2 * np.abs(sound).max(initial=0) + 1e-3
