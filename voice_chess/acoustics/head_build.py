"""Builds a language's model in minutes, as a head on the trunk of a finished model."""

import hashlib
import shutil
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from tqdm import tqdm

from voice_chess.acoustics.build import Amounts, Build, load_examples
from voice_chess.acoustics.examples import Examples
from voice_chess.acoustics.export import write_checksums
from voice_chess.acoustics.fine_tuning import network_of, normalise
from voice_chess.acoustics.head import Inner, InnerBatches, begun_head, inner_of
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.train import Aim, Batches, Draws, Recipe, device, fit, priors
from voice_chess.decoding.acoustic_model import CONFIDENCE, STATES
from voice_chess.decoding.head_file import HEAD, Trunk, write_head, write_trunk
from voice_chess.decoding.kaldi_file import NETWORK, read_network
from voice_chess.decoding.network import Layer
from voice_chess.decoding.vocabulary import Vocabulary
from voice_chess.languages.language import load_language, same_in_other_letters

AMOUNTS = Amounts(
    synthetic=80,
    foreign=10,
    uvular=10,
    natural=150,
    synthetic_rounds=1,
    natural_rounds=2,
    chatter=0.35,
)
"""Some ten hours of speech, four of them by voices of the language itself."""

RECIPE = Recipe(steps=4_000, dropout=0.1)

BELOW = 6
"""The number of the trunk's layers that stay unchanged; those above are trained further."""


class HeadBuild:
    """A build that makes speech and examples like `Build`, and then trains only a head.

    If `below` is 0, the whole network is trained, starting from the trunk's.
    """

    def __init__(self, build: Build, trunk: Path, below: int = BELOW) -> None:
        self.build = build
        self.trunk = trunk
        self.below = below
        self.finished = read_network(trunk / NETWORK)
        self._lower = self.finished.below(below)
        (build.work / "inner").mkdir(parents=True, exist_ok=True)

    def all(self, out: Path, recipe: Recipe) -> None:
        """Make speech and a first head, align the voices that need it, and train the final head."""
        build = self.build
        build.speak()
        timed = build.examples("first", build.sources(aligned=False))
        first = replace(recipe, steps=max(1, recipe.steps // 3))
        network, shares = self.train("first", timed, first)
        build.align(self._whole(network), shares)
        found = build.examples("aligned", build.aligned())
        rest = replace(recipe, steps=recipe.steps - first.steps)
        network, shares = self.train("final", [*timed, *found], rest, start=network)
        self.export(out, network, shares)

    def train(
        self,
        tag: str,
        paths: Sequence[Path],
        recipe: Recipe,
        *,
        start: Network | None = None,
        aim: Aim | None = None,
    ) -> tuple[Network, np.ndarray]:
        """Train on files of examples, and return the head and the priors of its states."""
        outputs = self.build.inventory.pdf_count
        checkpoint = self.build.work / f"head-{tag}.pt"
        head = start or begun_head(self.finished, self.below, outputs, recipe.dropout)
        given: Sequence[Inner] | Sequence[Examples]
        batches: Draws
        if self.below:
            given = inner = [self._inner(p, recipe) for p in tqdm(paths, desc="trunk", unit="file")]
            batches = InnerBatches(inner, head, recipe, seed=1)
        else:
            given = examples = [load_examples(path) for path in paths]
            batches = Batches(examples, recipe, seed=1)
        if not head.is_normalised:
            normalise(head, batches.draw()[0])
        network = fit(head.train().to(device()), batches, recipe, checkpoint=checkpoint, aim=aim)
        return network.cpu().eval(), priors(given, outputs)

    def _inner(self, path: Path, recipe: Recipe) -> Inner:
        kept = self.build.work / "inner" / f"{path.stem}.npz"
        if not kept.exists():
            rng = np.random.default_rng(zlib.crc32(path.name.encode()))
            found = inner_of(self._lower, load_examples(path), recipe.masking, rng)
            partial = kept.with_suffix(".partial.npz")
            np.savez(partial, rows=found.rows, labels=found.labels)
            partial.rename(kept)
        with np.load(kept) as data:
            return Inner(rows=data["rows"], labels=data["labels"])

    def _whole(self, head: Network) -> Network:
        """Return trunk and head as one network that takes features."""
        return network_of([*self._lower.layers, *layers_of(head)])

    def export(
        self, out: Path, network: Network, shares: np.ndarray, confidence: Path | None = None
    ) -> None:
        """Write the model folder: the head, the name of its trunk, its words, its confidence.

        Until a confidence is fitted, it is copied from the model `confidence`, or else from the
        trunk.
        """
        for folder in ("am", "conf", "graph"):
            (out / folder).mkdir(parents=True, exist_ok=True)
        write_head(out / HEAD, layers_of(network), shares)
        path = self.trunk / NETWORK
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        write_trunk(out, Trunk(path=path, layers=self.below, sha256=digest))
        in_all_letters(self.build.inventory.vocabulary, self.build.language).write(out / STATES)
        if not (out / CONFIDENCE).exists():
            shutil.copy((confidence or self.trunk) / CONFIDENCE, out / CONFIDENCE)
        write_checksums(out)


def in_all_letters(vocabulary: Vocabulary, language_id: str) -> Vocabulary:
    """Return the vocabulary with the same words in other alphabets too, with the same states."""
    words = dict(vocabulary.words)
    ours = load_language(language_id).words
    for other in same_in_other_letters(language_id):
        theirs = load_language(other).words
        for token, forms in ours.items():
            for form, written in zip(forms, theirs[token], strict=True):
                pairs = zip(form.split(), written.split(), strict=True)
                words |= {word: vocabulary.words[spelt] for spelt, word in pairs}
    return replace(vocabulary, words=words)


def layers_of(network: Network) -> tuple[Layer, ...]:
    """Return the network as layers of a decoder."""
    return tuple(
        Layer(
            offsets=layer.offsets,
            weight=layer.weight.astype(np.float32),
            bias=layer.bias.astype(np.float32),
            is_rectified=layer.rectified,
        )
        for layer in network.exported()
    )
