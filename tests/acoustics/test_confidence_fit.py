"""What exact scores are worth is found from utterances whose meaning is known."""

from dataclasses import replace

import numpy as np
import pytest

from voice_chess.acoustics.confidence_fit import TELLING, Case, fitted, judged_by_others, stated
from voice_chess.speech.understanding.confidence import UNFITTED
from voice_chess.speech.understanding.hypothesis import Exact, Heard, Hypothesis

VOICES = ("one", "two", "three")


def case(chance: np.random.Generator, *, is_ours: bool) -> Case:
    """An announcement is explained better than any words in any order; other sounds are worse."""
    above = (40.0 if is_ours else -40.0) + chance.normal(0, 15)
    score = 200.0 + chance.normal(0, 20)
    hypotheses = (
        Hypothesis(words=("eva", "vier"), log_likelihood=score),
        Hypothesis(words=("eva", "drei"), log_likelihood=score - abs(chance.normal(40, 10))),
        Hypothesis(words=(), log_likelihood=score - above, kind="stranger"),
    )
    exact = Exact(
        confidence=UNFITTED,
        beginning=score - 30,
        elsewhere=score - 20,
        words=score - above,
        sounds=score - above,
        frames=40,
        above_room_db=30.0,
    )
    return Case(
        voice=VOICES[int(chance.integers(len(VOICES)))],
        heard=Heard(hypotheses=hypotheses, started_ms=0, ended_ms=1_200, exact=exact),
        meanings=(("e2e4",), ("e2e3",), ()),
        meant="e2e4" if is_ours else None,
    )


def cases() -> list[Case]:
    chance = np.random.default_rng(5)
    return [case(chance, is_ours=number % 2 == 0) for number in range(120)]


def test_what_was_meant_is_surer_than_what_was_not() -> None:
    found = cases()

    judged = stated(found, fitted(found))

    assert np.mean([sure for sure, is_right in judged if is_right]) > 0.9
    assert np.mean([sure for sure, is_right in judged if not is_right]) < 0.1


def test_each_speaker_is_judged_by_a_fit_on_the_others() -> None:
    found = cases()

    judged = judged_by_others(found)

    assert len(judged) == len(stated(found, UNFITTED))
    assert np.mean([(sure > 0.5) == is_right for sure, is_right in judged]) > 0.9


def long(found: Case) -> Case:
    """The same with three words."""
    heard = found.heard
    hypotheses = tuple(
        replace(each, words=("turm", *each.words)) if each.words else each
        for each in heard.hypotheses
    )
    return replace(found, heard=replace(heard, hypotheses=hypotheses))


def test_long_words_of_learnt_voices_are_judged_by_what_holds_for_strangers_too() -> None:
    found = [long(each) for each in cases()]

    sureness = fitted(found, is_learnt=True).sureness

    assert set(sureness["long"]) == {"constant", *TELLING["long"]}
    judged = stated(found, fitted(found, is_learnt=True))
    assert np.mean([(sure > 0.5) == is_right for sure, is_right in judged]) > 0.9


def test_strangers_change_only_short_words_and_beginnings_of_learnt_voices() -> None:
    announced = [*cases(), *(long(each) for each in cases())]
    strange = [
        replace(each, meant=None, is_strange=True, weight=5.0)
        for each in (*cases(), *(long(each) for each in cases()))
    ]

    without = fitted(announced, is_learnt=True)
    beside = fitted([*announced, *strange], is_learnt=True)

    assert beside.scale == without.scale
    assert beside.prices == without.prices
    assert beside.sureness["long"] == without.sureness["long"]
    assert beside.sureness["short"] != without.sureness["short"]


def test_strangers_alone_are_nothing_to_fit() -> None:
    strange = [replace(each, is_strange=True) for each in cases()]

    with pytest.raises(ValueError, match="nobody announces"):
        fitted(strange, is_learnt=True)


def test_nothing_scored_exactly_is_nothing_to_fit() -> None:
    with pytest.raises(ValueError, match="nothing to fit"):
        fitted([])
