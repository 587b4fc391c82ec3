"""Trains the last layers of a network for new words; the first ones stay another model's.

The first layers' outputs for the examples are computed only once, so training takes minutes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from voice_chess.acoustics.examples import Examples
from voice_chess.acoustics.fine_tuning import take_over
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF
from voice_chess.acoustics.train import CHUNK, Recipe, masked
from voice_chess.decoding.network import STRIDE
from voice_chess.decoding.network import Network as Finished

HALF = np.float16
MASKED_AT_ONCE = 240
"""Two short spans are hidden in each piece of this many frames."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """The trunk's outputs for examples end to end, and the label of each output."""

    rows: npt.NDArray[np.float16]
    labels: npt.NDArray[np.int16]


def inner_of(
    trunk: Finished, examples: Examples, masking: float, rng: np.random.Generator
) -> Inner:
    """Return the trunk's outputs for examples, some spans of which are hidden."""
    features = examples.features.astype(np.float32)
    whole = len(features) - len(features) % MASKED_AT_ONCE
    if whole:
        pieces = features[:whole].reshape(-1, MASKED_AT_ONCE, features.shape[1])
        hidden = masked(pieces, features.std(0), masking, rng).reshape(whole, -1)
        features = np.concatenate([hidden, features[whole:]])
    if len(features) < STRIDE:
        return Inner(
            rows=np.zeros((0, len(trunk.layers[-1].bias)), HALF), labels=examples.labels[:0]
        )
    rows = trunk.inner(features)
    return Inner(rows=rows.astype(HALF), labels=examples.labels[: len(rows)])


class InnerBatches:
    """Random chunks of the trunk's outputs."""

    def __init__(self, given: Sequence[Inner], network: Network, recipe: Recipe, seed: int) -> None:
        self.rows = np.concatenate([each.rows for each in given])
        self.labels = np.concatenate([each.labels for each in given]).astype(np.int64)
        self._left, self._right = network.left // network.step, network.right // network.step
        self._batch = recipe.batch
        self._rng = np.random.default_rng(seed)

    def draw(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return rows (batch, frames, width) and labels (batch, CHUNK)."""
        low, high = self._left, len(self.labels) - CHUNK - self._right
        at = self._rng.integers(low, high, self._batch)
        window = np.arange(-self._left, CHUNK + self._right)
        rows = self.rows[at[:, None] + window].astype(np.float32)
        labels = self.labels[at[:, None] + np.arange(CHUNK)]
        return torch.from_numpy(rows), torch.from_numpy(labels)


KNOWN_TO_ALL = (SILENCE_PDF, GARBAGE_PDF)
"""Outputs that mean the same for all vocabularies."""


def begun_head(
    finished: Finished,
    below: int,
    outputs: int,
    dropout: float,
    known: Sequence[int] = KNOWN_TO_ALL,
) -> Network:
    """Return the layers of a finished network above its trunk, with its known outputs kept."""
    torch.manual_seed(0)
    *inner, last = finished.layers[below:]
    head = Network(outputs, width=last.weight.shape[1], dropout=dropout, below=below)
    take_over(head, inner)
    with torch.no_grad():
        kept = list(known)
        head.output.weight[kept] = torch.from_numpy(last.weight[kept])
        head.output.bias[kept] = torch.from_numpy(last.bias[kept])
    return head
