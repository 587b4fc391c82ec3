"""Who is not understood three times in a row is told, once, how they are heard better."""

import pytest

from tests.german import german, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase


@pytest.mark.parametrize("language_id", known_languages())
def test_the_third_time_they_are_told_and_the_fourth_not_again(language_id: str) -> None:
    language = load_language(language_id)
    knight, three = language.say("piece:N"), language.say("rank:3")
    table = AroundTable(settings=TableSettings(language=language))

    table.play(*[Utterance(f"{knight} {knight} {three} {three}")] * 4)

    advice = phrase("HardToHear", language).text
    assert [advice in told for _, told in table.answers[1:]] == [False, False, True, False]


def test_whoever_was_understood_meanwhile_is_told_only_after_three_more() -> None:
    nothing = Utterance(in_words("N") + f" {in_words('N')} {says('rank:3')} {says('rank:3')}")
    table = AroundTable()

    table.play(nothing, nothing, Utterance(says("clock").lower()), nothing, nothing)

    assert german("HardToHear") not in table.said


def test_what_is_typed_is_never_heard_badly() -> None:
    table = AroundTable()

    table.play(*["qwertz"] * 4)

    assert german("HardToHear") not in table.said
