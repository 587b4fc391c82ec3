"""The trainable network: a time-delay network that scores all states every 30 ms.

Its layers splice a few frames of their input, at the offsets of `SPLICES`. The first layers have an
output for every frame of 10 ms, the later ones for every third.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from voice_chess.acoustics.features import COEFFICIENTS
from voice_chess.acoustics.kaldi_model import Affine
from voice_chess.decoding.network import STRIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class Splice:
    """The offsets of a layer's input frames, and the stride of its outputs, both in 10 ms."""

    name: str
    offsets: tuple[int, ...]
    stride: int


SPLICES = (
    Splice(name="t1", offsets=(-2, -1, 0, 1, 2), stride=1),
    Splice(name="t2", offsets=(-1, 0, 1), stride=1),
    Splice(name="t3", offsets=(-1, 0, 1), stride=STRIDE),
    Splice(name="t4", offsets=(-3, 0, 3), stride=STRIDE),
    Splice(name="t5", offsets=(-3, 0, 3), stride=STRIDE),
    Splice(name="t6", offsets=(-6, -3, 0, 3), stride=STRIDE),
    Splice(name="t7", offsets=(-6, 0, 3), stride=STRIDE),
    Splice(name="t8", offsets=(-6, 0, 6), stride=STRIDE),
)
LEFT = -sum(min(s.offsets) for s in SPLICES)
RIGHT = sum(max(s.offsets) for s in SPLICES)


class Layer(nn.Module):
    """A layer that splices its input, applies an affine map, rectifies and normalises."""

    def __init__(self, splice: Splice, inputs: int, outputs: int) -> None:
        super().__init__()
        self.splice = splice
        self.affine = nn.Linear(inputs * len(splice.offsets), outputs)
        self.norm = nn.BatchNorm1d(outputs)


class Network(nn.Module):
    """Turns features of `LEFT + n + RIGHT` frames into scores of states at `n / 3` outputs."""

    mean: torch.Tensor
    std: torch.Tensor

    def __init__(self, outputs: int, *, width: int, dropout: float = 0.0, below: int = 0) -> None:
        """`below`: how many first layers are another network's, whose outputs are the input."""
        super().__init__()
        splices = SPLICES[below:]
        self.inputs = width if below else COEFFICIENTS
        sizes = [self.inputs, *[width] * (len(splices) - 1)]
        self.layers = nn.ModuleList(
            Layer(splice, size, width) for splice, size in zip(splices, sizes, strict=True)
        )
        self.step = SPLICES[below - 1].stride if below else 1
        """The distance of the network's inputs, in 10 ms."""
        self.left = -sum(min(s.offsets) for s in splices)
        self.right = sum(max(s.offsets) for s in splices)
        self.output = nn.Linear(width, outputs)
        self.dropout = dropout
        self.register_buffer("mean", torch.zeros(self.inputs))
        self.register_buffer("std", torch.ones(self.inputs))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return scores (batch, frames / 3, pdfs) before the softmax."""
        x = (features - self.mean) / self.std
        start, step = -self.left, self.step
        for layer in self.stack():
            x, start, step = self.through(layer, x, start, step)
        scores: torch.Tensor = self.output(x)
        return scores

    @property
    def is_normalised(self) -> bool:
        """Whether the mean and deviation of its inputs were set already."""
        return bool((self.std != 1).any())

    def stack(self) -> list[Layer]:
        """Return the layers before the output, in order."""
        return [layer for layer in self.layers if isinstance(layer, Layer)]

    def through(
        self, layer: Layer, x: torch.Tensor, start: int, step: int
    ) -> tuple[torch.Tensor, int, int]:
        """Return a layer's outputs, the frame of the first one, and their distance in frames."""
        offsets, stride = layer.splice.offsets, layer.splice.stride
        first = start - min(offsets)
        if stride != step:
            first += -first % stride
        last = start + (x.shape[1] - 1) * step - max(offsets)
        count = (last - first) // stride + 1
        hop = stride // step
        begins = [(first + o - start) // step for o in offsets]
        x = torch.cat([x[:, b : b + (count - 1) * hop + 1 : hop] for b in begins], -1)
        x = torch.relu(layer.affine(x))
        x = layer.norm(x.reshape(-1, x.shape[-1])).reshape(x.shape)
        if self.dropout and self.training:
            x = nn.functional.dropout(x, self.dropout)
        return x, first, stride

    def exported(self) -> list[Affine]:
        """Return the network as plain affine layers, with normalisation folded into them."""
        scale = (1 / self.std).numpy()
        shift = (-self.mean / self.std).numpy()
        exported = []
        for layer in self.stack():
            weight, bias = _folded(layer.affine, scale, shift, len(layer.splice.offsets))
            splice = layer.splice
            exported.append(
                Affine(
                    name=splice.name,
                    offsets=splice.offsets,
                    weight=weight,
                    bias=bias,
                    rectified=True,
                )
            )
            norm = layer.norm
            gain = (norm.weight / torch.sqrt(norm.get_buffer("running_var") + norm.eps)).detach()
            scale = gain.numpy()
            shift = (norm.bias.detach() - norm.get_buffer("running_mean") * gain).numpy()
        weight, bias = _folded(self.output, scale, shift, 1)
        last = Affine(name="output", offsets=(0,), weight=weight, bias=bias, rectified=False)
        return [*exported, last]


def _folded(
    affine: nn.Linear, scale: np.ndarray, shift: np.ndarray, copies: int
) -> tuple[np.ndarray, np.ndarray]:
    weight = affine.weight.detach().numpy()
    bias = affine.bias.detach().numpy()
    return weight * np.tile(scale, copies), bias + weight @ np.tile(shift, copies)


def padded(features: np.ndarray) -> np.ndarray:
    """Return features with their first and last frame repeated, as Kaldi does at the edges."""
    frames = len(features) - len(features) % STRIDE
    return np.concatenate(
        [
            np.repeat(features[:1], LEFT, 0),
            features[:frames],
            np.repeat(features[-1:], RIGHT, 0),
        ]
    )
