"""Trains all layers of a finished model on whole utterances, with noise drawn anew each time.

Unlike the other trainings it never uses a sound twice, so it can go on for thousands of steps. It
learns the task of the decoder: to find what was said among everything that may be said
(`word_loop`). It needs a GPU. The mean of several trainings is better than each (`model_mean`).
"""

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from voice_chess.acoustics import head_training
from voice_chess.acoustics.build import Amounts, Build
from voice_chess.acoustics.export import rewrite
from voice_chess.acoustics.fine_tuning import network_of, normalise, taken_up
from voice_chess.acoustics.head_build import HeadBuild, layers_of
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.plan import WITH_PHRASES_BESIDE
from voice_chess.acoustics.train import Aim, Draws, Recipe, device, optimizer_of, rate_at, stepped
from voice_chess.acoustics.utterance_batches import (
    STRANGERS,
    DrySpeech,
    UtteranceBatches,
    strangers,
)
from voice_chess.acoustics.word_loop import WordLoop, utterances_told
from voice_chess.decoding.head_file import has_head, read_trunk

USUAL = replace(
    head_training.AMOUNTS,
    synthetic=30,
    foreign=4,
    uvular=4,
    natural=60,
    hurried=0.5,
    kinds=WITH_PHRASES_BESIDE,
)
AMOUNTS: Mapping[str, Amounts] = {
    "cs": replace(USUAL, native=500),
    "de": replace(USUAL, foreign=5, uvular=14, natural=100, hurried=0.15),
    "en": replace(USUAL, native=200, hurried=0.2),
    "sr": replace(USUAL, synthetic=40, foreign=5, natural=110, hurried=0.6),
}
"""Amounts of languages that differ from `USUAL`: the fewer natural voices, the more each says."""

RECIPE = Recipe(steps=1_500, batch=250, learning_rate=5e-4, dropout=0.1)
"""A step takes seven and a half minutes of sound."""

KEPT = 0.995
"""The share of the running mean of the weights that a step keeps, at most."""

TOLD = 50
"""The number of steps after which the mean loss is reported."""


def tell_utterances(build: Build, model: Path, out: Path, recipe: Recipe) -> None:
    """Make speech, align, train, and write a folder with the new network and the model's files.

    Raises `OtherWords` if the model is no head and was made for another lexicon, `DamagedNetwork`,
    ValueError and `OSError`.
    """
    network, shares = begun(build, model)
    build.speak()
    build.find_times(network, shares)
    on = device()
    others = strangers(STRANGERS, np.random.default_rng(5))
    batches = UtteranceBatches(DrySpeech.of(build), others, recipe, on)
    log_priors = np.log(shares).astype(np.float32)
    loop = WordLoop.of(build.inventory.vocabulary, log_priors, on)
    network.to(on)
    normalise(network, batches.heard()[0])
    trained = trained_on(network, batches, utterances_told(loop, recipe.smoothing), recipe)
    if has_head(model):
        upper = HeadBuild(build, read_trunk(model).path.parent.parent, below=0)
        upper.export(out, trained, shares, confidence=model)
    else:
        rewrite(model, out, build.inventory, layers_of(trained))


def begun(build: Build, model: Path) -> tuple[Network, np.ndarray]:
    """Return the whole network of a finished model, and the shares of its states.

    Words that were added after a head was made get outputs too.
    """
    if not has_head(model):
        return taken_up(model, build.inventory.pdf_count)
    finished = head_training.taken_on(model, build.inventory.vocabulary)
    return network_of(finished.layers), np.exp(finished.log_priors)


def trained_on(
    network: Network,
    batches: Draws,
    aim: Aim,
    recipe: Recipe,
    report: Callable[[str], None] = print,
) -> Network:
    """Train a network on the device in place, and return the running mean of its weights."""
    torch.manual_seed(0)
    network.dropout = recipe.dropout
    optimizer = optimizer_of(network, recipe)
    mean = copy.deepcopy(network)
    losses: list[float] = []
    for step in range(recipe.steps):
        losses.append(stepped(network, optimizer, batches, aim, rate_at(step, recipe)))
        _follow(mean, network, min(KEPT, (step + 1) / (step + 10)))
        if (step + 1) % TOLD == 0:
            report(f"step {step + 1} of {recipe.steps}: loss {np.mean(losses[-TOLD:]):.3f}")
    return mean.cpu().eval()


def _follow(mean: Network, network: Network, kept: float) -> None:
    """Move the mean's weights and statistics nearer to the network's; `kept` is what stays."""
    newer = network.state_dict()
    for name, value in mean.state_dict().items():
        if value.is_floating_point():
            value.lerp_(newer[name], 1 - kept)
