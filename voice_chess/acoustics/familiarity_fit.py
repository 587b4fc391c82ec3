"""Fits how well words explain sounds that are theirs, and other sounds: one straight line."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ROUNDS = 4_000
RATE = 0.5
CALM = 1e-3
"""Keeps figures small that nothing speaks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What was recognised in one sound: `is_ours` when it was said, and said to the program."""

    log_likelihood: float
    words: int
    frames: float
    is_ours: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """At `offset + word * words + frame * frames` both kinds are equally likely."""

    word: float
    frame: float
    offset: float
    slope: float
    """Natural-log odds a nat above the line: what `Caution.suspicion` should be."""


def fit(samples: Sequence[Sample]) -> Line:
    """Logistic regression by gradient; both kinds weigh the same however many there are.

    Raises ValueError when one of the kinds is missing.
    """
    ours = np.array([s.is_ours for s in samples], bool)
    if not ours.any() or ours.all():
        message = "To tell announcements from other sounds, recordings of both are needed"
        raise ValueError(message)
    raw = np.array([(s.log_likelihood, s.words, s.frames) for s in samples], float)
    middle, spread = raw.mean(0), raw.std(0) + 1e-9
    inputs = np.column_stack([np.ones(len(raw)), (raw - middle) / spread])
    share = np.where(ours, 0.5 / ours.sum(), 0.5 / (~ours).sum())
    weights = np.zeros(4)
    for _ in range(ROUNDS):
        odds = 1 / (1 + np.exp(-inputs @ weights))
        weights += RATE * (inputs.T @ (share * (ours - odds)) - CALM * weights)
    slope, word, frame = weights[1:] / spread
    constant = weights[0] - (weights[1:] * middle / spread).sum()
    return Line(
        word=float(-word / slope),
        frame=float(-frame / slope),
        offset=float(-constant / slope),
        slope=float(slope),
    )
