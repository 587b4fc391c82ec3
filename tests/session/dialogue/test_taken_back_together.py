"""An illegal move that stands is taken back by both: by voice, line, key and button."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import GERMAN, NUMBERS, PRESS, german, says
from tests.session.dialogue.test_every_channel import UNSUPERVISED
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BY_COMMAND, PLAYERS
from voice_chess.game.irregularities import CorrectionProposed, PositionRestored
from voice_chess.game.table import Customs, Role, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.dialogues import Listening
from voice_chess.session.dialogue.talk_state import expectation
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.understanding.grammar import forms

ILLEGAL = ("e2e5", PRESS, "Sf6", PRESS)
"""White's first move stands, since Black has replied to it."""
BACK = says("take-back-together")
Place = Callable[[TableSettings], ScriptedGame]


def around_table(settings: TableSettings) -> ScriptedGame:
    return AroundTable(UNSUPERVISED, settings=settings)


def apart(settings: TableSettings) -> ScriptedGame:
    return Apart(UNSUPERVISED, settings=settings)


def seats(table: Table = UNSUPERVISED) -> Apart:
    return Apart(table, settings=BY_COMMAND)


def wanted(stage: ScriptedGame) -> list[tuple[bool, int]]:
    return [(event.white, event.moves_kept) for event in stage.of(CorrectionProposed)]


@pytest.mark.law("blitz-illegal")
@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_b_3_c_it_is_asked_for_in_every_language_with_its_number(
    language_id: str, channel: str, place: Place
) -> None:
    language = load_language(language_id)
    words, press = language.say("take-back-together"), language.say("press")
    lines = {
        "spoken": f"{words} {language.say('rank:1')} {language.say('white')}",
        "typed": f"{words} 1 {language.say('white')}",
        "key": f",- 1 {language.say('white')}",
    }
    stage = place(TableSettings(language=language, press="command"))
    line = lines[channel]

    stage.play(
        "e2e5", press, "g8f6", press, Utterance(line.lower()) if channel == "spoken" else line
    )

    assert wanted(stage) == [(True, 0)]


@pytest.mark.law("blitz-illegal")
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_b_3_c_what_people_call_it_is_understood_in_writing(language_id: str) -> None:
    language = load_language(language_id)
    press = language.say("press")
    for called in (*language.words["take-back-together"], *language.typed["take-back-together"]):
        stage = apart(TableSettings(language=language, press="command"))
        stage.play("e2e5", press, "g8f6", press, f"{called} 1")

        assert wanted(stage) == [(True, 0)], called


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_the_opponent_hears_which_and_agrees_in_the_same_words() -> None:
    stage = seats()
    stage.play(*ILLEGAL, f"{BACK} 1")
    proposed = german("CorrectionProposed", "white", number=NUMBERS[1])
    assert stage.answer_to(f"{BACK} 1") == [proposed]

    stage.types(BACK, Role.BLACK)

    assert stage.game.position.moves == ()
    assert stage.game.clock.is_running
    assert len(stage.of(PositionRestored)) == 1


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_both_want_it_at_one_table() -> None:
    table = AroundTable(UNSUPERVISED, settings=BY_COMMAND)
    table.play(*ILLEGAL, BACK, f"{says('black')}: {BACK} 1")

    assert wanted(table) == [(True, 0)]
    assert table.game.position.moves == ()


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_of_two_the_one_that_is_named_goes_back() -> None:
    stage = seats()
    stage.play("e2e5", PRESS, "b8b5", PRESS, "d4", PRESS)
    stage.types(f"{BACK} 1 {says('black')}", Role.BLACK)
    assert wanted(stage) == [(False, 1)]

    stage.types(f"{BACK} 1 {says('white')}", Role.WHITE)
    assert wanted(stage) == [(False, 1), (True, 0)]

    stage.types(BACK, Role.BLACK)
    assert stage.game.position.moves == ()


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_without_a_number_it_is_the_last_illegal_one() -> None:
    stage = seats()
    stage.play("e2e5", PRESS, "b8b5", PRESS, "d4", PRESS)
    stage.types(BACK, Role.BLACK)

    assert wanted(stage) == [(False, 1)]


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_a_button_asks_for_it() -> None:
    stage = seats()
    stage.play(*ILLEGAL, lambda: stage.wants("take-back-together", "1", "white"))

    assert wanted(stage) == [(True, 0)]


@pytest.mark.parametrize(
    ("table", "script"),
    [
        (UNSUPERVISED, ("e4", PRESS, BACK)),
        (UNSUPERVISED, ("e2e5", PRESS, "Sf6", PRESS, f"{BACK} 1 {says('black')}")),
        (UNSUPERVISED, ("e2e5", PRESS, "Sf6", PRESS, f"{BACK} 7")),
        (replace(UNSUPERVISED, customs=Customs()), ("e4", PRESS, BACK)),
    ],
    ids=["all legal", "another move", "no move yet", "illegal moves refused"],
)
def test_what_is_not_to_be_taken_back_is_told(table: Table, script: tuple[str, ...]) -> None:
    stage = seats(table)
    stage.play(*script)

    assert stage.answer_to(script[-1]) == [german("NoIllegalMove:any")]


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_wanted_again_it_is_offered_already_and_once_done_there_is_none() -> None:
    stage = seats()
    stage.play(*ILLEGAL)
    stage.types(BACK, Role.WHITE)
    stage.types(BACK, Role.WHITE)
    again = stage.told(Role.WHITE)
    stage.types(BACK, Role.BLACK)
    stage.types(BACK, Role.BLACK)

    assert again == [german("AlreadyProposed")]
    assert wanted(stage) == [(True, 0)]
    assert stage.told(Role.BLACK) == [german("NoIllegalMove:any")]


def test_it_is_neither_a_view_of_ones_own_board_nor_a_move_that_is_asked_back() -> None:
    stage = seats(replace(UNSUPERVISED, customs=Customs(illegal_policy="count", takebacks=True)))
    stage.play(*ILLEGAL, says("go-to-move 1"))

    assert wanted(stage) == []
    assert len(stage.game.position.moves) == 2


@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_listened_for_only_where_an_illegal_move_stands(language_id: str) -> None:
    language = load_language(language_id)
    stage = Apart(UNSUPERVISED, settings=TableSettings(language=language, press="command"))
    words = {" ".join(form) for form in forms(language, "take-back-together")}

    def is_listened_for() -> bool:
        grammar = expectation(stage.game, Listening()).grammar(language)
        return bool(words & set(grammar.phrases))

    assert not is_listened_for()
    stage.play("e2e5", language.say("press"))
    assert is_listened_for()


@pytest.mark.parametrize("role", [role for role in Role if role not in PLAYERS])
def test_nobody_else_takes_a_move_back_so(role: Role) -> None:
    stage = seats()
    stage.play(*ILLEGAL)
    stage.types(f"{BACK} 1", role)

    assert wanted(stage) == []


def test_the_start_of_a_game_counts_its_moves() -> None:
    """From a position in which Black begins, say."""
    position = Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30")
    setup = replace(UNSUPERVISED.setup, fen=position.fen)
    stage = seats(replace(UNSUPERVISED, setup=setup))
    stage.play("e8e5", PRESS, "e3", PRESS, f"{BACK} 30 {GERMAN.say('black')}")

    assert wanted(stage) == [(False, 0)]
