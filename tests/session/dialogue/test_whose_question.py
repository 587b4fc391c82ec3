"""A question stays with whoever was asked it, whatever others say before the reply."""

from dataclasses import replace

import pytest

from tests.german import GERMAN, NO, PRESS, YES, by_ear, either, german, says
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import BLIND, BY_COMMAND
from tests.wording import Wording
from voice_chess.game.draws import DrawOffered
from voice_chess.game.game_end import Resigned
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.penalties import PlayerExpelled, PlayerWarned
from voice_chess.game.table import Occasion
from voice_chess.languages.language import known_languages
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.speech.generation.wording import alternatives

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


def test_a_move_while_the_opponent_is_asked_what_they_meant_is_the_players_on_move() -> None:
    commands = ("clock", "material")
    one, other = (says(f"black: {name}").replace(":", "").lower() for name in commands)
    table = AroundTable()
    table.play(Utterance({one: 0.0, other: -0.1}), Utterance(by_ear("e4")), 3_000)

    assert f"{either(*map(says, commands))}?" in table.speaker.said
    announced = table.game.turn.announcement
    assert announced is not None
    assert announced.uci == "e2e4"


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


EXPEL = says("arbiter: expel white")
RIGHT = german("confirm:order", what=german("PlayerExpelled", "white"))
RESIGN = german("confirm:resign")
"""Black's question, before that to the arbiter whether their order is right."""
ASKED = ("e4", PRESS, says("resign"), EXPEL)


def test_a_players_question_comes_back_behind_that_to_the_arbiter() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ASKED, says("arbiter: no"), YES)

    assert table.answer_to(EXPEL) == [RIGHT]
    assert table.answer_to(says("arbiter: no")) == [german("Cancelled:order"), RESIGN]
    assert [event.white for event in table.of(Resigned)] == [False]
    assert table.of(PlayerExpelled) == []


def test_it_comes_back_when_the_arbiter_says_nothing() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ASKED, 20_000)

    asked_last = [text for text in table.speaker.said if text in (RIGHT, RESIGN)]
    assert asked_last == [RESIGN, RIGHT, RESIGN]


@pytest.mark.parametrize("said", [YES, Utterance(YES)], ids=["typed", "spoken"])
def test_a_yes_that_two_are_asked_for_counts_for_neither_and_who_says_it_is_asked(
    said: str | Utterance,
) -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ASKED, said)

    who = alternatives([says("arbiter: yes"), says("black: yes")], GERMAN)
    assert table.answers[-1][1] == [german("ask", choices=GERMAN.displayed(who))]
    assert table.of(PlayerExpelled) == []
    assert table.of(Resigned) == []


@pytest.mark.parametrize("language_id", known_languages())
def test_who_says_it_first_is_understood_in_every_language(language_id: str) -> None:
    wording = Wording(language_id)
    settings = replace(BY_COMMAND, language=wording.language)
    yes = wording.says("yes")
    lines = (
        "e4",
        wording.says("press"),
        wording.says("resign"),
        wording.says("arbiter: expel white"),
    )
    table = AroundTable(WITH_ARBITER, settings=settings)
    table.play(*lines, yes, wording.says("black: yes"))

    assert [event.white for event in table.of(Resigned)] == [False]
    assert table.of(PlayerExpelled) == []


def test_after_the_arbiters_yes_the_player_is_asked_again() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ASKED, says("arbiter: yes"), NO)

    assert table.answer_to(says("arbiter: yes"))[-1] == RESIGN
    assert [event.white for event in table.of(PlayerExpelled)] == [True]
    assert table.answer_to(NO) == [german("Cancelled:resign")]


def test_the_players_no_goes_to_their_own_question_and_the_arbiter_is_asked_again() -> None:
    table = AroundTable(WITH_ARBITER)
    no = says("black: no")
    table.play(*ASKED, no, YES)

    assert table.answer_to(no) == [german("Cancelled:resign"), RIGHT]
    assert [event.white for event in table.of(PlayerExpelled)] == [True]


def test_where_a_piece_goes_is_said_while_the_arbiter_is_asked() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, says("piece:N"), EXPEL, "f6")

    announced = table.game.turn.announcement
    assert announced is not None
    assert announced.uci == "g8f6"
    assert table.answer_to("f6")[-1] == RIGHT


def test_where_a_piece_goes_is_asked_again_behind_the_arbiters_question() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, says("piece:N"), EXPEL, says("arbiter: no"), "f6")

    announced = table.game.turn.announcement
    assert announced is not None
    assert announced.uci == "g8f6"


def test_no_question_is_left_when_the_arbiters_order_has_ended_the_game() -> None:
    table = AroundTable(WITH_ARBITER)
    order = says("arbiter: white-wins")
    table.play("e4", PRESS, says("resign"), order, says("arbiter: yes"))

    assert table.game.is_over
    assert table.of(Resigned) == []
    assert RESIGN not in table.answer_to(says("arbiter: yes"))


def test_a_question_out_of_turn_waits_behind_that_of_the_player_on_move() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("white: resign"), says("resign"), says("black: no"), YES)

    assert table.answer_to(says("black: no")) == [german("Cancelled:resign"), RESIGN]
    assert [event.white for event in table.of(Resigned)] == [True]


def test_an_illegal_move_leaves_the_question_to_the_opponent_open() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("white: resign"), says("piece:N e4"), YES)

    assert german("Cancelled:resign") not in table.answer_to(says("piece:N e4"))
    assert [event.white for event in table.of(Resigned)] == [True]


HALF_AN_ORDER, ITS_REST = says("arbiter: warn"), says("white")
TO_GO_ON = german("ask:rest", start=GERMAN.displayed(HALF_AN_ORDER.replace(":", "").lower()))
REALLY = german("confirm:resign")
ORDERED_HALF = ("e4", PRESS, says("resign"), HALF_AN_ORDER)
"""An arbiter says half an order while Black is asked whether they really resign."""


def test_an_arbiters_half_an_order_asks_for_its_rest_while_a_player_is_asked() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ORDERED_HALF, ITS_REST, YES)

    assert table.answer_to(HALF_AN_ORDER) == [TO_GO_ON]
    assert table.answer_to(ITS_REST) == [german("PlayerWarned", "white"), REALLY]
    assert [event.white for event in table.of(PlayerWarned)] == [True]
    assert [event.white for event in table.of(Resigned)] == [False]


def test_a_yes_while_the_rest_is_awaited_resigns_for_nobody_and_the_player_is_asked_again() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ORDERED_HALF, YES)

    assert table.of(Resigned) == []
    assert table.answer_to(YES)[-1:] == [REALLY]


def test_a_yes_with_the_players_side_is_theirs_while_the_rest_is_awaited() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ORDERED_HALF, says("black: yes"))

    assert [event.white for event in table.of(Resigned)] == [False]


@pytest.mark.parametrize("dropping", [NO, 10_000], ids=["no", "silence"])
def test_a_dropped_half_leaves_the_players_question(dropping: str | int) -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(*ORDERED_HALF, dropping)

    told = table.answers[-1][1]
    assert [sentence for sentence in told if sentence != TO_GO_ON] == [german("Cancelled"), REALLY]
    assert table.of(PlayerWarned) == []


OFFER_BEGUN = " ".join((says("white"), *GERMAN.words["offer-draw"][1].split()[:-1]))


@pytest.mark.parametrize(
    ("half", "rest", "event"),
    [(HALF_AN_ORDER, ITS_REST, "PlayerWarned"), (OFFER_BEGUN, says("offer-draw"), "DrawOffered")],
)
def test_a_half_that_was_completed_is_not_asked_for_again(half: str, rest: str, event: str) -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, half, rest)

    assert table.answer_to(rest) == [german(event, "white")]


def test_a_move_while_an_order_lacks_its_rest_is_the_players_on_move() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, HALF_AN_ORDER, "e5", PRESS)

    assert [event.uci for event in table.of(MoveCompleted)] == ["e2e4", "e7e5"]
    assert table.refusals == []
