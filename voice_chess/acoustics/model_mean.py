"""The mean of several models that were trained on from one.

Each has learnt something of its own besides what all have in common; the mean does better on voices
that none has heard (Wortsman et al., Model soups, 2022).
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from voice_chess.acoustics.export import rewrite
from voice_chess.acoustics.phones import Inventory
from voice_chess.decoding.kaldi_file import NETWORK, read_network
from voice_chess.decoding.network import Layer, Matrix


class UnlikeModels(ValueError):
    """Their networks have not the same layers."""


def write_mean(models: Sequence[Path], out: Path, inventory: Inventory) -> None:
    """A copy of the first model whose network is the mean of all.

    Raises `UnlikeModels`, `DamagedNetwork` and `OSError`.
    """
    first, *others = (read_network(model / NETWORK).layers for model in models)
    if any(_shapes(layers) != _shapes(first) for layers in others):
        message = f"{', '.join(map(str, models))} do not have the same layers"
        raise UnlikeModels(message)
    means = [_mean(layers) for layers in zip(first, *others, strict=True)]
    rewrite(models[0], out, inventory, means)


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
