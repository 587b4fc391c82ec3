"""Players who write by hand report each move: by voice, line, key and button; nobody gets stuck."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BY_COMMAND
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import MoveSealed
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.scoresheets import MoveRecorded
from voice_chess.game.table import Customs, Role, Seat, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.channels import channels

LONG, RAPID = TimeControl.parsed("90+30"), TimeControl.parsed("15+10")
REPORTED = Customs(recording="reported")
ON_PAPER = Seat(score_medium="paper")
MIXED = Table(control=LONG, white=Seat(is_blind=True), black=ON_PAPER, customs=REPORTED)
"""A blind player, whose announcements are their record, and a sighted one with a scoresheet."""
BOTH_WRITE = Table(
    control=LONG,
    white=Seat(is_blind=True, score_medium="braille"),
    black=ON_PAPER,
    customs=REPORTED,
)
PRESS, WRITTEN, ADJOURN, YES = says("press"), says("written"), says("adjourn"), says("yes")
SEALED, CLAIM = f"{says('seal')} Sf3", f"{says('claim')} {says('claim:fifty')} Sf3"
Place = Callable[[Table, TableSettings], ScriptedGame]


def around_table(table: Table, settings: TableSettings = BY_COMMAND) -> ScriptedGame:
    return AroundTable(table, settings=settings)


def apart(table: Table, settings: TableSettings = BY_COMMAND) -> ScriptedGame:
    return Apart(table, settings=settings)


def moves_of(stage: ScriptedGame) -> list[str]:
    return [event.uci for event in stage.of(MoveCompleted)]


def written(stage: ScriptedGame) -> list[tuple[bool, str]]:
    return [(event.white, event.uci) for event in stage.of(MoveRecorded)]


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_reported_in_every_language(language_id: str, channel: str, place: Place) -> None:
    language = load_language(language_id)
    settings = TableSettings(language=language, press="command")
    (row,) = (row for row in channels(language) if row.command == "written")
    said = getattr(row, channel)
    report = Utterance(said.lower()) if channel == "spoken" else said
    stage = place(replace(MIXED, white=ON_PAPER, black=Seat()), settings)

    stage.play("e4", language.say("press"), "e5", language.say("press"), report)

    assert written(stage) == [(True, "e2e4"), (True, "e7e5")]


@pytest.mark.parametrize("language_id", known_languages())
def test_what_people_call_it_is_understood_in_writing(language_id: str) -> None:
    language = load_language(language_id)
    settings = TableSettings(language=language, press="command")
    for called in language.typed["written"]:
        stage = apart(replace(MIXED, white=ON_PAPER), settings)
        stage.play("e4", called)

        assert written(stage) == [(True, "e2e4")], called


@pytest.mark.parametrize("place", [around_table, apart])
def test_who_has_not_written_is_told_so_and_what_to_say(place: Place) -> None:
    stage = place(BOTH_WRITE, BY_COMMAND)
    stage.play("e4", PRESS, "e5", PRESS, "Sf3", WRITTEN, "Sc3", PRESS)

    assert stage.answer_to("Sf3") == [german("NotYetRecorded:move")]
    assert moves_of(stage) == ["e2e4", "e7e5", "b1c3"]


@pytest.mark.parametrize("place", [around_table, apart])
def test_a_blind_players_announcements_are_their_record(place: Place) -> None:
    stage = place(MIXED, BY_COMMAND)
    stage.play("e4", PRESS, "e5", PRESS, "Sf3", PRESS, "Sc6")

    assert moves_of(stage) == ["e2e4", "e7e5", "g1f3"]
    assert stage.answer_to("Sc6") == [german("NotYetRecorded:move")]


def test_at_one_table_a_report_is_of_who_still_has_to_write_their_last_move() -> None:
    table = AroundTable(BOTH_WRITE, settings=BY_COMMAND)
    table.play("e4", PRESS, WRITTEN, "e5", PRESS, WRITTEN, "Sf3", PRESS, WRITTEN)

    assert written(table) == [
        (True, "e2e4"),
        (False, "e2e4"),
        (False, "e7e5"),
        (True, "e7e5"),
        (True, "g1f3"),
    ]


def test_each_may_say_whose_sheet_it_is() -> None:
    table = AroundTable(BOTH_WRITE, settings=BY_COMMAND)
    table.play("e4", PRESS, says("black: written"))

    assert written(table) == [(False, "e2e4")]


@pytest.mark.parametrize("place", [around_table, apart])
def test_the_report_is_acknowledged(place: Place) -> None:
    stage = place(BOTH_WRITE, BY_COMMAND)
    stage.play("e4", WRITTEN)

    assert stage.answer_to(WRITTEN) == [german("MoveRecorded", "white")]


def test_nobody_else_at_a_seat_is_told_that_a_player_has_written() -> None:
    seats = Apart(BOTH_WRITE, settings=BY_COMMAND)
    seats.play("e4")
    seats.fetch()
    seats.wants("written", by=Role.WHITE)

    assert seats.told(Role.WHITE) == [german("MoveRecorded", "white")]
    assert seats.told(Role.BLACK) == []


def test_the_assistant_of_a_blind_player_may_report_it() -> None:
    helped = Seat(is_blind=True, has_assistant=True, score_medium="braille")
    seats = Apart(replace(BOTH_WRITE, white=helped), settings=BY_COMMAND)
    seats.play("e4", lambda: seats.types(WRITTEN, Role.ASSISTANT_WHITE))

    assert written(seats) == [(True, "e2e4")]


@pytest.mark.parametrize("place", [around_table, apart])
def test_where_the_program_keeps_the_scores_nothing_is_to_be_reported(place: Place) -> None:
    stage = place(replace(BOTH_WRITE, customs=Customs()), BY_COMMAND)
    stage.play("e4", PRESS, "e5", PRESS, WRITTEN, "Sf3", PRESS)

    assert stage.answer_to(WRITTEN) == [german("NothingToRecord")]
    assert moves_of(stage) == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.parametrize(
    ("table", "sides"),
    [(MIXED, ["black"]), (BOTH_WRITE, ["white", "black"]), (replace(MIXED, control=RAPID), [])],
    ids=["one writes", "both write", "rapid"],
)
def test_who_has_to_report_is_told_at_the_start(table: Table, sides: list[str]) -> None:
    stage = AroundTable(table, settings=BY_COMMAND)
    stage.play("e4")

    for side in ("white", "black"):
        assert (german("house:written", side) in stage.said) == (side in sides)


@pytest.mark.law("record-moves", "sealing")
def test_who_seals_is_told_to_write_their_last_move_first() -> None:
    table = AroundTable(BOTH_WRITE, settings=BY_COMMAND)
    table.play("e4", PRESS, "e5", PRESS, ADJOURN, YES, SEALED, WRITTEN, SEALED)

    told = [sentence for _said, sentences in table.answers for sentence in sentences]
    refused = told.index(german("NotYetRecorded:move"))
    assert told[refused + 1] == german("MoveRecorded", "white")
    assert written(table) == [(True, "e2e4"), (True, "e7e5")]
    assert [event.white for event in table.of(MoveSealed)] == [True]


@pytest.mark.law("record-moves", "claim-wrong")
@pytest.mark.parametrize("place", [around_table, apart])
def test_a_move_written_for_a_claim_is_not_reported_again(place: Place) -> None:
    stage = place(replace(BOTH_WRITE, black=Seat()), BY_COMMAND)
    stage.play("e4", PRESS, "e5", PRESS, WRITTEN, CLAIM, YES, PRESS, "Sc6", PRESS, "Lc4")

    assert moves_of(stage)[2:] == ["g1f3", "b8c6"]
    assert [event.uci for event in stage.of(MoveAnnounced)][-1] == "f1c4"
    assert german("MoveRecorded", "white") not in stage.answer_to(YES)
