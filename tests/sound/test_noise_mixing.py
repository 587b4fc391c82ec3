"""Noise is added at the ratio that is asked for, and never by the voice that speaks."""

from collections.abc import Callable

import numpy as np
import pytest

from voice_chess.sound.chance import Rng
from voice_chess.sound.noise_mixing import (
    FULL_SCALE,
    MARGIN,
    Disturbance,
    Others,
    babble,
    coloured,
    hall,
    hum,
    recorded,
    speech_level,
    steady,
)
from voice_chess.sound.sampling import Waveform

RATE = 16_000


def tone(hertz: float, seconds: float = 1.0, level: float = 3000.0) -> np.ndarray:
    return (level * np.sin(2 * np.pi * hertz * np.arange(int(seconds * RATE)) / RATE)).astype(
        np.float32
    )


OTHERS = Others(voices={"low": [tone(200)], "mid": [tone(700)], "high": [tone(3000)]})


@pytest.mark.parametrize("snr_db", [20.0, 10.0, 0.0])
@pytest.mark.parametrize(
    "noise",
    [steady(0.0), steady(1.0), hum, hall(OTHERS), babble(OTHERS), recorded(tone(50, 0.3))],
    ids=["white", "pink", "hum", "hall", "babble", "file"],
)
def test_the_noise_is_as_loud_as_asked(
    noise: Callable[[int, Rng, str], Waveform], snr_db: float
) -> None:
    clean = tone(1000, 1.0)
    disturbance = Disturbance(name="x", snr_db=snr_db, noise=noise)

    sound = disturbance.on(clean, np.random.default_rng(1), "nobody")
    added = sound[MARGIN:-MARGIN] - clean * (sound[MARGIN:-MARGIN] @ clean) / (clean @ clean)

    assert 20 * np.log10(speech_level(clean) / added.std()) == pytest.approx(snr_db, abs=2.5)


def test_the_margins_before_and_behind_hold_noise_alone() -> None:
    sound = Disturbance(name="pink", snr_db=10, noise=steady(1.0)).on(
        tone(1000), np.random.default_rng(1), "nobody"
    )

    assert len(sound) == RATE + 2 * MARGIN
    assert 0 < sound[:MARGIN].std() < sound[MARGIN:-MARGIN].std()


def test_hum_lies_at_the_mains_and_their_overtones() -> None:
    noise = hum(10 * RATE, np.random.default_rng(2), "nobody")

    loudest = np.argmax(np.abs(np.fft.rfft(noise))) / 10
    assert min(abs(loudest - 50), abs(loudest - 60)) <= 0.1


def test_nobody_is_their_own_neighbour() -> None:
    noise = OTHERS.talking(RATE, np.random.default_rng(3), besides="high", longest_gap_s=0.5)

    spectrum = np.abs(np.fft.rfft(noise))
    assert spectrum[2900:3100].max() < 0.01 * spectrum.max()


def test_a_loud_mixture_stays_below_full_scale() -> None:
    loud = Disturbance(name="white", snr_db=-10, noise=steady(0.0)).on(
        tone(500, level=30_000), np.random.default_rng(1), "nobody"
    )

    assert np.abs(loud).max() <= FULL_SCALE + 1


def test_pink_noise_falls_by_three_decibels_an_octave() -> None:
    power = np.abs(np.fft.rfft(coloured(1 << 17, np.random.default_rng(4), 1.0))) ** 2
    low, high = power[2000:4000].mean(), power[4000:8000].mean()

    assert 10 * np.log10(low / high) == pytest.approx(3.0, abs=0.4)


def test_the_same_seed_gives_the_same_noise() -> None:
    disturbance = Disturbance(name="hall", snr_db=10, noise=hall(OTHERS))

    first, second = (disturbance.on(tone(1000), np.random.default_rng(7), "x") for _ in range(2))

    assert np.array_equal(first, second)
