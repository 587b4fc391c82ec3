"""The words of a review are heard: those that a model has not learnt by their phones."""

import pytest

from tests.speech.understanding.test_game_wish import HEARD, ears, said_first
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.review.walk import phrases

pytestmark = pytest.mark.model

MOVES = 40
SAID = ("next", "last-mistake", "instead", "describe", "remarks", "help")


@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
def test_every_word_of_a_review_is_one_that_its_ear_knows(language: Language) -> None:
    model = ears().model(language.id).with_words(language.phones)
    forms = [form for forms in language.review_words.values() for form in forms]

    assert [form for form in forms if not all(map(model.knows, form.split()))] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
def test_what_a_voice_says_leads_through_a_review(language: Language) -> None:
    silence, wanted, heard = bytes(32_000), [], []
    for name in SAID:
        ear = ears().beside_games(language.id)
        ear.expect(Grammar(phrases=phrases(language, MOVES, Position.start())))
        said = language.review_words[name][0]
        found = ear.hear(silence + said_first(said, language.id) + silence) or ear.flush()
        assert found is not None, said
        best = found.hypotheses[0]
        line = " ".join(best.words) if found.is_familiar(best) else ""
        heard.append(next((of for of in SAID if line in language.review_words[of]), line))
        wanted.append(name)

    assert heard == wanted
