"""The ear is turned to whoever will announce, and to nobody while both may speak."""

from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.ear import Ear
from voice_chess.session.table_settings import TableSettings

GERMAN, CZECH = load_language("de"), load_language("cs")
START = Position.from_fen(ORDINARY_START)
AFTER = START.played("e2e4")
NOTHING: frozenset[str] = frozenset()


def attended(*expectations: Expectation) -> list[bool | None]:
    turned_to: list[bool | None] = []

    def attend(white: bool | None, language: Language) -> Language:
        turned_to.append(white)
        return language

    ear = Ear(MemoryRecognizer(()), TableSettings(language=GERMAN), attend)
    for expectation in expectations:
        ear.expect(expectation)
    return turned_to


def test_who_is_to_move_is_listened_to() -> None:
    white = Expectation(position=START, commands=NOTHING)
    black = Expectation(position=AFTER, commands=NOTHING)

    assert attended(white, black, white) == [True, False, True]


def test_nothing_is_turned_while_the_same_is_expected() -> None:
    white = Expectation(position=START, commands=NOTHING)

    assert attended(white, white) == [True]


def test_an_announcement_that_waits_for_its_press_may_be_anybodys_to_speak_to() -> None:
    waits = Expectation(position=AFTER, commands=NOTHING, before=START)

    assert attended(waits) == [None]


def test_the_arbiter_is_no_player() -> None:
    assert attended(Expectation(position=START, commands=NOTHING, is_arbiters=True)) == [None]


def test_whoever_speaks_another_language_is_listened_to_in_it() -> None:
    white = Expectation(position=START, commands=NOTHING)
    ear = Ear(MemoryRecognizer(()), TableSettings(language=GERMAN), lambda _, language: language)

    heard_in = []
    for language in (GERMAN, CZECH):
        ear.expect(white, language)
        heard_in.append(ear.language)

    assert heard_in == [GERMAN, CZECH]


def test_where_one_model_hears_everybody_they_are_heard_in_its_language() -> None:
    ear = Ear(MemoryRecognizer(()), TableSettings(language=GERMAN))

    ear.expect(Expectation(position=START, commands=NOTHING), CZECH)

    assert ear.language is GERMAN
