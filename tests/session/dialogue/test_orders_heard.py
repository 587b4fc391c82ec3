"""An arbiter's orders are heard by the models: what these have not learnt by its phones."""

import pytest

from tests.session.dialogue.test_orders_aloud import ORDERED_BY
from tests.speech.understanding.test_game_wish import HEARD, ears, said_first
from voice_chess.adapters.recognition.recognizer_models import with_orders
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.interpretation import Ambiguous, Understood, interpret
from voice_chess.session.dialogue.orders_aloud import words_of_orders
from voice_chess.speech.channels import orders
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.scoring import NORMAL

pytestmark = pytest.mark.model
SAID = ("illegal-move", "add-time", "expel", "go-back")
SILENCE = bytes(32_000)


@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
def test_every_word_of_an_order_is_one_that_the_arbiters_ear_knows(language: Language) -> None:
    model = with_orders(ears().model(language.id), language)

    assert [word for word in sorted(words_of_orders(language)) if not model.knows(word)] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
def test_what_a_voice_orders_is_done_or_read_back(language: Language) -> None:
    grammar, taken_otherwise = ORDERED_BY.grammar(language), []
    for row in orders(language):
        if row.command not in SAID:
            continue
        ear = ears().of_orders(language.id)
        ear.expect(grammar)
        sound = SILENCE + said_first(row.spoken, language.id) + SILENCE
        found = ear.hear(sound) or ear.flush()
        assert found is not None, row.spoken
        meant = ORDERED_BY.meanings(parse(row.spoken.split(), language))
        match interpret(found, ORDERED_BY, language, NORMAL).outcome:
            case Understood(meaning=meaning) if meaning in meant:
                continue
            case Ambiguous(choices=choices) if set(meant) & set(choices):
                continue
            case outcome:
                taken_otherwise.append((row.spoken, outcome))

    assert taken_otherwise == []
