"""Trains the last layers of a finished model to distinguish the words of moves.

Only a little of it helps: after some hundred steps recognition still improves for the training
voices, but gets worse for other voices. The mean of several such trainings is better than each, so
the models that they make are averaged with the one before (`model_mean`).
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from voice_chess.acoustics import head_training
from voice_chess.acoustics.build import Build
from voice_chess.acoustics.export import rewrite
from voice_chess.acoustics.fine_tuning import taken_up
from voice_chess.acoustics.head import begun_head
from voice_chess.acoustics.head_build import HeadBuild, layers_of
from voice_chess.acoustics.train import Recipe
from voice_chess.acoustics.word_choice import words_told_apart
from voice_chess.decoding.network import Layer

AMOUNTS = replace(
    head_training.AMOUNTS,
    foreign=6,
    uvular=16,
    natural=110,
    people_rounds=1,
    hurried=0.0,
)
"""Some eleven hours of speech, with vowels at their full length."""

RECIPE = Recipe(steps=500, learning_rate=5e-4, dropout=0.1)

BELOW = 4
"""The number of layers that stay unchanged: heads of other languages depend on no more."""


class WordTraining:
    """A training with the speech and examples of `Build` that keeps the layers below."""

    def __init__(self, build: Build, model: Path) -> None:
        self.build = build
        self.model = model
        self.upper = HeadBuild(build, model, BELOW)

    def all(self, out: Path, recipe: Recipe) -> None:
        """Make speech and examples, train, and write a copy of the model with the new layers.

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
        words, log_priors = self.build.plan.core(), upper.finished.log_priors
        aim = words_told_apart(words, self.build.inventory, log_priors, recipe.smoothing)
        trained, _ = upper.train("words", paths, recipe, start=begun, aim=aim)
        return (*upper.finished.layers[: upper.below], *layers_of(trained))
