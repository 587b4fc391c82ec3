"""Reads an utterance as weighted token sequences, with the probability that it was only talk."""

from dataclasses import dataclass, replace

from voice_chess.languages.language import Language
from voice_chess.speech.understanding.confidence import Best, log_odds, probability
from voice_chess.speech.understanding.hypothesis import (
    MEANINGLESS,
    WHOLE,
    Exact,
    Heard,
    Hypothesis,
    Kind,
)
from voice_chess.speech.understanding.parse import Tokens, parse, without_unknown_edges
from voice_chess.speech.understanding.scoring import NORMAL, UNKNOWN_WORD, weights

_RIVALS: frozenset[Kind] = frozenset({*WHOLE, "around"})
"""The kinds of hypothesis that compete with words that may be said now."""

LEAST = 1e-6
"""Readings that weigh less than this are dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read the words; `inner` leaves out unknown speech before and after them."""

    tokens: Tokens
    inner: Tokens
    weight: float
    is_ours: bool
    """Whether the words consist only of words of the grammar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """All readings of an utterance, the likeliest first; with `stranger` their weights sum to 1."""

    ways: tuple[Reading, ...]
    stranger: float
    """The probability that the utterance was no announcement and no command at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Hypotheses with the same tokens, the likeliest first, and their joint share."""

    tokens: Tokens
    hypotheses: tuple[Hypothesis, ...]
    share: float

    @property
    def best(self) -> Hypothesis:
        return self.hypotheses[0]

    @property
    def is_ours(self) -> bool:
        return self.best.kind not in MEANINGLESS and UNKNOWN_WORD not in self.best.words


def readings(heard: Heard, language: Language) -> Readings:
    """Group hypotheses by their tokens, weighed as `weigh_by` does, but without a position.

    The caution is the usual one. Words in any order are a reading, too, since an announcement may
    stand among them.
    """
    groups = _groups(heard, language)
    if heard.exact is not None:
        groups = _no_surer_than_they_are(groups, heard.exact)
    ways = sorted(
        (
            Reading(
                tokens=group.tokens,
                inner=without_unknown_edges(group.tokens),
                weight=group.share,
                is_ours=group.is_ours,
            )
            for group in groups
            if group.best.kind != "sound" and group.share >= LEAST
        ),
        key=lambda way: -way.weight,
    )
    return Readings(ways=tuple(ways), stranger=1.0 - sum(way.weight for way in ways))


def _groups(heard: Heard, language: Language) -> list[_Group]:
    if not heard.hypotheses:
        return []
    found: dict[tuple[Tokens, bool], list[tuple[Hypothesis, float]]] = {}
    weighed = list(zip(heard.hypotheses, weights(heard, NORMAL), strict=True))
    for hypothesis, weight in weighed:
        key = (parse(hypothesis.words, language), hypothesis.kind in MEANINGLESS)
        found.setdefault(key, []).append((hypothesis, weight))
    total = sum(weight for _, weight in weighed)
    return [
        _Group(
            tokens=tokens,
            hypotheses=tuple(hypothesis for hypothesis, _ in ways),
            share=sum(weight for _, weight in ways) / total,
        )
        for (tokens, _), ways in found.items()
    ]


def _no_surer_than_they_are(groups: list[_Group], exact: Exact) -> list[_Group]:
    """Scale all shares down to the probability that the likeliest words have proved to have.

    Nothing is scaled up. The position that is assumed may be the wrong one, and then an
    announcement that seems illegal was meant.
    """
    ours = [group for group in groups if group.best.kind not in MEANINGLESS]
    if not ours:
        return groups
    own = max(ours, key=lambda group: group.share)
    inner = without_unknown_edges(own.tokens)
    others = (
        group.best.log_likelihood
        for group in ours
        if group.best.kind in _RIVALS and without_unknown_edges(group.tokens) != inner
    )
    best = Best(
        hypothesis=own.best, margin=log_odds(own.share), next_score=max(others, default=None)
    )
    kept = min(1.0, probability(exact, best) / own.share)
    return [replace(group, share=group.share * kept) for group in groups]
