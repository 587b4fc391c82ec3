"""Questions about the clocks and about either side, said aloud, are heard by the models."""

import pytest

from tests.speech.understanding.test_game_wish import HEARD, LANGUAGES, ears, said_first
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import Ambiguous, Understood, interpret
from voice_chess.speech.commands import TO_CONTROL, UNASKED
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.scoring import NORMAL

SILENCE = bytes(32_000)
AT_START = Expectation(position=Position.start(), commands=UNASKED)
ASKED = {"clock": ("black",), "where-is": ("black", "piece:N")}
MEANT = {
    "clock": CommandMeaning(name="clock", args=("black",)),
    "where-is": CommandMeaning(name="where-is-own", args=("black", "N")),
}


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
@pytest.mark.parametrize("question", ASKED)
def test_what_a_voice_asks_about_a_side_is_understood_or_asked_about(
    language: Language, question: str
) -> None:
    words = " ".join(map(language.say, (question, *ASKED[question])))

    # In Italian the side comes behind the piece; this order is understood, but less surely.
    assert MEANT[question] in taken_for(words, language)


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
def test_every_word_of_a_whole_question_is_one_that_an_ear_knows(language: Language) -> None:
    model = ears().model(language.id)
    words = {word for forms in language.asked.values() for form in forms for word in form.split()}

    assert [word for word in sorted(words) if not model.knows(word)] == []


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
def test_every_whole_question_has_one_meaning(language: Language) -> None:
    asked = [form for forms in language.asked.values() for form in forms]

    assert [
        form for form in asked if len(AT_START.meanings(parse(form.split(), language))) != 1
    ] == []


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
@pytest.mark.parametrize(
    "question",
    [
        "own-clock",
        "clock:black",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("opponent-clock", "clock:white")),
    ],
)
def test_how_much_time_is_left_can_be_asked_aloud(language: Language, question: str) -> None:
    words = language.asked[question][0]
    (meant,) = AT_START.meanings(parse(words.split(), language))

    assert meant in taken_for(words, language)


@pytest.mark.model
def test_german_moves_to_the_time_control_can_be_asked_aloud() -> None:
    language = load_language("de")
    for words in language.asked[TO_CONTROL]:
        assert taken_for(words, language) == (CommandMeaning(name=TO_CONTROL),), words


def taken_for(words: str, language: Language) -> tuple[Meaning, ...]:
    """What a voice that says these words is taken to mean, or is asked about."""
    ear = ears().model(language.id).recognizer()
    ear.expect(AT_START.grammar(language))
    found = ear.hear(SILENCE + said_first(words, language.id) + SILENCE) or ear.flush()
    assert found is not None
    match interpret(found, AT_START, language, NORMAL).outcome:
        case Understood(meaning=meaning):
            return (meaning,)
        case Ambiguous(choices=choices):
            return choices
        case _:
            return ()
