"""Trains a finished head further, with all layers of its trunk, to distinguish its words.

The first training of a head keeps six layers of the trunk, which know the sounds of German. Here
they are trained together with the head's own layers, and every word of the code is scored against
all others over its span (`word_choice`).
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from voice_chess.acoustics.build import Amounts, Build
from voice_chess.acoustics.fine_tuning import network_of
from voice_chess.acoustics.head import begun_head
from voice_chess.acoustics.head_build import HeadBuild
from voice_chess.acoustics.plan import SQUARES, USUAL
from voice_chess.acoustics.train import LEAST_SHARE, Recipe
from voice_chess.acoustics.word_choice import words_told_apart
from voice_chess.decoding.acoustic_model import STATES
from voice_chess.decoding.head_file import grafted, read_trunk
from voice_chess.decoding.network import Network
from voice_chess.decoding.vocabulary import Vocabulary

AMOUNTS = Amounts(
    synthetic=40,
    foreign=5,
    uvular=5,
    natural=90,
    native=900,
    synthetic_rounds=1,
    natural_rounds=2,
    own_words=14,
    strange_words=0.04,
    chatter=0.2,
    kinds={kind: (USUAL.get(kind, 0.0) + share) / 2 for kind, share in SQUARES.items()},
)
"""Some ten hours of speech: half announcements of all kinds, half squares in letters and digits.

The language's own natural voices say a third of it; there are few of them, four for Czech.
"""

RECIPE = Recipe(steps=700, learning_rate=5e-4, dropout=0.1)

BELOW = 0
"""The number of the trunk's layers that stay unchanged: with four, the sounds would stay German."""


def tell_apart(build: Build, model: Path, out: Path, recipe: Recipe) -> None:
    """Make speech and examples, train, and write a folder with the new head and the model's files.

    Words that were added after the head was made are learnt with the others. Raises
    `DamagedNetwork`, ValueError and `OSError`.
    """
    finished = taken_on(model, build.inventory.vocabulary)
    outputs = build.inventory.pdf_count
    upper = HeadBuild(build, read_trunk(model).path.parent.parent, BELOW)
    build.speak()
    paths = build.timed(network_of(finished.layers), np.exp(finished.log_priors))
    begun = begun_head(finished, BELOW, outputs, recipe.dropout, range(outputs))
    words, log_priors = build.plan.core(), finished.log_priors
    aim = words_told_apart(words, build.inventory, log_priors, recipe.smoothing)
    network, shares = upper.train("apart", paths, recipe, start=begun, aim=aim)
    upper.export(out, network, shares, confidence=model)


def taken_on(model: Path, wanted: Vocabulary) -> Network:
    """Return the whole network of a finished head, with an output for each state of `wanted`.

    Raises `DamagedNetwork`, ValueError and `OSError`.
    """
    return carried(grafted(model), Vocabulary.read(model / STATES), wanted)


def carried(finished: Network, known: Vocabulary, wanted: Vocabulary) -> Network:
    """Return the network with an output for each state of `wanted`.

    A new output starts as a copy of garbage's, but with the prior of the rarest state and a bias
    lowered to match. So a word that nobody says stays rare; with a higher bias it would win
    wherever there is garbage.
    """
    old = {**known.phones, **{f" {word}": states for word, states in known.words.items()}}
    new = {**wanted.phones, **{f" {word}": states for word, states in wanted.words.items()}}
    count = 1 + max(wanted.silence, *wanted.garbage, *(max(states) for states in new.values()))
    taken_from = np.full(count, known.garbage[0])
    is_new = np.ones(count, bool)
    kept = {name: states for name, states in new.items() if len(old.get(name, ())) == len(states)}
    pairs = [
        (wanted.silence, known.silence),
        *zip(wanted.garbage, known.garbage, strict=True),
        *(pair for name, states in kept.items() for pair in zip(states, old[name], strict=True)),
    ]
    for state, before in pairs:
        taken_from[state], is_new[state] = before, False
    shares = np.where(is_new, LEAST_SHARE, np.exp(finished.log_priors)[taken_from])
    *inner, last = finished.layers
    log_priors = np.log(shares / shares.sum()).astype(np.float32)
    rarer = np.where(is_new, log_priors - log_priors[wanted.garbage[0]], np.float32(0))
    bias = (last.bias[taken_from] + rarer).astype(np.float32)
    outputs = replace(last, weight=last.weight[taken_from], bias=bias)
    return Network(layers=(*inner, outputs), log_priors=log_priors)
