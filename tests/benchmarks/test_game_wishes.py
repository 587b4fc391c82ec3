"""The benchmark of the sentence at the front door counts what a visitor would see."""

import numpy as np
import pytest

pytest.importorskip("scipy", reason="training needs: pip install -e '.[train]'")
from tests.benchmarks.game_wishes import outcome, sentences
from voice_chess.languages.language import known_languages, load_language
from voice_chess.speech.understanding.game_wish import SPOKEN_TIMES, GameWish, typed_wishes
from voice_chess.speech.understanding.wish_decision import Decision, Doubtful, NoWish, Wished

MEANT, OTHER = GameWish(time="5+3"), GameWish(time="15+10")
NOT = NoWish(words=())


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("has_levels", [False, True])
def test_each_sentence_asks_for_what_it_is_measured_by(
    language_id: str, *, has_levels: bool
) -> None:
    language = load_language(language_id)
    said = list(sentences(language, np.random.default_rng(1), has_levels=has_levels))

    assert len(said) == len(SPOKEN_TIMES)
    assert [text for text, wish in said if typed_wishes(text, language) != (wish,)] == []


@pytest.mark.parametrize(
    ("decisions", "counted"),
    [
        ([Wished(wish=MEANT)], "right"),
        ([NOT, Wished(wish=MEANT)], "right"),
        ([Wished(wish=OTHER), Wished(wish=MEANT)], "wrong"),
        ([Doubtful(wishes=(OTHER, MEANT))], "asked"),
        ([Doubtful(wishes=(OTHER,))], "asked about others"),
        ([NOT], "not understood"),
        ([], "not understood"),
        (None, "sounds missing"),
    ],
)
def test_what_the_visitor_sees_first_counts(decisions: list[Decision] | None, counted: str) -> None:
    assert outcome(decisions, MEANT) == counted
