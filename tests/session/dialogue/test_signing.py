"""A player signs the result as it stands: by voice, line, key and button, once the game is over."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import GERMAN, NO, YES, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BLIND, IN_GERMAN, PLAYERS
from voice_chess.game.agreements import RematchDeclined, RematchProposed
from voice_chess.game.results import Result
from voice_chess.game.scoresheets import RuleOnResult, ScoreSigned
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.listening.inputs import Decided
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.channels import channels

GOES_ON = replace(BLIND, occasion=Occasion(has_rematches=True))
"""A table that still listens once a game is over."""
SIGN, RESIGN = says("sign"), says("resign")
LOST = (RESIGN, YES)
BLACK_WINS = GERMAN.phrase("result:black-wins")
ASKED = german("confirm:sign", "white", result=BLACK_WINS)
HEARD_OUT_MS = 8_000
"""Whoever speaks then, does not speak while the program tells how the game has ended."""
Place = Callable[[TableSettings], ScriptedGame]


def around_table(settings: TableSettings) -> ScriptedGame:
    return AroundTable(GOES_ON, settings=settings)


def apart(settings: TableSettings) -> ScriptedGame:
    return Apart(GOES_ON, settings=settings)


def signatures(stage: ScriptedGame) -> list[tuple[bool, Result]]:
    return [(signed.white, signed.result) for signed in stage.of(ScoreSigned)]


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_signed_in_every_language_once_it_is_confirmed(
    language_id: str, channel: str, place: Place
) -> None:
    language = load_language(language_id)
    (row,) = (row for row in channels(language) if row.command == "sign")
    stage, yes = place(TableSettings(language=language)), language.say("yes")
    line, said = getattr(row, channel), (language.say("resign"), yes)

    if channel == "spoken":
        signed = Utterance(line.lower(), after_ms=HEARD_OUT_MS)
        stage.play(*said, signed, Utterance(yes))
    else:
        stage.play(*said, line, yes)

    assert signatures(stage) == [(True, Result.BLACK_WINS)]


@pytest.mark.parametrize("language_id", known_languages())
def test_what_people_call_it_is_understood_in_writing(language_id: str) -> None:
    language = load_language(language_id)
    for called in language.typed["sign"]:
        stage = apart(TableSettings(language=language))
        stage.play(language.say("resign"), language.say("yes"), called, language.say("yes"))

        assert signatures(stage) == [(True, Result.BLACK_WINS)], called


@pytest.mark.parametrize("place", [around_table, apart])
def test_whose_result_it_will_be_is_told_before_it_is_signed(place: Place) -> None:
    stage = place(IN_GERMAN)
    stage.play(*LOST, SIGN, NO)

    assert stage.answer_to(SIGN) == [ASKED]
    assert stage.answer_to(NO) == [german("Cancelled:sign")]
    assert stage.of(RematchProposed) == []


@pytest.mark.parametrize("place", [around_table, apart])
def test_a_no_to_the_signature_declines_no_other_game_that_was_offered(place: Place) -> None:
    stage = place(IN_GERMAN)
    stage.play(*LOST, says("rematch"), SIGN, NO)

    assert len(stage.of(RematchProposed)) == 1
    assert stage.of(RematchDeclined) == []
    assert signatures(stage) == []


def test_each_player_signs_for_themselves_at_one_table() -> None:
    table = AroundTable(GOES_ON)
    table.play(*LOST, says("white: sign"), YES, says("black: sign"), YES)

    assert signatures(table) == [(True, Result.BLACK_WINS), (False, Result.BLACK_WINS)]
    assert table.answer_to(says("black: sign")) == [
        german("confirm:sign", "black", result=BLACK_WINS)
    ]


def test_a_button_asks_before_it_signs() -> None:
    seats = Apart(GOES_ON)
    seats.play(*LOST, lambda: seats.wants("sign"))
    assert signatures(seats) == []

    seats.play(lambda: seats.wants("yes"))
    assert signatures(seats) == [(True, Result.BLACK_WINS)]


def test_what_was_signed_is_signed_once() -> None:
    seats = Apart(GOES_ON)
    seats.play(*LOST, SIGN, YES)
    seats.fetch()
    seats.types(SIGN, Role.WHITE)

    assert seats.told(Role.WHITE) == [german("NothingToRecord")]


def test_the_result_that_was_told_is_signed_though_it_is_changed_meanwhile() -> None:
    seats = Apart(replace(BLIND, occasion=Occasion(has_arbiter=True)))
    ruling = RuleOnResult(by=Role.ARBITER, at_ms=0, result=Result.DRAW)
    seats.play(*LOST, SIGN, lambda: seats.attends(Decided, Role.ARBITER, command=ruling), YES)

    assert signatures(seats) == [(True, Result.BLACK_WINS)]


@pytest.mark.parametrize("role", PLAYERS)
def test_nobody_signs_a_game_that_goes_on(role: Role) -> None:
    seats = Apart(GOES_ON)
    seats.types(SIGN, role)

    assert seats.told(role) == [german("GameNotOver")]


def test_nobody_else_signs() -> None:
    seats = Apart(replace(BLIND, occasion=Occasion(has_arbiter=True)))
    seats.play(*LOST)
    seats.fetch()
    seats.types(SIGN, Role.SPECTATOR)

    assert signatures(seats) == []
    assert seats.told(Role.SPECTATOR) == [german("NotYourRole:noticed")]
