"""Roles at one machine: each does what the Laws let them, and is told why not otherwise."""

from dataclasses import replace

import pytest

from tests.german import CONTINUE, NO, PRESS, YES, by_ear, either, german, in_words, minutes, says
from tests.stage.around_table import AroundTable
from tests.stage.ports import ScriptedOpponent
from tests.stage.usual import BLIND
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import ClocksSet, ClocksStarted, ClocksStopped, TimeAdded, TimeDeducted
from voice_chess.game.draws import DrawAccepted, DrawDeclined, DrawOffered
from voice_chess.game.game_end import GameEnded, Resigned
from voice_chess.game.information import ScoreShown
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.penalties import PlayerWarned
from voice_chess.game.phases import InPlay, Over, StopReason
from voice_chess.game.quickplay import IncrementIntroduced, IncrementRequested
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Occasion, Role, Seat, Setup

WITH_ASSISTANT = replace(BLIND, white=Seat(is_blind=True, has_assistant=True))
WITH_ARBITER = replace(BLIND, occasion=Occasion(has_arbiter=True))


def test_a_role_before_the_words_says_whose_they_are() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("white: offer-draw"), says("black: decline"), "e5")

    (offer,) = table.of(DrawOffered)
    assert offer.white
    assert [event.uci for event in table.of(MoveAnnounced)] == [
        "e2e4",
        "e7e5",
    ]


@pytest.mark.law("draw-offer")
@pytest.mark.parametrize("reply", [says("black: yes"), says("black yes"), f"@b {YES}", "@b ,y"])
def test_yes_with_a_role_accepts_what_was_offered_to_that_role(reply: str) -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("white: offer-draw"), reply, YES)

    (accepted,) = table.of(DrawAccepted)
    assert not accepted.white
    assert table.refusals == []


def test_no_with_a_role_declines_it() -> None:
    table = AroundTable()
    table.play("e4", PRESS, says("white: offer-draw"), says("black: no"), "e5")

    assert len(table.of(DrawDeclined)) == 1


@pytest.mark.parametrize("role", ["white", "arbiter", "assistant black"])
def test_a_yes_in_the_name_of_somebody_else_binds_nobody(role: str) -> None:
    reply = says(f"{role}: yes")
    table = AroundTable(replace(WITH_ARBITER, black=Seat(is_blind=True, has_assistant=True)))
    table.play("e4", says("white: offer-draw"), reply)

    assert table.answer_to(reply)[0] == german("NothingAsked")


def test_a_yes_with_a_role_that_nobody_was_asked_for_is_told_so() -> None:
    table = AroundTable()
    table.play("e4", says("black: yes"))

    assert table.answer_to(says("black: yes")) == [german("NothingAsked")]


def test_who_is_not_on_move_is_told_so() -> None:
    table = AroundTable()
    table.play(says("black: e7e5"))

    assert table.refusals == [("NotYourMove", "1.1")]
    assert table.answer_to(says("black: e7e5"))[0] == german("NotYourMove")


def test_who_resigns_by_their_role_confirms_for_themselves() -> None:
    table = AroundTable()
    session = table.play("e4", says("white: resign"), YES)

    (resigned,) = table.of(Resigned)
    assert resigned.white
    assert isinstance(session.game.phase, Over)
    assert session.game.phase.result is Result.BLACK_WINS


@pytest.mark.law("assistant-announces")
def test_an_assistant_announces_but_offers_no_draw() -> None:
    table = AroundTable(WITH_ASSISTANT)
    table.play(says("assistant white: Sf3"), says("assistant white: offer-draw"))

    assert len(table.of(MoveAnnounced)) == 1
    assert [name for name, _ in table.refusals] == ["NotYourRole"]
    assert table.answer_to(says("assistant white: offer-draw"))[0] == german("NotYourRole")


@pytest.mark.law("assistant-announces")
def test_an_assistant_that_the_table_does_not_have_is_refused() -> None:
    table = AroundTable()
    table.play(says("assistant white: Sf3"))

    assert [name for name, _ in table.refusals] == ["NotYourRole"]


@pytest.mark.parametrize("line", [says("black: warn white"), says("warn white")])
def test_an_arbiters_words_are_nobody_elses(line: str) -> None:
    table = AroundTable()
    table.play(line)

    assert table.of(PlayerWarned) == []
    assert table.answer_to(line) == [german("NotUnderstood")]


def test_an_arbiter_is_told_both_clocks() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(says("arbiter: clock"))

    assert table.of(ClocksSet) == []
    (told,) = table.answer_to(says("arbiter: clock"))
    assert told.startswith(f"{says('white')} {minutes(14)} ")
    assert told.endswith(f" {says('black')} {minutes(15)}.")


def test_an_arbiter_warns_and_corrects_the_clocks() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(
        says("arbiter: warn black"),
        says("arbiter add-time white 2 minutes"),
        says("arbiter deduct-time black rank:1 minutes"),
        says("arbiter clock white 10 minutes black 12 minutes"),
        says("arbiter: yes"),
    )

    assert [type(event) for event in (*table.of(PlayerWarned), *table.of(TimeAdded))] == [
        PlayerWarned,
        TimeAdded,
    ]
    (deducted,) = table.of(TimeDeducted)
    assert (deducted.white, deducted.ms) == (False, 60_000)
    (put,) = table.of(ClocksSet)
    assert (put.white_ms, put.black_ms) == (600_000, 720_000)


def test_an_arbiter_puts_the_position_back_and_starts_the_clocks() -> None:
    table = AroundTable(WITH_ARBITER)
    session = table.play(
        "e4",
        PRESS,
        "e5",
        PRESS,
        says("arbiter: go-back rank:1 black"),
        CONTINUE,
        says("arbiter: continue"),
    )

    (restored,) = table.of(PositionRestored)
    assert restored.moves_kept == 1
    assert [name for name, _ in table.refusals] == ["NotYourRole"]
    assert session.game.clock.is_running
    assert not session.game.white_to_move


def test_an_arbiter_stops_the_clocks() -> None:
    table = AroundTable(WITH_ARBITER)
    session = table.play(says("arbiter: stop"))

    (stopped,) = table.of(ClocksStopped)
    why: StopReason = "arbiter"
    assert (stopped.by, stopped.why) == (Role.ARBITER, why)
    assert not session.game.clock.is_running


@pytest.mark.parametrize(
    ("line", "result", "reason"),
    [
        (says("arbiter: ruling black"), Result.BLACK_WINS, EndReason.ARBITER),
        (says("arbiter: ruling offer-draw"), Result.DRAW, EndReason.ARBITER),
        (says("arbiter: annul"), Result.VOID, EndReason.WRONG_START),
    ],
)
def test_an_arbiter_declares_a_result(line: str, result: Result, reason: EndReason) -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(line, says("arbiter: yes"))

    (ended,) = table.of(GameEnded)
    assert (ended.result, ended.reason) == (result, reason)


@pytest.mark.parametrize(
    ("line", "question"),
    [
        (
            says("arbiter: ruling black"),
            german(
                "confirm:order",
                what=german(
                    "GameEnded", result=german("result:black-wins"), reason=german("end:arbiter")
                ),
            ),
        ),
        (
            says("arbiter: clock white 10 minutes black 12 minutes"),
            german("confirm:order", what=german("ClocksSet", white=minutes(10), black=minutes(12))),
        ),
    ],
)
@pytest.mark.parametrize(
    "instead", [says("arbiter: no"), says("black: yes"), says("arbiter: clock")]
)
def test_what_ends_the_game_or_sets_the_clocks_waits_for_the_arbiters_yes(
    line: str, question: str, instead: str
) -> None:
    table = AroundTable(WITH_ARBITER)
    session = table.play("e4", line, instead)

    assert table.answer_to(line) == [question]
    assert (table.of(GameEnded), table.of(ClocksSet)) == ([], [])
    assert session.game.turn.announcement is not None


def test_an_arbiters_move_is_refused_with_the_article_on_their_part() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(says("arbiter: e4"))

    assert table.refusals == [("NotYourRole", "13.6")]
    assert table.of(MoveAnnounced) == []


def test_who_is_asked_about_their_move_answers_without_their_role() -> None:
    setup = Setup(fen="1n2k3/8/5n2/8/8/8/8/4K3 b - - 0 1")
    table = AroundTable(replace(BLIND, setup=setup))
    table.play(says("black: piece:N d7"), in_words("f"))

    which = german("ask:which", start=in_words("N"), choices=either(in_words("b"), in_words("f")))
    assert table.answer_to(says("black: piece:N d7")) == [which]
    (announced,) = table.of(MoveAnnounced)
    assert announced.uci == "f6d7"


def test_roles_are_listened_for_where_somebody_has_one() -> None:
    plain, supervised = AroundTable(), AroundTable(WITH_ARBITER)
    plain.play("e4")
    supervised.play("e4")

    orders = {by_ear(line) for line in ("arbiter warn white", "arbiter go-back 2")}
    assert orders <= set(supervised.expected[-1])
    assert not orders & set(plain.expected[-1])


def test_at_every_table_of_two_a_player_can_say_their_side_first() -> None:
    two, alone = AroundTable(), AroundTable(opponent=ScriptedOpponent(["e7e5"]))
    two.play("e4")
    alone.play("e4")

    assert says("black").lower() in two.expected[-1]
    assert says("black").lower() not in alone.expected[-1]


def test_a_role_is_told_by_its_key_too() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(f"@a {says('warn black')}", "@b ,q")

    assert len(table.of(PlayerWarned)) == 1
    (offer,) = table.of(DrawOffered)
    assert not offer.white


QUICKPLAY = replace(WITH_ARBITER, edition="2018", control=TimeControl.parsed("90+0"))
SHORT_OF_TIME = (says("arbiter: clock white 1 minutes black 10 minutes"), says("arbiter: yes"))
RAPID = replace(WITH_ARBITER, edition="2018", control=TimeControl.parsed("15+0"))


def test_who_is_short_of_time_asks_for_an_increment_and_the_arbiter_grants_it() -> None:
    table = AroundTable(QUICKPLAY)
    session = table.play(
        *SHORT_OF_TIME,
        says("increment"),
        YES,
        says("black: decline"),
        says("arbiter: ruling yes"),
    )

    assert table.answer_to(says("increment")) == [german("confirm:increment")]
    assert len(table.of(IncrementRequested)) == 1
    assert len(table.of(DrawDeclined)) == 1
    assert len(table.of(IncrementIntroduced)) == 1
    assert session.game.clock.period_of(white=True).increment_ms == 5_000


def test_nobody_gets_an_increment_by_a_slip_of_the_tongue() -> None:
    table = AroundTable(QUICKPLAY)
    table.play(*SHORT_OF_TIME, says("increment"), NO)

    assert table.of(IncrementRequested) == []


def test_without_need_an_increment_is_refused_with_the_article() -> None:
    table = AroundTable(QUICKPLAY)
    table.play(says("increment"), YES)

    assert table.refusals == [("NoQuickplayFinish", "III.4")]


def test_a_player_asks_for_the_arbiters_scoresheet_and_is_shown_it() -> None:
    table = AroundTable(RAPID)
    table.play(says("see-score"), says("arbiter: see-score"))

    assert table.answer_to(says("see-score")) == [german("InformationAsked", "white")]
    assert len(table.of(ScoreShown)) == 1


def test_where_the_arbiter_writes_nothing_there_is_nothing_to_look_at() -> None:
    table = AroundTable()
    table.play(says("see-score"))

    assert [refusal for refusal, _ in table.refusals] == ["NoLookAtScore"]


@pytest.mark.parametrize(
    "order",
    [
        "ruling offer-draw",
        "ruling white",
        "annul",
        "add-time white 9 minutes",
        "clock white 9 minutes black 8 minutes",
        "go-back 1",
        "warn white",
    ],
)
def test_nobody_rules_where_no_arbiter_is_at_the_table(order: str) -> None:
    table = AroundTable()
    session = table.play("e4", PRESS, says(f"arbiter: {order}"))

    assert table.answer_to(says(f"arbiter: {order}")) == [german("arbiter:none")]
    assert isinstance(session.game.phase, InPlay)
    assert len(session.game.position.moves) == 1
    assert [*table.of(TimeAdded), *table.of(ClocksSet), *table.of(PlayerWarned)] == []


def test_players_without_an_arbiter_start_their_own_clocks_again() -> None:
    table = AroundTable()
    session = table.play(says("arbiter"), YES, says("arbiter: continue"))

    assert session.game.clock.is_running


@pytest.mark.law("draw-offer")
@pytest.mark.parametrize("first", [(), ("e4",)], ids=["before the move", "after it"])
def test_nobody_accepts_their_own_offer(first: tuple[str, ...]) -> None:
    table, accepted = AroundTable(), says("white: accept")
    session = table.play(*first, says("offer-draw"), accepted, YES)

    assert isinstance(session.game.phase, InPlay)
    assert [name for name, _ in table.refusals] == ["OwnDrawOffer"]
    assert table.answer_to(accepted) == [german("OwnDrawOffer")]


def test_a_no_before_the_press_takes_back_the_move_and_declines_nothing() -> None:
    table = AroundTable()
    table.play("e4", says("offer-draw"), NO, "d4", PRESS)

    assert [one.uci for one in table.of(MoveCompleted)] == ["d2d4"]
    assert table.of(DrawDeclined) == []


@pytest.mark.parametrize(
    "lines", [(says("black: accept"),), (says("accept"),), (YES,), (PRESS, says("accept"))]
)
def test_the_opponent_accepts_before_the_press_or_on_their_move(lines: tuple[str, ...]) -> None:
    table = AroundTable()
    session = table.play("e4", says("offer-draw"), *lines, YES)

    assert isinstance(session.game.phase, Over)
    assert session.game.phase.result is Result.DRAW


@pytest.mark.parametrize("answer", [says("black: yes"), says("black: no"), says("arbiter: yes")])
def test_what_was_asked_of_one_is_confirmed_by_nobody_else(answer: str) -> None:
    table = AroundTable()
    session = table.play(says("resign"), answer)

    assert isinstance(session.game.phase, InPlay)
    assert table.answer_to(answer) == [german("confirm:resign")]


def test_after_anothers_answer_the_question_still_waits_for_their_own() -> None:
    table = AroundTable()
    session = table.play(says("resign"), says("black: yes"), says("white: yes"))

    assert isinstance(session.game.phase, Over)
    assert session.game.phase.result is Result.BLACK_WINS


@pytest.mark.parametrize("answer", [says("black: yes"), says("black: Dh5xf7")])
def test_a_mate_is_confirmed_by_its_mover_alone(answer: str) -> None:
    mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4"
    table = AroundTable(replace(BLIND, setup=Setup(fen=mate)))
    session = table.play("Dxf7", answer)

    assert isinstance(session.game.phase, InPlay)
    assert len(table.of(MoveAnnounced)) == 0


BY_RANKS = says("position-by-rank")
TO_GO_ON = german("more", command=CONTINUE)
"""What is said behind each part of a long answer but the last."""


def test_the_arbiters_word_to_go_on_starts_the_clocks_while_a_player_has_a_long_answer() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play("e4", PRESS, says("arbiter: stop"), BY_RANKS, says("arbiter: continue"))

    assert len(table.of(ClocksStarted)) == 1


def test_the_opponents_word_to_go_on_does_not_use_up_a_long_answer() -> None:
    table = AroundTable()
    table.play(BY_RANKS, says("black: continue"), CONTINUE)
    (first, blacks, whites) = (told for _, told in table.answers[-3:])

    assert first[-1] == whites[-1] == TO_GO_ON
    assert german("repeat:none") not in blacks
    assert TO_GO_ON not in blacks


def test_the_arbiter_hears_the_rest_of_their_own_long_answer() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(says("arbiter: position-by-rank"), says("arbiter: continue"))

    assert [told[-1] for _, told in table.answers[-2:]] == [TO_GO_ON, TO_GO_ON]


@pytest.mark.law("draw-offer")
@pytest.mark.parametrize("reply", [NO, says("decline")])
def test_an_offer_before_the_move_is_declined_by_the_opponent_without_a_name(reply: str) -> None:
    table = AroundTable()
    table.play(says("offer-draw"), reply)

    (declined,) = table.of(DrawDeclined)
    assert declined.white is False


@pytest.mark.law("draw-offer")
@pytest.mark.parametrize("reply", [YES, says("accept")])
def test_an_offer_before_the_move_is_accepted_by_the_opponent_once_confirmed(reply: str) -> None:
    table = AroundTable()
    table.play(says("offer-draw"), reply, YES)

    (accepted,) = table.of(DrawAccepted)
    assert accepted.white is False
    assert german("confirm:accept") in table.said
