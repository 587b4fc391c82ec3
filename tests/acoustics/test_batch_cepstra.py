"""Features of whole batches are those that the decoder makes, of any vocal tract."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.batch_cepstra import AS_IT_IS, WARPS, BatchCepstra, hidden, warped
from voice_chess.acoustics.drawn_sound import BatchChance
from voice_chess.acoustics.features import COEFFICIENTS, mfcc
from voice_chess.acoustics.train import LONGEST_MASK
from voice_chess.sound.sampling import SAMPLE_RATE

CPU = torch.device("cpu")


def noise(count: int, length: int = 8_000) -> np.ndarray:
    made = np.random.default_rng(4).standard_normal((count, length)) * 3_000
    return np.round(made).astype(np.float32)


def test_cepstra_of_a_batch_are_those_of_each_sound() -> None:
    sounds = noise(3)

    found = BatchCepstra(BatchChance(CPU, 1)).plain(torch.from_numpy(sounds)).numpy()

    each = np.stack([mfcc(sound) for sound in sounds])
    assert found.shape == each.shape
    assert np.abs(found - each).max() < 0.02


def test_a_warp_takes_a_frequency_for_another_one_and_keeps_the_highest() -> None:
    hertz = np.linspace(0, SAMPLE_RATE / 2, 257)

    assert np.allclose(warped(WARPS[AS_IT_IS]), hertz)
    for warp in (WARPS[0], WARPS[-1]):
        found = warped(warp)
        assert found[32] == pytest.approx(1_000 * warp)
        assert found[-1] == pytest.approx(SAMPLE_RATE / 2)
        assert (np.diff(found) > 0).all()


def test_a_tone_of_a_shorter_vocal_tract_sounds_like_a_higher_one() -> None:
    times = np.arange(8_000) / SAMPLE_RATE
    cepstra = BatchCepstra(BatchChance(CPU, 1))
    low, high = (
        torch.from_numpy(3_000 * np.sin(2 * np.pi * hertz * times)).float()[None]
        for hertz in (1_000, 1_000 * WARPS[-1])
    )
    aim = cepstra.plain(high)

    assert (cepstra.plain(low, len(WARPS) - 1) - aim).norm() < 0.5 * (
        cepstra.plain(low) - aim
    ).norm()


def test_what_is_drawn_differs_from_row_to_row_and_is_near_what_it_was() -> None:
    sounds = torch.from_numpy(noise(1)).repeat(40, 1)
    cepstra = BatchCepstra(BatchChance(CPU, 1))

    drawn, plain = cepstra.drawn(sounds), cepstra.plain(sounds)

    far = (drawn - plain).abs().mean((1, 2))
    assert len(set(far.tolist())) > 20
    assert float(far.max()) < float(plain.std())


def test_short_spans_are_hidden_and_everything_is_shaken_a_little() -> None:
    rows = torch.randn(30, 90, COEFFICIENTS, generator=torch.Generator().manual_seed(2)) * 10
    mean = rows.mean(1, keepdim=True)

    found = hidden(rows, torch.ones(COEFFICIENTS), 1.0, BatchChance(CPU, 3))

    is_hidden = (found - mean).abs().amax(2) < 1.5
    assert 0 < int(is_hidden.sum(1).max()) <= 2 * LONGEST_MASK
    assert 0 < float((found - rows)[~is_hidden].abs().mean()) < 0.3
