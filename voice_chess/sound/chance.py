"""Chance in training: how often a thing happens is part of the recipe, told where it acts."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Rng = np.random.Generator
Thing = TypeVar("Thing")


def happens(rng: Rng, share: float) -> bool:
    """True this share of the times."""
    return rng.random() < share


def one_of(rng: Rng, things: Sequence[Thing]) -> Thing:
    """Any of them, all equally likely."""
    return things[int(rng.integers(len(things)))]
