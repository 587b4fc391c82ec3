"""Adapts a network to one voice: it learns a gain and an offset for each input of the last layer.

All words of the network profit from every word that the player read (learning hidden unit
contributions: Swietojanski and Renals 2014). An adapted network takes no more time than before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.network import Matrix, Network, Vector

STEPS = 40
RATE = 0.05
CALM = 0.003
"""Weight of the penalty that keeps gains and offsets small unless they help clearly."""
SILENCE_EVERY = 5
"""Only every fifth output of silence is used: silence is long and says little about a voice."""
UNHEARD = 1e-3
"""States whose posterior never exceeds this are left out: they are many, and nothing needs them."""
_MEMORY, _LONG_MEMORY, _TINY = 0.9, 0.999, 1e-8

States = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Adaptation:
    """The changes to one network for one voice, with one number for each unit."""

    gain: Vector
    """Added to a gain of 1."""
    offset: Vector

    @classmethod
    def none(cls, network: Network) -> Self:
        """Return an adaptation that changes nothing."""
        width = network.layers[-1].weight.shape[1]
        return cls(gain=np.zeros(width, np.float32), offset=np.zeros(width, np.float32))

    def on(self, network: Network) -> Network:
        """Return the network adapted to this voice."""
        last = network.layers[-1]
        turned = replace(
            last, weight=last.weight * (1 + self.gain), bias=last.bias + last.weight @ self.offset
        )
        return replace(network, layers=(*network.layers[:-1], turned))

    def weakened(self, share: float) -> Self:
        """Return this share of the changes, between 0 and 1."""
        return replace(
            self, gain=self.gain * np.float32(share), offset=self.offset * np.float32(share)
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Example:
    """Features of a sound, and the state that was spoken at each output."""

    rows: Matrix
    states: States


def adapted(network: Network, examples: Sequence[Example], silence: int) -> Adaptation:
    """Return the changes that make the spoken states of the examples likelier."""
    inner, states = _frames(network, examples, silence)
    last = network.layers[-1]
    scores = inner @ last.weight.T + last.bias
    kept = _shares(scores).max(axis=0) > UNHEARD
    kept[states] = True
    weight, plain = last.weight[kept], scores[:, kept]
    spoken = np.arange(len(states)), np.cumsum(kept)[states] - 1
    numbers = np.zeros((2, inner.shape[1]), np.float32)
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    for step in range(1, STEPS + 1):
        # The slope of the mean cross entropy; scores are linear in gain and offset.
        excess = _shares(plain + (inner * numbers[0] + numbers[1]) @ weight.T)
        excess[spoken] -= 1
        pull = excess @ weight / len(states)
        slope = np.stack([(pull * inner).sum(axis=0), pull.sum(axis=0)]) + 2 * CALM * numbers
        mean = _MEMORY * mean + (1 - _MEMORY) * slope
        square = _LONG_MEMORY * square + (1 - _LONG_MEMORY) * slope**2
        # Adam (Kingma and Ba 2015).
        numbers -= (RATE * mean / (1 - _MEMORY**step)) / (
            np.sqrt(square / (1 - _LONG_MEMORY**step)) + _TINY
        )
    return Adaptation(gain=numbers[0], offset=numbers[1])


def _frames(network: Network, examples: Sequence[Example], silence: int) -> tuple[Matrix, States]:
    """Return the last layer's inputs and the spoken states, with only a part of the silence."""
    inner = np.concatenate([network.into_last_layer(example.rows) for example in examples])
    states = np.concatenate([example.states for example in examples])
    wanted = states != silence
    wanted[::SILENCE_EVERY] = True
    return inner[wanted], states[wanted]


def _shares(scores: Matrix) -> Matrix:
    """Return each frame's posteriors."""
    shares: Matrix = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares
