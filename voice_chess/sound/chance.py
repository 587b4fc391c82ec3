"""Random choices in training; their probabilities stand in the code that uses them."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Rng = np.random.Generator
Thing = TypeVar("Thing")


def happens(rng: Rng, share: float) -> bool:
    """Return True with probability `share`."""
    return rng.random() < share


def one_of(rng: Rng, things: Sequence[Thing]) -> Thing:
    """Return one of the things, all equally likely."""
    return things[int(rng.integers(len(things)))]
