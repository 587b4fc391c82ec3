"""A finished model's network can be taken up again: it answers as before, and learns on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.export import export
from voice_chess.acoustics.features import COEFFICIENTS
from voice_chess.acoustics.fine_tuning import OtherWords, averaged, normalise, taken_up
from voice_chess.acoustics.network import LEFT, RIGHT, Network
from voice_chess.acoustics.phones import Inventory

FRAMES = 60


@pytest.fixture
def network(inventory: Inventory) -> Network:
    torch.manual_seed(4)
    made = Network(inventory.pdf_count, width=8)
    made.mean.copy_(torch.randn(COEFFICIENTS) * 5)
    made.std.copy_(torch.rand(COEFFICIENTS) + 0.5)
    made.train()
    for _ in range(5):
        made(torch.from_numpy(sound(4)))
    return made.eval()


@pytest.fixture
def model(network: Network, inventory: Inventory, tmp_path: Path) -> Path:
    shares = np.linspace(0.1, 0.9, inventory.pdf_count)
    export(tmp_path, network, inventory, shares, [["ja"]])
    return tmp_path


def sound(count: int) -> np.ndarray:
    shape = (count, LEFT + FRAMES + RIGHT, COEFFICIENTS)
    made = np.random.default_rng(count).standard_normal(shape) * 3 + 1
    return made.astype(np.float32)


def answers(network: Network, features: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        found: np.ndarray = network(torch.from_numpy(features)).numpy()
    return found


def test_it_answers_as_the_network_that_was_exported(
    model: Path, network: Network, inventory: Inventory
) -> None:
    again, priors = taken_up(model, inventory.pdf_count)

    features = sound(2)
    assert np.allclose(answers(again, features), answers(network, features), atol=1e-3)
    assert np.allclose(priors, np.linspace(0.1, 0.9, inventory.pdf_count))


def test_normalising_changes_no_answer_and_makes_every_layer_even(
    model: Path, inventory: Inventory
) -> None:
    network, _ = taken_up(model, inventory.pdf_count)
    features = sound(20)
    before = answers(network, features)

    normalise(network, torch.from_numpy(features))

    assert np.allclose(answers(network, features), before, atol=1e-3)
    in_training = answers(network.train(), features)
    assert np.allclose(in_training, before, atol=0.05), "a batch's own statistics fit"


def test_other_words_than_the_lexicons_are_refused(model: Path, inventory: Inventory) -> None:
    fewer = replace(inventory.lexicon, said={})

    with pytest.raises(OtherWords, match="train from the beginning"):
        taken_up(model, Inventory(fewer).pdf_count)


def test_an_average_lies_between_and_is_measured_anew(
    network: Network, inventory: Inventory
) -> None:
    other = Network(inventory.pdf_count, width=8)
    features = torch.from_numpy(sound(20))

    mean = averaged(network, other, 0.25, [features])

    for name, value in mean.named_parameters():
        expected = 0.75 * network.get_parameter(name) + 0.25 * other.get_parameter(name)
        assert torch.allclose(value, expected, atol=1e-6)
    in_training = answers(mean.train(), features.numpy())
    assert np.allclose(in_training, answers(mean.eval(), features.numpy()), atol=0.05)
