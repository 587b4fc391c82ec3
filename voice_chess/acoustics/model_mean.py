"""The mean of several models that were trained on from one.

Each has learnt something of its own besides what all have in common; the mean does better on voices
that none has heard (Wortsman et al., Model soups, 2022).
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
    """Their networks have not the same layers."""


def write_mean(models: Sequence[Path], out: Path, inventory: Inventory) -> None:
    """A copy of the first model whose network is the mean of all; or of heads, on one trunk.

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
    """A copy of the head that has most layers of its own; shares of its states are averaged, too.

    Layers that some heads have from the trunk are taken from there.
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
    """In double precision, so that what all have in common stays as it is to the last bit."""
    mean: Matrix = np.stack(values).astype(np.float64).mean(0).astype(np.float32)
    return mean
