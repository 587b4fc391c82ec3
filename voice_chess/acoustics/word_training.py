"""Trains the last layers of a finished model to tell the words of moves apart.

Only a little of it helps: after some hundred steps the voices that are learnt from still gain, and
the ones that nobody has heard lose. What several such trainings have in common is better than
each of them, so the models that they make, and the one before, are averaged (`model_mean`).
"""

from collections.abc import Sequence
from pathlib import Path

import torch

from voice_chess.acoustics.build import Amounts, Build
from voice_chess.acoustics.export import rewrite
from voice_chess.acoustics.fine_tuning import taken_up
from voice_chess.acoustics.head import begun_head
from voice_chess.acoustics.head_build import BELOW, HeadBuild, layers_of
from voice_chess.acoustics.plan import SQUARES
from voice_chess.acoustics.train import Aim, Recipe, frames_told
from voice_chess.acoustics.word_choice import WordChoice
from voice_chess.decoding.network import Layer

AMOUNTS = Amounts(
    synthetic=16,
    foreign=6,
    uvular=16,
    natural=160,
    synthetic_rounds=2,
    natural_rounds=4,
    own_words=14,
    strange_words=0.04,
    chatter=0.03,
    people_rounds=3,
    kinds=SQUARES,
)
"""Some 24 hours."""

RECIPE = Recipe(steps=500, learning_rate=5e-4)

MOST_STATES = 14
"""Longer words are taken for nothing else."""


class WordTraining:
    """Speech and examples are those of `Build`, the layers below stay as they are."""

    def __init__(self, build: Build, model: Path) -> None:
        self.build = build
        self.model = model
        self.upper = HeadBuild(build, model, BELOW)

    def all(self, out: Path, recipe: Recipe) -> None:
        """Speech, examples, training; a copy of the model with the new layers.

        Raises `OtherWords` if the model was made for another lexicon.
        """
        build = self.build
        build.speak()
        paths = build.timed(*taken_up(self.model, build.inventory.pdf_count))
        rewrite(self.model, out, build.inventory, self._layers(paths, recipe))

    def _layers(self, paths: Sequence[Path], recipe: Recipe) -> tuple[Layer, ...]:
        upper = self.upper
        outputs = self.build.inventory.pdf_count
        begun = begun_head(upper.finished, upper.below, outputs, recipe.dropout, range(outputs))
        aim = self._aim(recipe)
        trained, _ = upper.train("words", paths, recipe, start=begun, aim=aim)
        return (*upper.finished.layers[: upper.below], *layers_of(trained))

    def _aim(self, recipe: Recipe) -> Aim:
        """Every answer right for itself, and of all words the right one over its span."""
        inventory = self.build.inventory
        words = [w for w in self.build.plan.core() if len(inventory.word_pdfs(w)) <= MOST_STATES]
        frames = frames_told(recipe.smoothing)
        choice = WordChoice.among(words, inventory, self.upper.finished.log_priors)

        def loss(scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
            return frames(scores, labels) + choice.loss(scores, labels)

        return loss
