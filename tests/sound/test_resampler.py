"""Another sample rate: the same tones at the same times, nothing new added."""

import numpy as np
import pytest

from voice_chess.sound.resampler import Resampler, Samples, as_float, as_int16, resampled

RATES = (8_000, 11_025, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000)


def tone(hertz: float, rate: int, seconds: float = 1.0) -> Samples:
    return np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate).astype(np.float32)


def decibels(samples: Samples) -> float:
    return 10 * float(np.log10(np.square(samples).mean() + 1e-20))


@pytest.mark.parametrize("rate", RATES)
def test_keeps_a_tone_in_pitch_time_and_level(rate: int) -> None:
    made = resampled(tone(1_000, rate), rate, 16_000)
    error = made - tone(1_000, 16_000)

    assert len(made) == 16_000
    assert decibels(error[300:-300]) < -80


@pytest.mark.parametrize("rate", [rate for rate in RATES if rate > 18_500])
def test_lets_nothing_above_the_new_limit_through(rate: int) -> None:
    made = resampled(tone(9_000, rate), rate, 16_000)

    assert decibels(made[300:-300]) < -90


@pytest.mark.parametrize("rate", RATES)
def test_pieces_of_any_size_make_the_same_sound_as_the_whole(rate: int) -> None:
    sizes = np.random.default_rng(rate).integers(0, 3_000, 400)
    sound = tone(700, rate)
    resampler = Resampler(rate, 16_000)
    cuts = np.split(sound, np.minimum(sizes.cumsum(), len(sound)))
    pieces = [resampler.push(piece) for piece in cuts]
    pieces.append(resampler.flush())

    np.testing.assert_allclose(np.concatenate(pieces), resampled(sound, rate, 16_000), atol=1e-5)


def test_an_odd_rate_keeps_its_length() -> None:
    made = resampled(tone(500, 44_101, 10), 44_101, 16_000)

    assert len(made) == pytest.approx(160_000, abs=2)


def test_starts_anew_after_the_end() -> None:
    resampler = Resampler(48_000, 16_000)
    first = np.concatenate((resampler.push(tone(500, 48_000)), resampler.flush()))
    second = np.concatenate((resampler.push(tone(500, 48_000)), resampler.flush()))

    np.testing.assert_array_equal(first, second)


def test_too_loud_is_clipped_and_not_wrapped() -> None:
    loud = np.array([0.0, 1.5, -1.5, 0.5], np.float32)

    assert np.frombuffer(as_int16(loud), "<i2").tolist() == [0, 32_767, -32_768, 16_384]


def test_sixteen_bits_come_back_as_they_were() -> None:
    every_value = np.arange(-32_768, 32_768).astype("<i2").tobytes()

    assert as_int16(as_float(every_value)) == every_value
