"""Sound that is said faster keeps its place, and its pitch rises as much."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.augment import PHASES, resampled
from voice_chess.acoustics.drawn_sound import at_speed
from voice_chess.sound.sampling import SAMPLE_RATE

BURST, LENGTH = 6_400, 16_000
SPEEDS = (262, 276, 320, 358, 397)


def burst(hertz: float) -> np.ndarray:
    """A short tone around one place."""
    times = np.arange(LENGTH)
    envelope = np.exp(-(((times - BURST) / 600) ** 2))
    made = 8_000 * envelope * np.cos(2 * np.pi * hertz * times / SAMPLE_RATE)
    return made.astype(np.float32)


@pytest.mark.parametrize("down", SPEEDS)
def test_a_burst_is_where_it_was_and_as_high_as_it_is_fast(down: int) -> None:
    speed = down / PHASES
    sounds = np.stack([burst(500), burst(1_500)])

    found = at_speed(torch.from_numpy(sounds), down).numpy()

    assert found.shape == (2, round(LENGTH / speed))
    for sound, hertz in zip(found, (500, 1_500), strict=True):
        times = np.arange(len(sound))
        assert (times * sound**2).sum() / (sound**2).sum() == pytest.approx(BURST / speed, abs=2)
        spectrum = np.abs(np.fft.rfft(sound))
        assert spectrum.argmax() * SAMPLE_RATE / len(sound) == pytest.approx(hertz * speed, abs=3)


@pytest.mark.parametrize("down", [SPEEDS[0], SPEEDS[-1]])
def test_it_is_what_is_done_to_single_utterances(down: int) -> None:
    sound = burst(1_000)

    found = at_speed(torch.from_numpy(sound)[None], down)[0].numpy()

    other = resampled(sound, SAMPLE_RATE, down / PHASES)[: len(found)]
    assert np.abs(found[: len(other)] - other).max() < 0.02 * np.abs(other).max()
