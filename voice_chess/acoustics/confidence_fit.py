"""Fits a `Confidence`, the numbers that turn exact scores into probabilities, to recordings.

First it fits the scale of the scores and the prices of rival kinds of words, by the gradient of the
log probability of what was meant. Then it fits how sure the best words are, by a logistic
regression for each length of words. To judge a speaker fairly, use a fit on all others.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from voice_chess.speech.understanding.confidence import (
    CONSTANT,
    LENGTHS,
    PRICED,
    TINY,
    UNFITTED,
    Best,
    features,
    length,
    log_odds,
    probability,
)
from voice_chess.speech.understanding.hypothesis import Confidence, Heard, Hypothesis, Kind, Length

KINDS: tuple[Kind, ...] = ("whole", *PRICED)
ROUNDS = 600
RATE = 0.02
CALM = 0.001
"""The weight of the penalty that keeps weights small unless the data support them."""
LEAST_PRICE = 0.5
"""The least price of a rival: words possible now are likelier beforehand than their rivals."""
LEAST_SCALE = 0.1
"""The least scale. Long announcements in noise would need less, but single words, which have no
numbers of their own, need more."""
NEWTON_STEPS = 30
FARTHEST = -1e4

TELLING: Mapping[Length, frozenset[str]] = {"long": frozenset({"margin", "words", "words a frame"})}
"""The features that count for long words if the model has learnt from the fitted voices.

How well the model explains such a voice's sound, and how fast the voice speaks, are left out: the
model knows these best, and would doubt a stranger's words only because they are a stranger's.
"""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One utterance: its hypotheses, the meanings of each, and the meaning that was intended.

    Meanings are compared as text, and a hypothesis may have several. `meant` is None if nothing was
    meant. `weight` is how often such a case happens compared with others. `is_strange`: strangers
    say this to another person.
    """

    voice: str
    heard: Heard
    meanings: tuple[tuple[str, ...], ...]
    meant: str | None
    weight: float = 1.0
    is_strange: bool = False


def fitted(cases: Sequence[Case], *, is_learnt: bool = False) -> Confidence:
    """Return the numbers that explain these cases best. Raises ValueError without usable cases.

    `is_learnt`: the model has learnt from the announcing voices. Then strangers only count for
    short words and beginnings, and only the features of `TELLING` count for long words.
    """
    usable = [case for case in cases if case.heard.exact is not None and case.heard.hypotheses]
    if not usable:
        message = "There is nothing to fit: no utterance was scored exactly"
        raise ValueError(message)
    if not is_learnt:
        return _sureness_fitted(usable, _rivals_fitted(usable))
    announced = [case for case in usable if not case.is_strange]
    if not announced:
        message = "There is nothing to fit: nobody announces anything, all are strangers"
        raise ValueError(message)
    rivals = _rivals_fitted(announced)
    long = _sureness_fitted(announced, rivals, TELLING).sureness["long"]
    fit = _sureness_fitted(usable, rivals)
    return replace(fit, sureness={**fit.sureness, "long": long})


def judged_by_others(cases: Sequence[Case], *, is_learnt: bool = False) -> list[tuple[float, bool]]:
    """Return each case's probability by a fit on all other speakers, and whether it was right."""
    found: list[tuple[float, bool]] = []
    for voice in sorted({case.voice for case in cases}):
        others = [case for case in cases if case.voice != voice]
        numbers = fitted(others, is_learnt=is_learnt)
        found += stated([case for case in cases if case.voice == voice], numbers)
    return found


def stated(cases: Iterable[Case], numbers: Confidence) -> list[tuple[float, bool]]:
    """Return the probability of each case's best meaning, and whether that meaning is right."""
    found = []
    for case in cases:
        best = _best(case, numbers)
        if best is not None and case.heard.exact is not None:
            exact = replace(case.heard.exact, confidence=numbers)
            found.append((probability(exact, best[1]), best[0] == case.meant))
    return found


def _best(case: Case, numbers: Confidence) -> tuple[str, Best] | None:
    """Return the likeliest meaning of a case by these numbers, and its words; None without one."""
    if case.heard.exact is None:
        return None
    hypotheses = case.heard.hypotheses
    heights = np.array([numbers.log_weight(hypothesis) for hypothesis in hypotheses])
    weights = np.exp(heights - heights.max())
    shares: dict[str, float] = {}
    first: dict[str, Hypothesis] = {}
    for at in np.argsort(-weights, kind="stable"):
        for meaning in case.meanings[at]:
            share = float(weights[at]) / len(case.meanings[at])
            shares[meaning] = shares.get(meaning, 0.0) + share
            first.setdefault(meaning, hypotheses[at])
    if not shares:
        return None
    likeliest = max(shares, key=lambda name: shares[name])
    others = (
        hypothesis.log_likelihood
        for hypothesis, meanings in zip(hypotheses, case.meanings, strict=True)
        if meanings and likeliest not in meanings
    )
    best = Best(
        hypothesis=first[likeliest],
        margin=log_odds(shares[likeliest] / float(weights.sum())),
        next_score=max(others, default=None),
    )
    return likeliest, best


def _rivals_fitted(cases: Sequence[Case]) -> Confidence:
    """Fit scale and prices, by the gradient of the log probability of what was meant."""
    most = max(len(case.heard.hypotheses) for case in cases)
    scores = np.full((len(cases), most), FARTHEST)
    kinds = np.zeros((len(cases), most), int)
    is_right = np.zeros((len(cases), most))
    for row, case in enumerate(cases):
        best = max(hypothesis.log_likelihood for hypothesis in case.heard.hypotheses)
        for at, hypothesis in enumerate(case.heard.hypotheses):
            scores[row, at] = hypothesis.log_likelihood - best
            kinds[row, at] = KINDS.index(hypothesis.kind)
            is_right[row, at] = _rightness(case, at)
    weight = np.array([case.weight for case in cases])
    weight /= weight.sum()
    is_priced = np.stack([kinds == KINDS.index(kind) for kind in PRICED], axis=2)
    numbers = np.array([np.log(UNFITTED.scale), *(UNFITTED.prices[kind] for kind in PRICED)])
    numbers = _descended(numbers, scores, is_priced.astype(float), is_right, weight)
    return Confidence(
        scale=float(np.exp(numbers[0])),
        prices={kind: float(price) for kind, price in zip(PRICED, numbers[1:], strict=True)},
    )


def _rightness(case: Case, at: int) -> float:
    meanings = case.meanings[at]
    if case.meant is None:
        return float(not meanings)
    return meanings.count(case.meant) / max(1, len(meanings))


def _descended(
    numbers: Array, scores: Array, is_priced: Array, is_right: Array, weight: Array
) -> Array:
    """Descend the gradient with Adam (Kingma and Ba 2015), on a handful of numbers."""
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    for step in range(1, ROUNDS + 1):
        scaled = np.exp(numbers[0]) * scores
        heights = scaled - is_priced @ numbers[1:]
        shares = np.exp(heights - heights.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        right = shares * is_right + 1e-9 * shares
        right /= right.sum(axis=1, keepdims=True)
        pull = weight[:, None] * (shares - right)
        slope = np.array([(pull * scaled).sum(), *-(pull[:, :, None] * is_priced).sum((0, 1))])
        slope[1:] += 1e-3 * (numbers[1:] - 2.0)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        numbers = numbers - RATE * (mean / (1 - 0.9**step)) / (
            np.sqrt(square / (1 - 0.999**step)) + 1e-9
        )
        numbers = np.maximum(numbers, [np.log(LEAST_SCALE), *[LEAST_PRICE] * len(PRICED)])
    return numbers


def _sureness_fitted(
    cases: Sequence[Case],
    numbers: Confidence,
    telling: Mapping[Length, frozenset[str]] = MappingProxyType({}),
) -> Confidence:
    """Fit a logistic regression on the features of the best words, for each length of words.

    For a length in `telling` only the features named there count.
    """
    found: dict[Length, list[_Example]] = {each: [] for each in LENGTHS}
    for case in cases:
        best = _best(case, numbers)
        if best is not None and case.heard.exact is not None:
            each = length(best[1].hypothesis)
            all_features = features(case.heard.exact, best[1])
            wanted = {CONSTANT, *telling.get(each, all_features)}
            example = _Example(
                features={name: all_features[name] for name in all_features if name in wanted},
                is_right=best[0] == case.meant,
                weight=case.weight,
            )
            found[each].append(example)
    sureness = {name: _regression(examples) for name, examples in found.items()}
    return replace(numbers, sureness=sureness)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Example:
    features: Mapping[str, float]
    is_right: bool
    weight: float


def _regression(examples: Sequence[_Example]) -> dict[str, float]:
    """Return the weights of the features, by Newton's method; without examples only a 0."""
    if not examples:
        return {CONSTANT: 0.0}
    names = [name for name in examples[0].features if name != CONSTANT]
    raw = np.array([[example.features[name] for name in names] for example in examples])
    middle, spread = raw.mean(axis=0), raw.std(axis=0) + 1e-6
    inputs = np.column_stack([np.ones(len(raw)), (raw - middle) / spread])
    wanted = np.array([example.is_right for example in examples], float)
    share = np.array([example.weight for example in examples])
    calm = CALM * share.sum() * np.eye(inputs.shape[1])
    calm[0, 0] = TINY
    found = np.zeros(inputs.shape[1])
    for _ in range(NEWTON_STEPS):
        sure = 1 / (1 + np.exp(-np.clip(inputs @ found, -30, 30)))
        slope = inputs.T @ (share * (wanted - sure)) - calm @ found
        bend = (inputs * (share * sure * (1 - sure))[:, None]).T @ inputs + calm
        found = found + np.linalg.solve(bend, slope)
    weights = found[1:] / spread
    constant = float(found[0] - weights @ middle)
    return {CONSTANT: constant, **dict(zip(names, map(float, weights), strict=True))}
