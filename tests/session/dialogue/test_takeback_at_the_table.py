"""A move taken back at one computer: whose wish it is, who grants it, and what an engine does."""

from dataclasses import replace

import pytest

from tests.german import NO, NUMBERS, PRESS, YES, german, says
from tests.stage.around_table import AroundTable
from tests.stage.ports import ScriptedOpponent
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND
from voice_chess.game.agreements import TakebackAccepted, TakebackProposed
from voice_chess.game.table import Customs
from voice_chess.records.score_keeping import scoresheet_of

AGREED = replace(BLIND, customs=Customs(takebacks=True))
OPENING = ("e4", PRESS, "e5", PRESS, "Sf3", PRESS)


def test_who_has_moved_asks_in_their_own_name_and_the_other_grants_it() -> None:
    table = AroundTable(AGREED)
    session = table.play(*OPENING, says("white: propose-takeback"), says("accept"), "Lc4", PRESS)

    assert session.game.position.moves == ("e2e4", "e7e5", "f1c4")
    assert table.answer_to(says("white: propose-takeback")) == [
        german("TakebackProposed", "white", number=NUMBERS[2])
    ]
    assert table.answer_to(says("accept"))[:2] == [
        german("TakebackAccepted", "black"),
        german("PositionRestored", "white", number=NUMBERS[2]),
    ]


def test_a_typed_yes_or_no_answers_who_was_asked() -> None:
    granted, denied = AroundTable(AGREED), AroundTable(AGREED)
    granted.play(*OPENING, says("white: propose-takeback"), YES)
    denied.play(*OPENING, says("white: propose-takeback"), NO)

    assert granted.game.position.moves == ("e2e4", "e7e5")
    assert len(denied.game.position.moves) == 3
    assert denied.answer_to(NO) == [german("TakebackDeclined", "black")]


@pytest.mark.parametrize("reply", [YES, says("accept")])
def test_who_is_asked_while_the_other_is_on_move_need_not_say_who_they_are(reply: str) -> None:
    table = AroundTable(AGREED)
    session = table.play(*OPENING, says("propose-takeback"), reply)

    assert session.game.position.moves == ("e2e4",)
    assert table.refusals == []


def test_their_no_declines_it() -> None:
    table = AroundTable(AGREED)
    table.play(*OPENING, says("propose-takeback"), NO)

    assert table.answer_to(NO) == [german("TakebackDeclined", "white")]


def test_unnamed_it_is_the_wish_of_whoever_is_on_move() -> None:
    table = AroundTable(AGREED)
    session = table.play(*OPENING, says("propose-takeback"), says("white: accept"))

    assert session.game.position.moves == ("e2e4",)
    (asked,) = table.of(TakebackProposed)
    assert not asked.white


def test_nobody_is_asked_whether_they_accept_a_draw() -> None:
    table = AroundTable(AGREED)
    table.play(*OPENING, says("white: propose-takeback"), says("accept"))

    assert german("confirm:accept") not in table.answer_to(says("accept"))


def test_the_scoresheet_has_the_game_as_it_went_on() -> None:
    table = AroundTable(AGREED)
    table.play(*OPENING, says("white: propose-takeback"), says("accept"), "Lc4", PRESS)
    written = scoresheet_of(table.journal.read(GAME))

    assert [entry.san for entry in written.entries] == ["e4", "e5", "Bc4"]


def test_without_it_settled_nothing_is_taken_back() -> None:
    table = AroundTable()
    session = table.play(*OPENING, says("propose-takeback"))

    assert table.answer_to(says("propose-takeback")) == [german("NotAtThisTable")]
    assert len(session.game.position.moves) == 3


def test_an_engine_grants_it_at_once_and_plays_on_from_there() -> None:
    table = AroundTable(AGREED, opponent=ScriptedOpponent(["e7e5", "g8f6"]))
    session = table.play("e4", PRESS, says("propose-takeback"), "d4", PRESS)

    assert session.game.position.moves == ("d2d4", "g8f6")
    assert len(table.of(TakebackAccepted)) == 1
