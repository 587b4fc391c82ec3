"""Decides whether a game's first sentence was heard clearly, must be asked about, or is none.

If sounds in any order explain the sentence better than its best words do, no wish was heard. A wish
is clear if it explains the sound much better than such sounds and no other wish is nearly as
likely. Otherwise the player is asked about at most `MOST_CHOICES` wishes.
"""

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

SURE_PER_WORD = 8.0
"""Nats for each word by which a wish must explain the sound better than sounds in any order do.

A game begins without a question only if the margin is that large.
"""

SHORTEST_LEVEL_MS = 310
"""A level heard for less time than this may be noise, so the player is asked about both games.

In noise, the pause after the sentence's beginning sounds far more like a level than like silence.
No such pause was longer than 300 ms; the shortest level that was really said, "lako", took 330.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    """One wish is clear."""

    wish: GameWish


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubtful:
    """Several wishes sound alike, the likeliest first, or one is too unsure to begin unasked."""

    wishes: tuple[GameWish, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoWish:
    """No wish was heard; `words` are those that explained the sound best."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """The player denied the wish that they were asked about."""


Decision: TypeAlias = Wished | Doubtful | NoWish | Denied


def decided(heard: Heard, language: Language, asked: tuple[GameWish, ...] = ()) -> Decision:
    """Decide what was heard; `asked` are the wishes that an open question is about, if any."""
    best = heard.likeliest
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
    """Whether the sentence holds a time; a speaker who only named a game may go on to say it."""
    best = heard.likeliest
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
    # A colour or level that is no likelier than none was noise: if spoken, it would be far
    # likelier.
    among = tuple(each for each in likely if not any(less.leaves_open(each) for less in likely))
    among = tuple(dict.fromkeys((*among, *_without_a_short_level(among, best, language))))
    is_clear = len(among) == 1 and _is_sure(best, heard)
    return Wished(wish=among[0]) if is_clear else Doubtful(wishes=among[:MOST_CHOICES])


def _without_a_short_level(
    likely: Sequence[GameWish], best: Hypothesis, language: Language
) -> Iterator[GameWish]:
    """Yield the likeliest wish without its level, if what was heard as the level was too short."""
    wish = likely[0]
    if wish.level is None or not best.lasted_ms:
        return
    for form in map(str.split, language.wish[f"level:{wish.level}"]):
        for at in range(len(best.words)):
            lasted_ms = sum(best.lasted_ms[at : at + len(form)])
            if list(best.words[at : at + len(form)]) == form and lasted_ms < SHORTEST_LEVEL_MS:
                yield replace(wish, level=None)


def _is_strange(best: Hypothesis, heard: Heard) -> bool:
    """Whether sounds in any order, which anybody's words consist of, explain the utterance better.

    The model's words in any order are no test: they can win even over a wish that was rightly
    recognised. Words that the model has not learnt are recognised by plain phones, which costs some
    nats, the more the surer a network is of its own words.
    """
    return heard.exact is not None and best.log_likelihood < heard.exact.sounds


def _is_sure(best: Hypothesis, heard: Heard) -> bool:
    if heard.exact is None:
        return True
    return best.log_likelihood - heard.exact.sounds >= SURE_PER_WORD * len(best.words)
