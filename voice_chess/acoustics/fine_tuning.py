"""Restores a trainable network from a finished model, and averages networks after training."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from voice_chess.acoustics.kaldi_model import Matrix
from voice_chess.acoustics.network import Layer, Network
from voice_chess.decoding.kaldi_file import NETWORK, read_network
from voice_chess.decoding.network import Layer as Finished
from voice_chess.plain_error import PlainError


class OtherWords(PlainError, ValueError):
    """The model was made for another lexicon."""


def taken_up(model: Path, outputs: int) -> tuple[Network, npt.NDArray[np.float32]]:
    """Return a model folder's network, with exactly the model's outputs, and its priors.

    Raises `OtherWords` if it has other states than the lexicon has now, `DamagedNetwork` and
    `OSError`.
    """
    finished = read_network(model / NETWORK)
    states = len(finished.log_priors)
    if states != outputs:
        message = (
            f"{model} has {states} states and the lexicon {outputs}: "
            "words have changed since, so train from the beginning"
        )
        raise OtherWords(message)
    return network_of(finished.layers), np.exp(finished.log_priors)


def network_of(layers: Sequence[Finished]) -> Network:
    """Return a network, for training or alignment, with the outputs of these decoder layers."""
    *inner, last = layers
    network = Network(len(last.bias), width=last.weight.shape[1])
    take_over(network, inner)
    with torch.no_grad():
        _fill(network.output, last.weight, last.bias)
    return network.eval()


def take_over(network: Network, inner: Sequence[Finished]) -> None:
    """Set the layers before the output to these weights, which contain the normalisation."""
    with torch.no_grad():
        for layer, made in zip(network.stack(), inner, strict=True):
            _fill(layer.affine, made.weight, made.bias)
            layer.norm.get_buffer("running_var").fill_(1 - layer.norm.eps)


def normalise(network: Network, features: torch.Tensor) -> None:
    """Bring inputs and layers to mean 0 and variance 1 on these features; outputs stay the same.

    An exported network has no normalisation of its own, without which training goes badly. The
    network is left in evaluation mode, because layers in training mode would already normalise the
    values that are measured here.
    """
    network.eval()
    with torch.no_grad():
        gain, offset = features.flatten(0, 1).std(0) + 1e-3, features.flatten(0, 1).mean(0)
        network.mean.copy_(offset)
        network.std.copy_(gain)
        x, start, step = (features - offset) / gain, -network.left, network.step
        for layer in network.stack():
            copies = len(layer.splice.offsets)
            _absorb(layer.affine, gain.repeat(copies), offset.repeat(copies))
            raw, start, step = network.through(layer, x, start, step)
            gain, offset = _statistics_kept(layer, raw)
            x = (raw - offset) / gain
        _absorb(network.output, gain, offset)


def averaged(
    before: Network, after: Network, share: float, batches: Iterable[torch.Tensor]
) -> Network:
    """Return an average of a network before and after training; `share` is that of the latter.

    Such averages do better on voices that neither has learnt from (Izmailov et al., Averaging
    weights leads to wider optima, 2018). Layers' statistics are measured anew on these features.
    """
    network = Network(before.output.out_features, width=before.output.in_features)
    newer = after.state_dict()
    mixed = {
        name: torch.lerp(value, newer[name], share) if value.is_floating_point() else newer[name]
        for name, value in before.state_dict().items()
    }
    network.load_state_dict(mixed)
    for layer in network.stack():
        layer.norm.reset_running_stats()
        layer.norm.momentum = None  # the mean of all batches counts, not the latest
    network.train()
    with torch.no_grad():
        for features in batches:
            network(features)
    return network.eval()


def _statistics_kept(layer: Layer, raw: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    flat = raw.reshape(-1, raw.shape[-1])
    layer.norm.get_buffer("running_mean").copy_(flat.mean(0))
    layer.norm.get_buffer("running_var").copy_(flat.var(0))
    return torch.sqrt(flat.var(0) + layer.norm.eps), flat.mean(0)


def _absorb(affine: torch.nn.Linear, gain: torch.Tensor, offset: torch.Tensor) -> None:
    """Change a layer so that it gives for x what it gave for gain * x + offset."""
    affine.bias.add_(affine.weight @ offset)
    affine.weight.mul_(gain)


def _fill(affine: torch.nn.Linear, weight: Matrix, bias: Matrix) -> None:
    affine.weight.copy_(torch.from_numpy(weight))
    affine.bias.copy_(torch.from_numpy(bias))
