"""An utterance as weighted readings: the words as tokens, and how likely they were none of ours."""

from collections import defaultdict
from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.speech.hypothesis import MEANINGLESS, Heard
from voice_chess.speech.parse import Tokens, parse, without_unknown_edges
from voice_chess.speech.weigh import NORMAL, UNKNOWN_WORD, Caution, weights


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


NOTHING_HEARD = Readings(ways=(), stranger=1.0)


def readings(heard: Heard, language: Language, caution: Caution = NORMAL) -> Readings:
    """Hypotheses by their tokens, weighed as `weigh` does, before any position is asked."""
    if not heard.hypotheses:
        return NOTHING_HEARD
    shares: defaultdict[tuple[Tokens, bool], float] = defaultdict(float)
    total = stranger = 0.0
    for hypothesis, weight in zip(heard.hypotheses, weights(heard, caution), strict=True):
        total += weight
        if hypothesis.kind in MEANINGLESS:
            stranger += weight
            continue
        is_ours = UNKNOWN_WORD not in hypothesis.words
        shares[parse(hypothesis.words, language), is_ours] += weight
    ways = (
        Reading(
            tokens=tokens,
            inner=without_unknown_edges(tokens),
            weight=weight / total,
            is_ours=is_ours,
        )
        for (tokens, is_ours), weight in shares.items()
    )
    ordered = tuple(sorted(ways, key=lambda way: -way.weight))
    return Readings(ways=ordered, stranger=stranger / total)
