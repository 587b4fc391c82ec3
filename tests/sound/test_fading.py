"""From where on to listen behind the program's last word, while the room still echoes it."""

from typing import Any

import numpy as np
import pytest

from voice_chess.sound.fading import Fading, Onward
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLE_RATE, SAMPLES_PER_MS, as_pcm

ECHO_MS = 200
BLOCK_BYTES = 20 * BYTES_PER_MS
LASTS_MS = 1_500

Samples = np.ndarray[Any, np.dtype[np.float64]]


def noise(ms: int, loudness: float, seed: int = 1) -> Samples:
    return np.random.default_rng(seed).normal(0, loudness, ms * SAMPLES_PER_MS)


def fading(lasts_ms: int, loudness: float = 2_000.0) -> Samples:
    """Return an echo that falls by 60 dB in this time, in a room that is never quite silent."""
    falls = 10.0 ** (-3 * np.arange(LASTS_MS * SAMPLES_PER_MS) / (lasts_ms * SAMPLE_RATE / 1_000))
    return np.asarray(noise(LASTS_MS, loudness) * falls + noise(LASTS_MS, 4.0, seed=2))


def with_talk(sound: Samples, from_ms: int, *, lasts_ms: int = 600) -> Samples:
    """Return the sound with somebody who speaks for a while."""
    begin = from_ms * SAMPLES_PER_MS
    talk = noise(lasts_ms, 3_000.0, seed=3)
    around = np.concatenate((np.zeros(begin), talk, np.zeros(len(sound))))
    return np.asarray(sound + around[: len(sound)])


def listened(sound: Samples) -> tuple[Onward, int]:
    """Return from where on to listen, and which ms of the sound that is."""
    samples = as_pcm(sound).tobytes()
    found, ends = Fading(ECHO_MS), range(BLOCK_BYTES, len(samples) + 1, BLOCK_BYTES)
    for end in ends:
        onward = found.take(samples[end - BLOCK_BYTES : end])
        if onward is not None:
            return onward, (end - len(onward.samples)) // BYTES_PER_MS
    raise AssertionError


@pytest.mark.parametrize("lasts_ms", [150, 300, 600, 900, 1_200])
def test_an_echo_of_any_length_is_left_out(lasts_ms: int) -> None:
    onward, from_ms = listened(fading(lasts_ms))
    heard = np.frombuffer(onward.samples, "<i2").astype(np.float32)

    assert not onward.is_cut_off
    assert from_ms >= min(ECHO_MS, lasts_ms) // 2
    assert heard.std() < 100


@pytest.mark.parametrize("lasts_ms", [200, 400, 800])
@pytest.mark.parametrize("from_ms", [120, 160, 200, 240, 300])
def test_who_begins_while_it_fades_is_heard_from_the_first_sound_on(
    lasts_ms: int, from_ms: int
) -> None:
    onward, listened_ms = listened(with_talk(fading(lasts_ms), from_ms))

    assert not onward.is_cut_off
    assert listened_ms <= from_ms


@pytest.mark.parametrize("from_ms", [0, 40])
def test_who_begins_at_once_may_have_begun_before(from_ms: int) -> None:
    onward, listened_ms = listened(with_talk(fading(300), from_ms))

    assert onward.is_cut_off
    assert listened_ms == ECHO_MS


def test_a_click_of_a_clock_is_nobody() -> None:
    _, listened_ms = listened(with_talk(fading(300), 140, lasts_ms=30))

    assert listened_ms == ECHO_MS


def test_silence_from_the_beginning_tells_nothing() -> None:
    onward, listened_ms = listened(noise(LASTS_MS, 4.0))

    assert onward.is_cut_off
    assert listened_ms == ECHO_MS
