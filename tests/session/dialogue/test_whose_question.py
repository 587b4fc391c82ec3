"""A question stays with whoever was asked it, whatever others say before the reply."""

from dataclasses import replace

import pytest

from tests.german import NO, PRESS, YES, german, says
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND
from voice_chess.game.draws import DrawOffered
from voice_chess.game.game_end import Resigned
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.table import Occasion
from voice_chess.session.evidence import AnswerSpoken

WITH_ARBITER = replace(BLIND, occasion=Occasion(has_arbiter=True))
ASIDES = ["white: own-clock", "white: help", "arbiter: clock", "arbiter: clock white 9 white 9"]
"""What others say that answers no question: the last is not understood, as it names one side."""


@pytest.mark.parametrize("aside", ASIDES)
def test_a_yes_after_the_words_of_others_is_that_of_who_was_asked(aside: str) -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, says("resign"), says(aside), YES)

    assert [event.white for event in table.of(Resigned)] == [False]
    assert table.refusals == []


@pytest.mark.parametrize("aside", ASIDES)
def test_so_is_a_no(aside: str) -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, says("resign"), says(aside), NO, "e5", PRESS)

    assert table.answer_to(NO) == [german("Cancelled:resign")]
    assert len(table.of(MoveCompleted)) == 2


def test_a_move_after_the_words_of_others_is_the_players_on_move() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, says("resign"), says(ASIDES[-1]), "e5", PRESS)

    assert table.refusals == []
    assert [event.uci for event in table.of(MoveCompleted)] == ["e2e4", "e7e5"]


def test_a_move_while_the_opponent_is_asked_is_the_players_on_move() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("white: resign"), "e5", PRESS)

    assert table.refusals == []
    assert [event.uci for event in table.of(MoveCompleted)] == ["e2e4", "e7e5"]


def test_who_was_asked_out_of_turn_hears_that_the_question_has_lapsed() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("white: resign"), 20_000)

    about_it = (german("confirm:resign"), german("Cancelled:resign"))
    spoken = [each for each in table.seen if isinstance(each, AnswerSpoken)]
    assert [each.to for each in spoken if each.text in about_it] == ["white", "white"]


DONE = ["arbiter: warn white", "arbiter: ruling yes", "arbiter: stop"]
"""What an arbiter does, or may not do now, while a player is asked something."""


@pytest.mark.parametrize("order", DONE)
def test_a_question_is_asked_again_after_what_an_arbiter_did(order: str) -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, says("resign"), says(order), YES)

    assert table.answer_to(says(order))[-1] == german("confirm:resign")
    assert [event.white for event in table.of(Resigned)] == [False]


def test_so_is_that_where_a_piece_goes_and_that_of_a_move_that_mates() -> None:
    table = AroundTable(WITH_ARBITER)
    order = says("arbiter: warn white")
    table.play("f3", PRESS, "e5", PRESS, "g4", PRESS, says("piece:Q"), order, "h4", order, YES)

    assert table.game.position.moves[-1] == "d8h4"
    assert table.game.is_over


def test_none_about_a_move_is_asked_again_while_the_clocks_stand() -> None:
    table = AroundTable(WITH_ARBITER)
    order = says("arbiter: stop")
    table.play("e4", PRESS, says("piece:N"), order)

    assert len(table.answer_to(order)) == 1


def test_an_offer_cancels_what_a_yes_would_confirm_at_a_table_too() -> None:
    """The yes may have been meant for the offer, which came after the question."""
    table = AroundTable()
    table.play("e4", PRESS, says("resign"), says("white: offer-draw"), YES)

    assert table.answer_to(says("white: offer-draw"))[-1] == german("Cancelled:resign")
    assert table.of(Resigned) == []
    assert len(table.of(DrawOffered)) == 1
