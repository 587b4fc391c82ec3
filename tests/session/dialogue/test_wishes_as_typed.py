"""Claims, offers and settings are understood in writing as people word them."""

import pytest

from tests.session.dialogue.test_questions_as_asked import understood
from tests.speech.understanding.test_spelling import without_marks
from tests.stage.around_table import AroundTable
from voice_chess.languages.language import known_languages, load_language, spoken_languages
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.understanding.interpret import CommandMeaning

FLAG = CommandMeaning(name="claim", args=("time",))
OFFER = CommandMeaning(name="offer-draw")
GERMAN_SPOKEN = CommandMeaning(name="language", args=("de",))
WISHES = {
    "de": {
        "die Zeit ist abgelaufen": FLAG,
        "Gegner hat Zeit überschritten": FLAG,
        "das Fähnchen ist gefallen": FLAG,
        "ich möchte Remis": OFFER,
        "sprich deutsch": GERMAN_SPOKEN,
        "auf Deutsch bitte": GERMAN_SPOKEN,
        "stell die Sprache auf Deutsch": GERMAN_SPOKEN,
    },
    "en": {
        "flag fell": FLAG,
        "my opponent is out of time": FLAG,
        "his flag has fallen": FLAG,
        "I would like a draw": OFFER,
        "how about a draw?": OFFER,
        "claim the draw by repetition": CommandMeaning(name="claim", args=("repetition",)),
        "speak German": GERMAN_SPOKEN,
        "change language to German": GERMAN_SPOKEN,
        "in German please": GERMAN_SPOKEN,
    },
    "cs": {
        "soupeři spadl praporek": FLAG,
        "čas vypršel": FLAG,
        "chci remízu": OFFER,
        "přepni na němčinu": GERMAN_SPOKEN,
        "mluv německy": GERMAN_SPOKEN,
    },
    "pl": {
        "przeciwnikowi spadła chorągiewka": FLAG,
        "przeciwnik przekroczył czas": FLAG,
        "chcę remis": OFFER,
        "przełącz na niemiecki": GERMAN_SPOKEN,
        "mów po niemiecku": GERMAN_SPOKEN,
    },
    "sr": {
        "protivniku je pala zastavica": FLAG,
        "vreme je isteklo": FLAG,
        "hoću remi": OFFER,
        "govori nemački": GERMAN_SPOKEN,
        "prebaci na nemački": GERMAN_SPOKEN,
    },
    "it": {
        "la bandierina è caduta": FLAG,
        "tempo scaduto": FLAG,
        "offro la patta": OFFER,
        "parla tedesco": GERMAN_SPOKEN,
        "cambia lingua in tedesco": GERMAN_SPOKEN,
    },
}


@pytest.mark.parametrize("language_id", WISHES)
def test_a_wish_is_understood_as_it_is_typed(language_id: str) -> None:
    language, wishes = load_language(language_id), WISHES[language_id]
    meant = {line: understood(line, language) for line in wishes}

    assert meant == wishes
    assert {line: understood(without_marks(line), language) for line in wishes} == wishes


@pytest.mark.parametrize("language_id", known_languages())
def test_every_language_is_called_by_its_name_in_a_sentence(language_id: str) -> None:
    """That of Italian is no word of every language's recogniser."""
    language = load_language(language_id)
    for wanted in spoken_languages():
        for line in language.typed[f"language:{wanted}"]:
            meant = CommandMeaning(name="language", args=(wanted,))
            assert understood(line, language) == meant, line


@pytest.mark.parametrize("language_id", known_languages())
def test_a_flag_that_has_not_fallen_is_claimed_in_such_words_at_no_cost(language_id: str) -> None:
    language = load_language(language_id)
    line = language.typed["claim:time"][0]
    table = AroundTable(settings=TableSettings(language=language, press="command"))
    table.play(line)

    assert [refusal for refusal, _ in table.refusals] == ["FlagHasNotFallen"]
    assert len(table.answer_to(line)) == 1
