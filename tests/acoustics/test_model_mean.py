"""The mean of models that were trained on from one."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.export import export, rewrite
from voice_chess.acoustics.model_mean import UnlikeModels, write_mean
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.phones import Inventory
from voice_chess.adapters.recognition.model_files import check_model
from voice_chess.decoding.head_file import (
    HEAD,
    Trunk,
    grafted,
    read_trunk,
    write_head,
    write_trunk,
)
from voice_chess.decoding.kaldi_file import NETWORK, read_network
from voice_chess.decoding.network import Layer

BELOW = 6


@pytest.fixture
def model(inventory: Inventory, tmp_path: Path) -> Path:
    return written(tmp_path / "first", inventory, width=8)


def written(folder: Path, inventory: Inventory, width: int) -> Path:
    torch.manual_seed(width)
    shares = np.full(inventory.pdf_count, 1 / inventory.pdf_count)
    export(folder, Network(inventory.pdf_count, width=width).eval(), inventory, shares, [["ja"]])
    return folder


def trained_on(model: Path, out: Path, inventory: Inventory, seed: int) -> Path:
    """Its last layers have moved."""
    rng = np.random.default_rng(seed)
    layers = read_network(model / NETWORK).layers
    moved = [
        replace(layer, weight=layer.weight + rng.standard_normal(layer.weight.shape, np.float32))
        for layer in layers[BELOW:]
    ]
    rewrite(model, out, inventory, (*layers[:BELOW], *moved))
    return out


def same(one: Layer, other: Layer) -> bool:
    return np.array_equal(one.weight, other.weight) and np.array_equal(one.bias, other.bias)


def test_what_all_have_in_common_stays_and_the_rest_lies_between(
    model: Path, inventory: Inventory, tmp_path: Path
) -> None:
    others = [trained_on(model, tmp_path / name, inventory, len(name)) for name in ("a", "bb")]

    write_mean([model, *others], tmp_path / "mean", inventory)

    found = read_network(tmp_path / "mean" / NETWORK).layers
    first, second, third = (read_network(each / NETWORK).layers for each in (model, *others))
    assert all(same(a, b) for a, b in zip(found[:BELOW], first[:BELOW], strict=True))
    between = (first[-1].weight + second[-1].weight + third[-1].weight) / 3
    assert np.allclose(found[-1].weight, between, atol=1e-6)


def test_the_mean_is_a_whole_model(model: Path, inventory: Inventory, tmp_path: Path) -> None:
    write_mean([model, model], tmp_path / "mean", inventory)

    check_model(tmp_path / "mean")
    priors = read_network(model / NETWORK).log_priors
    assert np.allclose(read_network(tmp_path / "mean" / NETWORK).log_priors, priors, atol=1e-6)


def test_models_of_other_shapes_have_no_mean(
    model: Path, inventory: Inventory, tmp_path: Path
) -> None:
    wider = written(tmp_path / "wider", inventory, width=16)

    with pytest.raises(UnlikeModels, match="wider do not have the same layers"):
        write_mean([model, wider], tmp_path / "mean", inventory)


def head_of(model: Path, out: Path, below: int, seed: int, trunk: str = "same") -> Path:
    """The model's last layers, moved, as a head on its first ones."""
    rng = np.random.default_rng(seed)
    whole = read_network(model / NETWORK)
    moved = [
        replace(layer, weight=layer.weight + rng.standard_normal(layer.weight.shape, np.float32))
        for layer in whole.layers[below:]
    ]
    (out / "am").mkdir(parents=True)
    write_head(out / HEAD, moved, np.exp(whole.log_priors))
    write_trunk(out, Trunk(path=model / NETWORK, layers=below, sha256=trunk))
    return out


def test_the_mean_of_heads_has_what_one_of_them_has_from_the_trunk(
    model: Path, inventory: Inventory, tmp_path: Path
) -> None:
    upper = head_of(model, tmp_path / "upper", 6, 1)
    deeper = head_of(model, tmp_path / "deeper", 4, 2)

    write_mean([upper, deeper], tmp_path / "mean", inventory)

    found = grafted(tmp_path / "mean")
    one, other = grafted(upper), grafted(deeper)
    assert read_trunk(tmp_path / "mean").layers == 4
    for layer, first, second in zip(found.layers, one.layers, other.layers, strict=True):
        assert np.allclose(layer.weight, (first.weight + second.weight) / 2, atol=5e-3)
    assert np.allclose(found.log_priors, one.log_priors, atol=1e-5)


def test_heads_on_other_trunks_have_no_mean(
    model: Path, inventory: Inventory, tmp_path: Path
) -> None:
    heads = [head_of(model, tmp_path / name, 6, 1, trunk=name) for name in ("one", "two")]

    with pytest.raises(UnlikeModels, match="on the same trunk"):
        write_mean(heads, tmp_path / "mean", inventory)
