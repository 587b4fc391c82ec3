"""Writes the mean of several models that were trained further from the same one.

Each has learnt something of its own besides what they share. Their mean does better on voices that
none has learnt from (Wortsman et al., Model soups, 2022).
"""

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from voice_chess.acoustics.export import rewrite, write_checksums
from voice_chess.acoustics.phones import Inventory
from voice_chess.decoding.head_file import HEAD, grafted, has_head, read_trunk, write_head
from voice_chess.decoding.kaldi_file import NETWORK, read_network
from voice_chess.decoding.network import Layer, Matrix
from voice_chess.plain_error import PlainError


class UnlikeModels(PlainError, ValueError):
    """The models' networks do not have the same layers."""


def write_mean(models: Sequence[Path], out: Path, inventory: Inventory) -> None:
    """Write a copy of the first model with the mean network; if all are heads, the mean head.

    Raises `UnlikeModels`, `DamagedNetwork` and `OSError`.
    """
    if all(map(has_head, models)):
        _write_mean_of_heads(models, out)
        return
    first, *others = (read_network(model / NETWORK).layers for model in models)
    if any(_shapes(layers) != _shapes(first) for layers in others):
        message = f"{', '.join(map(str, models))} do not have the same layers"
        raise UnlikeModels(message)
    means = [_mean(layers) for layers in zip(first, *others, strict=True)]
    rewrite(models[0], out, inventory, means)


def _write_mean_of_heads(models: Sequence[Path], out: Path) -> None:
    """Write a copy of the head with most layers of its own, with mean layers and state shares.

    Layers that a head lacks are taken from its trunk.
    """
    trunks = [read_trunk(model) for model in models]
    networks = [grafted(model) for model in models]
    first, *others = (network.layers for network in networks)
    if any(_shapes(layers) != _shapes(first) for layers in others) or (
        len({trunk.sha256 for trunk in trunks}) > 1
    ):
        message = f"{', '.join(map(str, models))} do not have the same layers on the same trunk"
        raise UnlikeModels(message)
    below = min(trunk.layers for trunk in trunks)
    means = [_mean(layers) for layers in zip(first, *others, strict=True)][below:]
    lowest = models[[trunk.layers for trunk in trunks].index(below)]
    shutil.copytree(lowest, out, dirs_exist_ok=True)
    write_head(out / HEAD, means, np.mean([np.exp(one.log_priors) for one in networks], axis=0))
    write_checksums(out)


def _shapes(layers: Sequence[Layer]) -> list[object]:
    return [(layer.offsets, layer.weight.shape) for layer in layers]


def _mean(layers: Sequence[Layer]) -> Layer:
    return Layer(
        offsets=layers[0].offsets,
        weight=_mean_of([each.weight for each in layers]),
        bias=_mean_of([each.bias for each in layers]),
        is_rectified=layers[0].is_rectified,
    )


def _mean_of(values: Sequence[Matrix]) -> Matrix:
    """Return the mean in double precision, so that equal values stay equal to the last bit."""
    mean: Matrix = np.stack(values).astype(np.float64).mean(0).astype(np.float32)
    return mean
