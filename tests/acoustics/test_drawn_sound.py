"""Whole batches sound like a hall: levels, distances and faults are those of single utterances."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from torch import Tensor

from voice_chess.acoustics import augment, drawn_sound
from voice_chess.acoustics.drawn_sound import (
    BatchChance,
    DrawnSound,
    active_levels,
    coloured,
    gated,
    microphones,
    near_levels,
    rooms,
    weak_onsets,
    with_faults,
)
from voice_chess.sound.loudness import TARGET, near_level
from voice_chess.sound.sampling import SAMPLE_RATE

CPU = torch.device("cpu")
LENGTH = 16_000


def chance(seed: int = 1) -> BatchChance:
    return BatchChance(CPU, seed)


def talk() -> Tensor:
    made: Tensor = chance(9).normal(10 * LENGTH) * 2_000
    return made.to(torch.int16)


def speech(count: int) -> Tensor:
    """Nothing, something like a vowel, nothing."""
    times = torch.arange(LENGTH) / SAMPLE_RATE
    voice = torch.stack([torch.sin(2 * torch.pi * 200 * k * times) for k in range(1, 9)]).sum(0)
    voice[:4_000] = 0
    voice[12_000:] = 0
    sounds: Tensor = 2_000 * voice.repeat(count, 1)
    return sounds


def nobody(count: int, *, is_silent: bool = False) -> Tensor:
    rows: Tensor = torch.full((count, 1), is_silent)
    return rows


def test_levels_are_measured_as_those_of_single_utterances() -> None:
    sounds = chance().normal(3, LENGTH) * torch.tensor([[1.0], [20.0], [300.0]])
    single = [each.numpy() for each in sounds]

    assert near_levels(sounds)[:, 0].numpy() == pytest.approx(
        [near_level(s) for s in single], rel=1e-4
    )
    assert active_levels(sounds)[:, 0].numpy() == pytest.approx(
        [augment.active_level(s) for s in single], rel=1e-4
    )


def test_a_near_talker_is_as_loud_as_level_control_makes_them() -> None:
    found = DrawnSound(talk(), chance())(speech(32), nobody(32))

    decibels = 20 * torch.log10(near_levels(found) / TARGET)
    assert float(decibels.mean().abs()) < 1.5
    assert float(decibels.abs().max()) < 4 * augment.NEAR_SPREAD_DB
    assert float(found.abs().max()) <= 32_768


def test_where_nobody_speaks_it_is_softer_and_no_talker_is_left() -> None:
    drawn = DrawnSound(talk(), chance())

    found = drawn(speech(32), nobody(32, is_silent=True))

    assert float((20 * torch.log10(near_levels(found) / TARGET)).max()) < 4.0
    assert float(found.abs().amax(1).min()) > 0, "there is noise"
    flat = found / found.std(1, keepdim=True)
    middles, ends = flat[:, 4_000:12_000].std(1), flat[:, 12_000:].std(1)
    assert float((middles / ends).median()) < 2


def test_noise_is_as_far_below_the_talker_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = 10.0
    for name in ("LOUD_NOISE", "ANY_NOISE"):
        monkeypatch.setattr(augment, name, (wanted, wanted))
    monkeypatch.setattr(augment, "FAINT", 1.0)
    monkeypatch.setattr(augment, "NOISY", 1.0)
    monkeypatch.setattr(drawn_sound, "weak_onsets", lambda near, _: near)
    monkeypatch.setattr(drawn_sound, "through", lambda sounds, *_, **__: sounds)
    mixed: list[Tensor] = []

    def overheard(sounds: Tensor, _: BatchChance) -> Tensor:
        mixed.append(sounds)
        return sounds

    monkeypatch.setattr(drawn_sound, "with_faults", overheard)
    sounds = speech(24)

    DrawnSound(talk(), chance())(sounds, nobody(24))

    near = sounds / sounds.abs().amax(1, keepdim=True)
    noise = (mixed[0] - near).std(1, keepdim=True)
    decibels = 20 * torch.log10(active_levels(near) / noise)
    assert decibels.numpy() == pytest.approx(np.full((24, 1), wanted), abs=0.05)


def test_steep_noise_is_darker_than_white_noise() -> None:
    white, brown = coloured(torch.tensor([[0.0], [2.0]]), LENGTH, chance())
    share = [
        float((torch.fft.rfft(each).abs()[: LENGTH // 16] ** 2).sum()) / float((each**2).sum())
        for each in (white, brown)
    ]

    assert white.std().item() == pytest.approx(1, abs=1e-3)
    assert share[1] > 5 * share[0]


def test_rooms_begin_with_the_direct_sound_and_some_have_no_echo() -> None:
    found = rooms(40, chance(), 0.5)

    assert (found[:, 0] == 1).all()
    echoes = (found[:, 1:] ** 2).sum(1)
    assert 8 < int((echoes == 0).sum()) < 32
    low, high = augment.ROOM_DB
    sounding = 10 * torch.log10(echoes[echoes > 0])
    assert low - 0.1 < float(sounding.min()) < float(sounding.max()) < high + 0.1


def test_some_microphones_colour_nothing_and_none_amplifies_beyond_measure() -> None:
    found = microphones(40, 513, chance(), 0.5)

    assert 8 < int((found == 1).all(1).sum()) < 32
    assert float(found.max()) <= 10 ** (augment.MOST_DB / 20) + 1e-3


def test_a_weak_onset_is_softer_at_its_beginning_alone() -> None:
    sounds = speech(200)

    found = weak_onsets(sounds, chance())

    quieter = found[:, 4_000:4_400].std(1) < 0.9 * sounds[:, 4_000:4_400].std(1)
    assert 0 < float(quieter.float().mean()) < 0.3
    assert torch.allclose(found[:, 8_000:], sounds[:, 8_000:])


def test_what_suppresses_noise_leaves_nothing_between_sounds() -> None:
    noise = chance().normal(8, LENGTH)
    sounds = speech(8) + noise
    peaks = sounds.abs().amax(1, keepdim=True)

    found = gated(sounds, peaks, chance())

    assert (found[:, :3_000] == 0).all()
    assert (found[:, 15_000:] == 0).all()
    assert torch.allclose(found[:, 5_000:11_000], sounds[:, 5_000:11_000], rtol=1e-4)


def test_some_sounds_suffer_and_most_do_not() -> None:
    sounds = speech(300) + chance(2).normal(300, LENGTH)

    found = with_faults(sounds, chance())

    is_whole = (found == sounds).all(1).float().mean()
    whole_ones = 1 - augment.FAULTS[-2][0]
    assert float(is_whole) == pytest.approx(whole_ones, abs=0.1)
    assert float(found.abs().max()) <= float(sounds.abs().max()) * 1.01
