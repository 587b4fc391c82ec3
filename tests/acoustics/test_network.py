"""The network that is trained and the layers that are exported are one and the same function."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs: pip install -e '.[train]'")
pytest.importorskip("kaldi_native_fbank", reason="training needs: pip install -e '.[train]'")

from voice_chess.acoustics.features import COEFFICIENTS, mfcc
from voice_chess.acoustics.kaldi_model import Affine
from voice_chess.acoustics.network import (
    LEFT,
    RIGHT,
    SPLICES,
    Network,
    padded,
)
from voice_chess.decoding.network import STRIDE
from voice_chess.sound.sampling import SAMPLE_RATE

OUTPUTS = 9
FRAMES = 48


@pytest.fixture
def network() -> Network:
    """With normalisation that has seen something, so that folding it in changes the weights."""
    torch.manual_seed(3)
    made = Network(OUTPUTS, width=7)
    made.mean.copy_(torch.randn(COEFFICIENTS) * 5)
    made.std.copy_(torch.rand(COEFFICIENTS) + 0.5)
    made.train()
    for _ in range(5):
        made(torch.randn(4, LEFT + FRAMES + RIGHT, COEFFICIENTS) * 3 + 1)
    with torch.no_grad():
        for name, parameter in made.named_parameters():
            if "norm" in name:
                parameter.add_(torch.randn_like(parameter) * 0.3)
    return made.eval()


def features(frames: int, seed: int = 1) -> np.ndarray:
    made = np.random.default_rng(seed).standard_normal((frames, COEFFICIENTS)) * 3 + 1
    return made.astype(np.float32)


def computed_as_kaldi_does(layers: list[Affine], inputs: np.ndarray) -> np.ndarray:
    """Every layer at every frame; before the first and behind the last frame, the edge is repeated.

    Kaldi repeats the input and computes on; so does this, by starting with enough of it.
    """
    x: np.ndarray = inputs.astype(np.float64)
    first = -LEFT
    for layer in layers:
        low, high = min(layer.offsets), max(layer.offsets)
        at = np.arange(-low, len(x) - high)
        spliced = np.concatenate([x[at + offset] for offset in layer.offsets], axis=1)
        x = spliced @ layer.weight.T + layer.bias
        x = np.maximum(x, 0) if layer.rectified else x
        first -= low
    assert first == 0
    return x[::STRIDE]


def test_the_exported_layers_compute_what_the_network_computes(network: Network) -> None:
    x = padded(features(FRAMES))
    with torch.no_grad():
        expected = network(torch.from_numpy(x)[None])[0].numpy()

    found = computed_as_kaldi_does(network.exported(), x)

    assert found.shape == expected.shape == (FRAMES // STRIDE, OUTPUTS)
    assert np.abs(found - expected).max() < 1e-3


def test_exporting_folds_something_in(network: Network) -> None:
    raw = network.get_parameter("layers.1.affine.weight").detach().numpy()

    assert np.abs(network.exported()[1].weight - raw).max() > 0.05


def test_the_last_layer_alone_is_not_rectified(network: Network) -> None:
    exported = network.exported()

    assert [layer.rectified for layer in exported] == [True] * len(SPLICES) + [False]
    assert [layer.offsets for layer in exported[:-1]] == [s.offsets for s in SPLICES]


def test_an_answer_looks_at_its_context_and_no_farther(network: Network) -> None:
    x = torch.from_numpy(padded(features(FRAMES)))[None]
    changed = x.clone()
    at = 5 * STRIDE
    changed[:, :at] += 10
    changed[:, at + LEFT + RIGHT + 1 :] += 10
    with torch.no_grad():
        before, after = network(x)[0], network(changed)[0]

    assert torch.allclose(before[5], after[5], atol=1e-4)
    assert not torch.allclose(before[3], after[3], atol=1e-4)


def test_frames_are_answered_three_by_three(network: Network) -> None:
    for frames in (3, 4, 5, 30, 31):
        with torch.no_grad():
            answers = network(torch.from_numpy(padded(features(frames)))[None])[0]
        assert len(answers) == frames // STRIDE


def test_dropout_is_for_training_alone() -> None:
    torch.manual_seed(0)
    network = Network(OUTPUTS, width=7, dropout=0.5)
    x = torch.from_numpy(padded(features(FRAMES)))[None]

    network.train()
    assert not torch.equal(network(x), network(x))
    network.eval()
    assert torch.equal(network(x), network(x))


def test_features_come_every_10_ms_and_whole_windows_only() -> None:
    chance = np.random.default_rng(1)
    sound = (chance.standard_normal(SAMPLE_RATE) * 1_000).astype(np.float32)

    assert mfcc(sound).shape == (98, COEFFICIENTS)
    assert mfcc(sound[:399]).shape == (0, COEFFICIENTS)
    assert mfcc(sound[:400]).shape == (1, COEFFICIENTS)


def test_twice_as_loud_moves_the_first_coefficient_alone() -> None:
    chance = np.random.default_rng(1)
    sound = (chance.standard_normal(SAMPLE_RATE) * 1_000).astype(np.float32)
    difference = mfcc(2 * sound) - mfcc(sound)

    assert difference[:, 0] == pytest.approx(np.log(4) * np.sqrt(40), rel=1e-3)
    assert np.abs(difference[:, 1:]).max() < 1e-2
