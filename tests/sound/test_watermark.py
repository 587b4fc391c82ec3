"""The program knows its own voice by a faint mark."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.sound.watermark import is_own_voice, marked


def speechlike(seconds: float, level: float, seed: int = 1) -> np.ndarray:
    """Noise that swells and falls like syllables, weaker above 3 kHz as voices are."""
    rng = np.random.default_rng(seed)
    size = int(seconds * SAMPLE_RATE)
    spectrum = np.fft.rfft(rng.standard_normal(size))
    spectrum *= 1 / (1 + (np.fft.rfftfreq(size, 1 / SAMPLE_RATE) / 1000) ** 2)
    sound = np.fft.irfft(spectrum, size) * (
        1.1 + np.sin(2 * np.pi * 4 * np.arange(size) / SAMPLE_RATE)
    )
    made: np.ndarray = (sound / sound.std() * level).astype(np.int16)
    return made


@settings(max_examples=30)
@given(seed=st.integers(0, 1000), gain=st.floats(0.05, 1.0))
def test_a_marked_utterance_is_known_at_any_loudness(seed: int, gain: float) -> None:
    heard = marked(speechlike(1.5, 2500, seed), SAMPLE_RATE).astype(np.float32) * np.float32(gain)

    assert is_own_voice(np.round(heard))


@settings(max_examples=30)
@given(seed=st.integers(0, 1000))
def test_an_unmarked_utterance_is_somebody_else(seed: int) -> None:
    assert not is_own_voice(speechlike(1.5, 2500, seed).astype(np.float32))


def test_the_mark_goes_on_across_chunks() -> None:
    speech = speechlike(2.0, 2500)

    whole = marked(speech, SAMPLE_RATE)
    parts = [marked(speech[n : n + 777], SAMPLE_RATE, n) for n in range(0, len(speech), 777)]

    assert np.array_equal(whole, np.concatenate(parts))


def test_the_mark_is_at_least_thirty_decibels_below_the_speech() -> None:
    speech = speechlike(2.0, 2500)
    mark = marked(speech, SAMPLE_RATE).astype(np.float64) - speech

    assert 20 * np.log10(speech.std() / mark.std()) > 30


def test_a_mark_among_room_noise_and_echo_is_still_found() -> None:
    rng = np.random.default_rng(2)
    said = marked(speechlike(2.0, 2500), SAMPLE_RATE).astype(np.float32)
    echo = np.concatenate([np.zeros(1200, np.float32), said[:-1200] * np.float32(0.4)])

    assert is_own_voice(said + echo + rng.normal(0, 40, len(said)).astype(np.float32))


@pytest.mark.parametrize("tone", [440.0, 6_130.0, 6_970.0, 7_000.0])
def test_one_whistle_is_no_mark(tone: float) -> None:
    t = np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE
    whistle = speechlike(2.0, 1000) + 500 * np.sin(2 * np.pi * tone * t)

    assert not is_own_voice(whistle.astype(np.float32))
