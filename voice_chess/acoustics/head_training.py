"""Trains a finished head on, with all layers of its trunk, to tell the words of its language apart.

The first training of a head keeps six layers of the trunk, which know what German is made of.
Here they are learnt anew with the head's own, and every word of the code is scored against all
others over its span (`word_choice`).
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from voice_chess.acoustics.build import Amounts, Build
from voice_chess.acoustics.fine_tuning import network_of
from voice_chess.acoustics.head import LEAST_SHARE, begun_head
from voice_chess.acoustics.head_build import HeadBuild
from voice_chess.acoustics.plan import SQUARES, USUAL
from voice_chess.acoustics.train import Recipe
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
"""Some ten hours, as much of it announcements of all kinds as squares in letters and digits.

Natural voices of the language itself are few, four of Czech, and say a third of it.
"""

RECIPE = Recipe(steps=700, learning_rate=5e-4, dropout=0.1)

BELOW = 0
"""Layers of the trunk that stay as they are: with four, the sounds of the language stay German."""


def tell_apart(build: Build, model: Path, out: Path, recipe: Recipe) -> None:
    """Speech, examples, training; a folder with the new head and what else the model has.

    Words that are new since the head was made are learnt with the others. Raises `DamagedNetwork`,
    ValueError and `OSError`.
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
    """The whole network of a finished head, with an output for each state that is wanted.

    Raises `DamagedNetwork`, ValueError and `OSError`.
    """
    return carried(grafted(model), Vocabulary.read(model / STATES), wanted)


def carried(finished: Network, known: Vocabulary, wanted: Vocabulary) -> Network:
    """The network with an output for each state that is wanted.

    New ones are begun as garbage, as likely as that and as seldom as the rarest: what nobody says
    stays so, and an output that is sure beyond its share would win wherever garbage is heard.
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
