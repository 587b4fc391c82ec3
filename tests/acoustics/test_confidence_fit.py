"""What exact scores are worth is found from utterances whose meaning is known."""

import numpy as np
import pytest

from voice_chess.acoustics.confidence_fit import Case, fitted, judged_by_others, stated
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


def test_nothing_scored_exactly_is_nothing_to_fit() -> None:
    with pytest.raises(ValueError, match="nothing to fit"):
        fitted([])
