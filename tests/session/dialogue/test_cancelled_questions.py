"""What a player hears when nothing comes of a question: denied, or lapsed without an answer."""

from dataclasses import replace

import pytest

from tests.session.dialogue.test_every_channel import Place, apart, around_table
from tests.stage.usual import IN_GERMAN
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.dialogue.dialogues import confirmation_of
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import CommandMeaning

CONFIRMED = sorted(name for name in COMMANDS if confirmation_of(CommandMeaning(name=name)))
CUSTOMARY = ("resign", "claim", "arbiter")
"""Commands that are confirmed at any table."""


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("name", CUSTOMARY)
@pytest.mark.parametrize("language_id", known_languages())
def test_a_question_that_lapses_tells_what_is_not_done(
    language_id: str, name: str, place: Place
) -> None:
    language = load_language(language_id)
    stage = place(replace(IN_GERMAN, language=language))
    stage.play(language.say(name), 20_000)

    asked, lapsed = stage.answer_to(language.say(name))
    assert asked.endswith("?")
    assert lapsed == phrase(f"Cancelled:{name}", language).text


@pytest.mark.parametrize("place", [around_table, apart])
def test_so_does_a_question_that_is_denied(place: Place) -> None:
    german = IN_GERMAN.language
    stage = place(IN_GERMAN)
    stage.play(german.say("resign"), german.say("no"))

    assert stage.answer_to(german.say("no")) == [phrase("Cancelled:resign", german).text]


@pytest.mark.parametrize("name", CONFIRMED)
@pytest.mark.parametrize("language_id", known_languages())
def test_every_question_has_its_own_words_for_that(language_id: str, name: str) -> None:
    language = load_language(language_id)

    assert phrase(f"Cancelled:{name}", language) != phrase("Cancelled", language)
