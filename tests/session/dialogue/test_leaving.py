"""Who types that they want to leave is told how; the game stays as it is."""

import pytest

from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND, PLAYERS
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import LEAVE
from voice_chess.speech.generation.sentence import phrase

every_language = pytest.mark.parametrize("language_id", known_languages())


@every_language
def test_at_a_table_every_word_for_it_is_answered(language_id: str) -> None:
    language = load_language(language_id)
    words = language.typed[LEAVE]
    table = AroundTable(settings=TableSettings(language=language, press="command"))

    table.play(*words)

    told = phrase("Leaving", language).text
    assert table.answers[1:] == [(line, [told]) for line in words]
    assert not table.game.is_over


@every_language
def test_at_a_seat_it_is_told_that_the_game_goes_on(language_id: str) -> None:
    language = load_language(language_id)
    apart = Apart(BLIND, people=PLAYERS, settings=TableSettings(language=language))

    apart.play(language.typed[LEAVE][0])

    assert apart.answers[-1][1] == [phrase("Leaving:seat", language).text]
    assert not apart.game.is_over


@every_language
def test_an_open_question_stays_open(language_id: str) -> None:
    language = load_language(language_id)
    table = AroundTable(settings=TableSettings(language=language, press="command"))

    table.play(language.say("resign"), language.typed[LEAVE][0], language.say("no"))

    assert table.answers[-1][1] == [phrase("Cancelled:resign", language).text]
    assert not table.game.is_over
