"""The hum of the mains is taken out of the sound, and everything else is left in it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_chess.sound.hum import HumFilter
from voice_chess.sound.loudness import FRAME
from voice_chess.sound.sampling import SAMPLE_RATE, Waveform

SECOND = SAMPLE_RATE
HISS = 10.0


def room(seconds: float, seed: int = 1) -> Waveform:
    hiss = np.random.default_rng(seed).normal(0, HISS, int(seconds * SECOND))
    return hiss.astype(np.float32)


def hum(seconds: float, hertz: float, level: float = 400.0) -> Waveform:
    time = np.arange(int(seconds * SECOND)) / SECOND
    tones = np.sin(2 * np.pi * hertz * time) + 0.4 * np.sin(6 * np.pi * hertz * time + 1)
    return (level * tones).astype(np.float32)


def voice(seconds: float) -> Waveform:
    """Loud sound that never repeats: a vowel whose pitch glides."""
    time = np.arange(int(seconds * SECOND)) / SECOND
    pitch = 2 * np.pi * (110 * time + 15 * time**2)
    tones = np.array([np.sin(k * pitch) / k for k in range(1, 12)])
    sung: Waveform = (1500 * tones.sum(axis=0)).astype(np.float32)
    return sung


def filtered(sound: Waveform) -> Waveform:
    hums = HumFilter()
    frames = sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME)
    return np.concatenate([hums.without_hum(frame) for frame in frames])


@pytest.mark.parametrize("hertz", [49.97, 50.0, 50.03, 59.98, 60.0, 60.02])
def test_a_room_that_hums_is_as_still_as_without_its_hum(hertz: float) -> None:
    sound = room(3) + hum(3, hertz)

    left = filtered(sound)[SECOND:]

    assert left.std() < 0.15 * sound.std()


@pytest.mark.parametrize("hertz", [49.98, 50.0, 60.02])
def test_what_is_said_over_a_hum_remains_without_it(hertz: float) -> None:
    said = np.concatenate([room(2), voice(1), room(1)])

    heard = filtered(said + hum(4, hertz))

    spoken = slice(2 * SECOND, 3 * SECOND)
    assert (heard - said)[spoken].std() < 0.3 * hum(1, hertz).std()


def test_after_a_long_speech_the_hum_is_learnt_again() -> None:
    said = np.concatenate([room(2), voice(4), room(2)])

    heard = filtered(said + hum(8, 50.03))

    assert heard[-SECOND:].std() < 0.2 * hum(1, 50.03).std()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.1, 300.0), st.floats(0.1, 300.0))
def test_sound_without_hum_stays_as_it_is(seed: int, before: float, after: float) -> None:
    rooms = before * room(1, seed), after * room(2, seed + 1)
    sound = np.concatenate([rooms[0], voice(1), rooms[1]]).astype(np.float32)

    assert np.array_equal(filtered(sound), sound)


def test_a_vowel_at_the_very_beginning_is_soon_known_for_no_hum() -> None:
    sound = np.concatenate([hum(0.3, 100.0, level=3_000.0), room(0.2), voice(1)])

    assert np.array_equal(filtered(sound)[-SECOND:], sound[-SECOND:])


def test_a_hum_that_nobody_can_hear_is_left_alone() -> None:
    sound = hum(2, 50.0, level=2.0)

    assert np.array_equal(filtered(sound), sound)


def test_a_hum_that_ends_leaves_nothing_behind() -> None:
    sound = np.concatenate([room(3) + hum(3, 50.0), room(4)])

    left = filtered(sound)[-SECOND:]

    assert left.std() == pytest.approx(HISS, rel=0.2)
