"""A room is learnt while nobody near talks; what stands out of it keeps its level."""

import numpy as np
import pytest

from voice_chess.sound.loudness import FRAME
from voice_chess.sound.noise_floor import (
    ENOUGH,
    LEARNT_EVERY,
    QUIET,
    REMEMBERED,
    Background,
    Spectrum,
    quantile,
    spectrum_of,
)
from voice_chess.sound.noise_mixing import coloured

LEARNT = LEARNT_EVERY * -(-ENOUGH // LEARNT_EVERY)
"""Frames until a room is known."""


def hiss(count: int, level: float = 300.0, seed: int = 1) -> list[Spectrum]:
    chance = np.random.default_rng(seed)
    return [
        spectrum_of((chance.standard_normal(FRAME) * level).astype(np.float32))
        for _ in range(count)
    ]


def tone(level: float) -> Spectrum:
    wave = np.sin(2 * np.pi * 1_000 * np.arange(FRAME) / 16_000) * level * np.sqrt(2)
    return spectrum_of(wave.astype(np.float32))


def learnt(frames: list[Spectrum]) -> Background:
    background = Background()
    for frame in frames:
        background.hears(frame)
    return background


def levels(background: Background, frames: list[Spectrum]) -> float:
    return float(np.median([background.level(frame) for frame in frames]))


@pytest.mark.parametrize("level", [1.0, 300.0, 20_000.0])
def test_without_a_room_a_level_is_the_root_mean_square(level: float) -> None:
    wanted = 20 * np.log10(level / 32_768)

    assert Background().level(tone(level)) == pytest.approx(wanted, abs=0.1)


def test_nothing_is_taken_away_before_the_room_is_known() -> None:
    few = learnt(hiss(LEARNT - 1))

    assert few.level(tone(300.0)) == Background().level(tone(300.0))


def test_a_known_noise_all_but_vanishes_and_a_voice_in_it_stays() -> None:
    background, plain = learnt(hiss(LEARNT)), Background()
    more = hiss(50, seed=2)

    assert levels(background, more) < levels(plain, more) - 8
    assert background.level(tone(1_000.0)) == pytest.approx(plain.level(tone(1_000.0)), abs=0.2)


def test_of_a_room_in_which_people_talk_nothing_is_taken_away() -> None:
    quiet, loud = hiss(60), hiss(60, level=600, seed=3)

    background = learnt([frame for pair in zip(quiet, loud, strict=True) for frame in pair])

    assert not background.is_steady
    assert levels(background, quiet) == levels(Background(), quiet)


def test_a_room_that_hisses_audibly_and_does_nothing_else_is_steady() -> None:
    assert not learnt(hiss(LEARNT - 1)).is_steady
    assert learnt(hiss(LEARNT)).is_steady
    assert not learnt(hiss(LEARNT, level=1.0)).is_steady


@pytest.mark.parametrize("seed", range(20))
def test_noise_that_is_strongest_where_it_rumbles_is_steady_all_the_time(seed: int) -> None:
    """In pink noise the whole level goes up and down by 2 dB, as where people talk."""
    sound = coloured(4 * REMEMBERED * FRAME, np.random.default_rng(seed), 1.0) * np.float32(300)
    background, steady = Background(), []

    for number in range(4 * REMEMBERED):
        background.hears(spectrum_of(sound[number * FRAME : (number + 1) * FRAME]))
        steady.append(background.is_steady)

    assert all(steady[LEARNT:])


def test_once_a_noise_is_taken_away_the_floor_is_what_is_left_of_it() -> None:
    """Levels from before would stand beside those from after it, each as a room of its own."""
    background = learnt(hiss(LEARNT))
    left = background.levels(hiss(LEARNT))

    assert background.floor() == pytest.approx(quantile(left, QUIET))


def test_a_room_that_has_become_louder_is_known_three_seconds_later() -> None:
    background = learnt([*hiss(REMEMBERED), *hiss(REMEMBERED, level=3_000, seed=4)])
    more = hiss(50, level=3_000, seed=5)

    assert levels(background, more) < levels(Background(), more) - 8
