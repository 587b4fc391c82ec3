"""The sentence that begins a game, as it was heard: clear, to be asked about, or none at all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.languages.language import Language
from voice_chess.speech.understanding.confidence import ALIKE
from voice_chess.speech.understanding.game_wish import (
    MOST_CHOICES,
    GameWish,
    answered,
    chosen,
    wishes,
)
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

SURE_A_WORD = 8.0
"""A wish is asked about before its game begins unless sounds in any order explain what was said
worse by so many nats for each of its words."""

SHORTEST_LEVEL_MS = 310
"""A shorter one may be the pause behind the beginning, which in noise sounds like a level far more
than like silence: there none was longer than 300 ms, and of levels that were said none as short as
that, the shortest, "lako", 330. Both games are asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    """One wish is clear."""

    wish: GameWish


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubtful:
    """Several sound alike, the likeliest first; or one that is not sure enough to begin unasked."""

    wishes: tuple[GameWish, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoWish:
    """`words` is what it sounded like most."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """What was asked about was not meant."""


Decision: TypeAlias = Wished | Doubtful | NoWish | Denied


def decided(heard: Heard, language: Language, asked: tuple[GameWish, ...] = ()) -> Decision:
    """What an ear has heard, weighed; where these were asked about, it may be the answer."""
    best = max(heard.hypotheses, key=lambda each: each.log_likelihood, default=None)
    if asked and best is not None and not _is_strange(best, heard):
        found = _answer(" ".join(best.words), language, asked)
        if found is not None:
            return found
    return _decided(heard, language)


def _answer(line: str, language: Language, asked: tuple[GameWish, ...]) -> Wished | Denied | None:
    is_yes = answered(line, language)
    if is_yes is False:
        return Denied()
    if len(asked) == 1:
        return Wished(wish=asked[0]) if is_yes else None
    wish = chosen(line, language, asked)
    return None if wish is None else Wished(wish=wish)


def is_whole(heard: Heard, language: Language) -> bool:
    """A time was said: a speaker who only named a game may go on to tell how long."""
    best = max(heard.hypotheses, key=lambda each: each.log_likelihood, default=None)
    return best is not None and any(wish.time for wish in wishes(best.words, language))


def _decided(heard: Heard, language: Language) -> Decision:
    ways = [
        (each, found)
        for each in sorted(heard.hypotheses, key=lambda each: -each.log_likelihood)
        if each.kind == "whole" and (found := wishes(each.words, language))
    ]
    likeliest = heard.hypotheses[0].words if heard.hypotheses else ()
    if not ways or _is_strange(ways[0][0], heard):
        return NoWish(words=likeliest)
    best, meant = ways[0]
    rivals = [
        wish
        for each, found in ways
        if best.log_likelihood - each.log_likelihood < ALIKE
        for wish in found
    ]
    likely = dict.fromkeys((*meant, *rivals))
    # A colour or level that is no likelier than none was noise: said, it would be far likelier.
    among = tuple(each for each in likely if not any(less.leaves_open(each) for less in likely))
    among = tuple(dict.fromkeys((*among, *_without_a_short_level(among, best, language))))
    is_clear = len(among) == 1 and _is_sure(best, heard)
    return Wished(wish=among[0]) if is_clear else Doubtful(wishes=among[:MOST_CHOICES])


def _without_a_short_level(
    likely: Sequence[GameWish], best: Hypothesis, language: Language
) -> Iterator[GameWish]:
    """The likeliest one without its level, where what was heard as that was shorter than a word."""
    wish = likely[0]
    if wish.level is None or not best.lasted_ms:
        return
    for form in map(str.split, language.wish[f"level:{wish.level}"]):
        for at in range(len(best.words)):
            lasted_ms = sum(best.lasted_ms[at : at + len(form)])
            if list(best.words[at : at + len(form)]) == form and lasted_ms < SHORTEST_LEVEL_MS:
                yield replace(wish, level=None)


def _is_strange(best: Hypothesis, heard: Heard) -> bool:
    """Sounds in any order, which anybody's words are made of, explain it better.

    Words of the code do so even of a wish that was rightly heard: what no ear has learnt is
    heard by plain phones, which cost some, and the more the surer a network is of its own words.
    """
    return heard.exact is not None and best.log_likelihood < heard.exact.sounds


def _is_sure(best: Hypothesis, heard: Heard) -> bool:
    if heard.exact is None:
        return True
    return best.log_likelihood - heard.exact.sounds >= SURE_A_WORD * len(best.words)
