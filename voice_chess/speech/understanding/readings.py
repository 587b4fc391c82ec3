"""An utterance as weighted readings: the words as tokens, and how likely they were none of ours."""

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
from voice_chess.speech.understanding.scoring import NORMAL, UNKNOWN_WORD, Caution, weights

_RIVALS: frozenset[Kind] = frozenset({*WHOLE, "around"})
"""What words that may be said now share their probability with."""

LEAST = 1e-6
"""Lighter readings than this change nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to take the words; `inner` leaves out unknown speech before and behind them."""

    tokens: Tokens
    inner: Tokens
    weight: float
    is_ours: bool
    """All of it is words of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """All ways to take an utterance, the likeliest first; with `stranger` they sum to one."""

    ways: tuple[Reading, ...]
    stranger: float
    """How likely it was no announcement and no command at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Hypotheses that are read alike, the likeliest first, and what share they have together."""

    tokens: Tokens
    hypotheses: tuple[Hypothesis, ...]
    share: float

    @property
    def best(self) -> Hypothesis:
        return self.hypotheses[0]

    @property
    def is_ours(self) -> bool:
        return self.best.kind not in MEANINGLESS and UNKNOWN_WORD not in self.best.words


def readings(heard: Heard, language: Language, caution: Caution = NORMAL) -> Readings:
    """Hypotheses by their tokens, weighed as `weigh` does, before any position is asked.

    Words in any order are a reading, too: an announcement may stand among them.
    """
    groups = _groups(heard, language, caution)
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


def _groups(heard: Heard, language: Language, caution: Caution) -> list[_Group]:
    if not heard.hypotheses:
        return []
    found: dict[tuple[Tokens, bool], list[tuple[Hypothesis, float]]] = {}
    weighed = list(zip(heard.hypotheses, weights(heard, caution), strict=True))
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
    """As little of all that was understood as the likeliest words have proved to be right.

    Nothing is made surer than its scores make it: a position that is taken for the game's may be
    another, and then an announcement that seems illegal was meant.
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
