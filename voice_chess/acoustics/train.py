"""Trains the network on examples; training can be stopped and resumed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from voice_chess.acoustics.examples import Examples
from voice_chess.acoustics.features import COEFFICIENTS
from voice_chess.acoustics.network import LEFT, RIGHT, Network
from voice_chess.decoding.network import STRIDE

CHUNK = 60
"""The number of outputs in a chunk: 1.8 s."""
LEAST_SHARE = 1e-4
"""The least share of all sound that any state is taken to have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The length, the strength and the other settings of a training."""

    steps: int
    batch: int = 64
    width: int = 256
    learning_rate: float = 2e-3
    dropout: float = 0.05
    smoothing: float = 0.02
    masking: float = 0.8
    checkpoint_every: int = 500


def device() -> torch.device:
    """Return the device to train on: a GPU if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


Aim = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
"""A loss to minimise, from scores (batch, outputs, pdfs) before the softmax, and labels."""


def frames_told(smoothing: float) -> Aim:
    """Return a loss: the cross-entropy of each single output."""

    def loss(scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return nn.functional.cross_entropy(
            scores.reshape(-1, scores.shape[-1]), labels.reshape(-1), label_smoothing=smoothing
        )

    return loss


def frames_told_and(other: Aim, smoothing: float) -> Aim:
    """Return the sum of the cross-entropy of each single output and another loss."""
    frames = frames_told(smoothing)

    def loss(scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return frames(scores, labels) + other(scores, labels)

    return loss


class Draws(Protocol):
    """A source of batches."""

    def draw(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return inputs (batch, frames, coefficients) and labels (batch, outputs)."""


class Batches:
    """Random chunks of all examples."""

    def __init__(self, examples: Sequence[Examples], recipe: Recipe, seed: int) -> None:
        self.features = np.concatenate([e.features for e in examples])
        self.labels = np.concatenate([e.labels for e in examples]).astype(np.int64)
        self.std = self.features[: 1 << 16].astype(np.float32).std(0)
        self.recipe = recipe
        self.rng = np.random.default_rng(seed)
        self._window = np.arange(LEFT + CHUNK * STRIDE + RIGHT)

    def draw(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return features (batch, frames, coefficients) and labels (batch, CHUNK)."""
        low, high = LEFT // STRIDE + 1, len(self.labels) - CHUNK - RIGHT // STRIDE - 1
        at = self.rng.integers(low, high, self.recipe.batch)
        frames = (at * STRIDE - LEFT)[:, None] + self._window
        x = self.features[frames].astype(np.float32)
        return torch.from_numpy(self._masked(x)), torch.from_numpy(
            self.labels[at[:, None] + np.arange(CHUNK)]
        )

    def _masked(self, x: np.ndarray) -> np.ndarray:
        return masked(x, self.std, self.recipe.masking, self.rng)


LONGEST_MASK = 12
"""The most frames of a hidden span."""
SHIFT, SHAKE = 0.15, 0.1
"""How far whole rows are shifted and single frames shaken, in standard deviations."""
LEVEL_SHIFT = 0.3
"""The level is shifted only by this share: it distinguishes near from far, and is controlled."""


def masked(x: np.ndarray, std: np.ndarray, amount: float, rng: np.random.Generator) -> np.ndarray:
    """Replace short spans by the mean, shift and shake, so that training relies on no frame."""
    for row in x:
        for begin, size in zip(
            rng.integers(0, x.shape[1] - LONGEST_MASK, 2),
            rng.integers(0, LONGEST_MASK + 1, 2),
            strict=True,
        ):
            if rng.random() < amount:
                row[begin : begin + size] = row.mean(0)
    shift = rng.standard_normal((len(x), 1, COEFFICIENTS)).astype(np.float32)
    shift[..., 0] *= LEVEL_SHIFT
    shake = rng.standard_normal(x.shape).astype(np.float32)
    changed: np.ndarray = x + (SHIFT * amount * std) * shift + (SHAKE * amount * std) * shake
    return changed


def train(  # noqa: PLR0913 - each is a choice of its own, made by another caller
    examples: Sequence[Examples],
    outputs: int,
    recipe: Recipe,
    *,
    checkpoint: Path,
    start: Network | None = None,
    report: Callable[[str], None] = print,
) -> Network:
    """Train, or resume from `checkpoint` if it exists; the learning rate falls as a cosine.

    The network `start`, of the same width, gives the first weights and is not changed.
    """
    torch.manual_seed(0)
    on = device()
    network = Network(outputs, width=recipe.width, dropout=recipe.dropout).to(on)
    batches = Batches(examples, recipe, seed=1)
    sample = batches.features[:: max(1, len(batches.features) // 200_000)].astype(np.float32)
    network.mean.copy_(torch.from_numpy(sample.mean(0)))
    network.std.copy_(torch.from_numpy(sample.std(0) + 1e-3))
    if start is not None:
        network.load_state_dict(start.state_dict())
    return fit(network, batches, recipe, checkpoint=checkpoint, report=report)


def fit(  # noqa: PLR0913 - each is a choice of its own, made by another caller
    network: Network,
    batches: Draws,
    recipe: Recipe,
    *,
    checkpoint: Path,
    aim: Aim | None = None,
    report: Callable[[str], None] = print,
) -> Network:
    """Train a network that is on the device, or resume from `checkpoint` if it exists.

    Without an `aim` the loss is the cross-entropy of each single output.
    """
    aim = aim or frames_told(recipe.smoothing)
    optimizer = optimizer_of(network, recipe)
    step = _resumed(checkpoint, network, optimizer)
    losses: list[float] = []
    while step < recipe.steps:
        losses.append(stepped(network, optimizer, batches, aim, rate_at(step, recipe)))
        step += 1
        if step % 100 == 0:
            report(f"step {step} of {recipe.steps}: loss {np.mean(losses[-100:]):.3f}")
        if step % recipe.checkpoint_every == 0 or step == recipe.steps:
            _save(checkpoint, network, optimizer, step)
    return network.cpu().eval()


def optimizer_of(network: Network, recipe: Recipe) -> torch.optim.Optimizer:
    """Return Adam with a little decay of the weights."""
    return torch.optim.AdamW(network.parameters(), lr=recipe.learning_rate, weight_decay=0.01)


def rate_at(step: int, recipe: Recipe) -> float:
    """Return the learning rate of a step: it rises at first, and then falls as a cosine."""
    warm = min(1.0, (step + 1) / 200)
    return (
        warm * recipe.learning_rate * (0.02 + 0.49 * (1 + math.cos(math.pi * step / recipe.steps)))
    )


def stepped(
    network: Network,
    optimizer: torch.optim.Optimizer,
    batches: Draws,
    aim: Aim,
    rate: float,
) -> float:
    """Do one step of training at a learning rate, and return the loss."""
    on = device()
    for group in optimizer.param_groups:
        group["lr"] = rate
    x, y = (tensor.to(on) for tensor in batches.draw())
    network.train()
    with torch.autocast(on.type, dtype=torch.bfloat16, enabled=_halves_well(on)):
        scores = network(x).float()
    loss = aim(scores, y)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]  # PyTorch left it without types
    nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimizer.step()
    return float(loss.detach())


def _halves_well(on: torch.device) -> bool:
    """Return whether half precision is faster: three times, or 15 times slower on other CPUs."""
    return on.type != "cpu" or bool(torch.cpu.get_capabilities().get("avx512_bf16", False))


def _save(path: Path, network: Network, optimizer: torch.optim.Optimizer, step: int) -> None:
    partial = path.with_suffix(".partial")
    torch.save(
        {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "step": step},
        partial,
    )
    partial.rename(path)


def _resumed(path: Path, network: Network, optimizer: torch.optim.Optimizer) -> int:
    if not path.exists():
        return 0
    saved = torch.load(path, map_location=device())
    network.load_state_dict(saved["network"])
    optimizer.load_state_dict(saved["optimizer"])
    step: int = saved["step"]
    return step


class Labelled(Protocol):
    """Something with the label of each output."""

    @property
    def labels(self) -> npt.NDArray[np.int16]: ...


def priors(examples: Sequence[Labelled], outputs: int) -> np.ndarray:
    """Return the share of each state in the labels, with a floor for rare ones."""
    counts = np.zeros(outputs)
    for e in examples:
        counts += np.bincount(e.labels, minlength=outputs)
    frequencies = np.maximum(counts / counts.sum(), LEAST_SHARE)
    normalised: np.ndarray = frequencies / frequencies.sum()
    return normalised
