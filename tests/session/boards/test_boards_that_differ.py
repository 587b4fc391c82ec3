"""A dispute over the boards, from the first word to the clocks running again (journey six)."""

from dataclasses import replace

import pytest

from tests.german import CONTINUE, NO, NUMBERS, PRESS, YES, differs, german, in_words, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import BLIND, BY_COMMAND, IN_GERMAN
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.irregularities import BoardCorrected, PositionRestored
from voice_chess.game.table import Customs, Occasion, Role, Seat, Table
from voice_chess.languages.language import load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.listening.inputs import BoardTells
from voice_chess.session.table_settings import BothHands, Dictation, HandCustoms
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import BoardScan, Lifted, Placed

KNOWN = HandCustoms(peg_set=PegSet(marked="black", raised="black"))
HANDS = replace(BY_COMMAND, hands=BothHands(white=KNOWN, black=KNOWN))
WITH_ARBITER = replace(BLIND, occasion=Occasion(has_arbiter=True))
OWN_SCORES = replace(
    WITH_ARBITER,
    white=Seat(is_blind=True, score_medium="braille"),
    black=Seat(is_blind=True, score_medium="longhand"),
)
MOVES = ("e4", PRESS, "e5", PRESS, "Sf3", PRESS, "Sc6", PRESS)
AFTER = PegBoard.from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1")
KNIGHT_ON_E2 = AFTER.with_piece("f3", None).with_piece("e2", "N")
RIGHT = [YES] * 8
RANK_TOLD = german("compare:rank", rank="…", list="").partition("…")[0]
"""What the reading of a rank begins with."""


def test_how_a_set_tells_colours_is_asked_and_not_assumed() -> None:
    table = AroundTable()
    table.play(says("board-differs"), says("black"), says("none"), says("white"), *RIGHT)

    assert table.answer_to(says("board-differs")) == [german("ask:marked", "white")]
    assert table.answer_to(says("black")) == [german("ask:raised", "white")]
    assert table.answer_to(says("none")) == table.answer_to(says("black"))
    (first,) = table.answer_to(says("white"))
    raised, rook = german("raised", file=in_words("b")), german("piece:plain", piece=in_words("R"))
    assert first.startswith(f"{RANK_TOLD}{NUMBERS[1]}, {raised}: {in_words('a1')} {rook},")


def test_a_no_leaves_the_question_how_a_set_tells_colours() -> None:
    table = AroundTable()
    table.play(says("board-differs"), NO, says("black"))

    assert table.answer_to(NO) == [german("Cancelled")]
    assert table.answer_to(says("black")) == [german("NotUnderstood")]


def test_who_was_not_said_to_be_blind_has_a_board_that_may_differ_too() -> None:
    apart = Apart(Table(control=TimeControl.parsed("15+10")))
    asked = says("board-differs")

    apart.types(asked, Role.WHITE)
    assert apart.told(Role.WHITE) == [german("ask:marked", "white")]
    apart.types(asked, Role.BLACK)
    assert apart.told(Role.BLACK) == [german("ask:marked", "black")]
    apart.types(asked, Role.SPECTATOR)
    assert apart.told(Role.SPECTATOR) == [german("NotUnderstood")]


def test_a_board_that_is_right_is_told_so() -> None:
    table = AroundTable(settings=HANDS)
    session = table.play("e4", PRESS, says("board-differs"), *RIGHT)

    assert table.said[-1] == german("compare:same")
    assert session.game.clock.is_running


def test_who_was_asked_whether_they_meant_their_board_has_said_so() -> None:
    doubtful = {says("board-differs").lower(): 0.0, "[unk] [unk]": -0.6}
    table = AroundTable(settings=IN_GERMAN)
    table.play(Utterance(doubtful), Utterance(YES))

    said = table.speaker.said
    asked = said.index(f"{says('board-differs')}?")
    assert said[asked : asked + 2] == [
        f"{says('board-differs')}?",
        german("ask:marked", "white"),
    ]


def test_who_reads_their_board_may_still_ask_anything() -> None:
    table = AroundTable(settings=HANDS)
    table.play(says("board-differs"), YES, says("whose-turn"), *RIGHT[1:])

    assert table.answer_to(says("whose-turn")) == [german("whose-turn", "white")]
    assert table.said[-1] == german("compare:same")


def test_an_answer_is_taken_back() -> None:
    table = AroundTable(settings=HANDS)
    table.play(says("board-differs"), YES, NO, says("correction"), *RIGHT[1:])

    assert table.answer_to(NO) == [
        german(
            "compare:square",
            square=in_words("a2"),
            piece=german("piece:plain", piece=in_words("P")),
        )
    ]
    assert table.answer_to(says("correction"))[0].startswith(f"{RANK_TOLD}{NUMBERS[2]}, ")
    assert table.said[-1] == german("compare:same")


DIFFERS = (
    says("board-differs"),
    YES,
    *(NO, YES, YES, YES, YES, NO, says("white piece:N"), YES, YES, YES),
    *(NO, YES, YES, YES, YES, YES, NO, says("empty"), YES, YES),
    *(YES, YES, YES, YES, YES),
)


@pytest.mark.law("positions-differ")
def test_with_equal_scores_the_board_is_put_right_once_the_arbiter_agrees() -> None:
    table = AroundTable(WITH_ARBITER, settings=HANDS)
    session = table.play(
        *MOVES,
        *DIFFERS,
        says("white: yes"),
        says("arbiter: yes"),
        CONTINUE,
        CONTINUE,
        says("executed"),
        CONTINUE,
    )

    said = [text for line, texts in table.answers for text in texts if line != ""]
    asked = said.index(german("compare:board", "white"))
    assert said[asked - 2 : asked] == [
        differs("e2", here="N"),
        differs("f3", there="N"),
    ]
    assert said[asked + 1 :] == [
        german("compare:waits"),
        german("BoardCorrected", "white"),
        german("step:Lift", piece=in_words("N"), square=in_words("e2")),
        german("step:LayAside", piece=in_words("N")),
        german("step:TakeUp", piece=german("piece:plain", piece=in_words("N"))),
        german("step:Insert", piece=in_words("N"), square=in_words("f3")),
        german("steps:done"),
        german("ClocksStarted"),
    ]
    (stopped,) = table.of(ClocksStopped)
    assert (stopped.why, stopped.by) == ("displaced-pieces", "white")
    (corrected,) = table.of(BoardCorrected)
    assert corrected.white
    assert session.game.clock.is_running
    assert len(session.game.position.moves) == 4


def test_the_arbiter_may_leave_a_board_as_it_is() -> None:
    table = AroundTable(WITH_ARBITER, settings=HANDS)
    session = table.play(*MOVES, *DIFFERS, says("arbiter: no"))

    assert table.said[-2:] == [german("Cancelled"), german("ClocksStarted")]
    assert session.game.clock.is_running


def test_clocks_that_the_arbiter_has_started_are_not_started_again() -> None:
    table = AroundTable(WITH_ARBITER, settings=HANDS)
    session = table.play(
        *(*MOVES, *DIFFERS, says("arbiter: continue"), says("arbiter: yes")), *[CONTINUE] * 4
    )

    assert table.said[-1] == german("steps:done")
    assert session.game.clock.is_running
    assert len(table.of(ClocksStarted)) == 1


def test_steps_go_on_whatever_else_happens_meanwhile() -> None:
    table = AroundTable(WITH_ARBITER, settings=HANDS)
    table.play(
        *(*MOVES, *DIFFERS, says("arbiter: yes"), CONTINUE),
        *(says("arbiter: continue"), CONTINUE, CONTINUE, CONTINUE),
    )

    assert len(table.of(ClocksStarted)) == 1
    assert table.said[-2:] == [
        german("step:Insert", piece=in_words("N"), square=in_words("f3")),
        german("steps:done"),
    ]


def test_what_was_found_is_void_once_the_game_goes_on() -> None:
    table = AroundTable(WITH_ARBITER, settings=HANDS)
    table.play(*(*MOVES, *DIFFERS, says("arbiter: continue"), "Lb5", PRESS, says("arbiter: yes")))

    nothing_asked = load_language("de").phrase("NothingAsked")
    assert table.answer_to(says("arbiter: yes")) == [nothing_asked]
    assert not table.of(BoardCorrected)


def test_without_an_arbiter_the_players_agree() -> None:
    table = AroundTable(settings=HANDS)
    table.play(*MOVES, *DIFFERS, YES)

    assert german("compare:board-players", "white") in table.said
    assert table.said[-1] == german("step:Lift", piece=in_words("N"), square=in_words("e2"))


@pytest.mark.law("scores-differ")
def test_with_different_scores_it_goes_back_and_the_arbiter_sets_the_clocks() -> None:
    table = AroundTable(OWN_SCORES, settings=HANDS)
    session = table.play(
        *MOVES,
        *DIFFERS,
        *(NO, NO, YES, in_words("Ne2"), YES),
        says("arbiter: yes"),
        *[CONTINUE] * 12,
        says("arbiter: clock white 9 minutes black 9 minutes"),
        says("arbiter: continue"),
    )

    assert german(
        "compare:written",
        "black",
        player=says("white"),
        number=NUMBERS[2],
        move=in_words("Nb8, c6"),
    ) in (table.said)
    assert table.answer_to(in_words("Ne2")) == [
        german(
            "compare:written",
            "black",
            player=says("black"),
            number=NUMBERS[2],
            move=in_words("Nb8, c6"),
        )
    ]
    assert german("compare:back", "white", number=NUMBERS[2]) in table.said
    assert german("compare:times") in table.said
    (restored,) = table.of(PositionRestored)
    assert restored.moves_kept == 2
    assert session.game.position.moves == ("e2e4", "e7e5")
    assert session.game.clock.is_running
    assert german("steps:done") in table.said


@pytest.mark.law("scores-differ")
@pytest.mark.parametrize("told", ["off", "paced", "at-once"])
def test_hands_are_led_back_once_and_from_what_was_told(told: Dictation) -> None:
    """Whoever has moves dictated was led from the game's own position first."""
    white = replace(KNOWN, told=told)
    settings = replace(BY_COMMAND, hands=BothHands(white=white, black=KNOWN))
    table = AroundTable(OWN_SCORES, settings=settings)
    table.play(
        *MOVES,
        *DIFFERS,
        *(NO, NO, YES, in_words("Ne2"), YES),
        says("arbiter: yes"),
        *[CONTINUE] * 8,
    )

    assert german("step:Lift", piece=in_words("N"), square=in_words("e2")) in table.answer_to(
        says("arbiter: yes")
    )
    assert german("step:Lift", piece=in_words("N"), square=in_words("f3")) not in table.said
    assert table.said[-1] == german("steps:done")


def test_a_board_that_feels_itself_needs_no_reading_and_leads_the_hands() -> None:
    table = AroundTable(WITH_ARBITER, settings=HANDS)
    session = table.play(
        BoardScan(board=made(AFTER, "f3e5").with_piece("e5", "p")),
        *(*MOVES, says("board-differs"), says("arbiter: yes")),
        Placed(square="f3", piece="N"),
        Lifted(square="a1", piece="R"),
        Placed(square="a1", piece="R"),
    )

    assert table.answer_to(says("board-differs"))[-2:] == [
        differs("f3", there="N"),
        german("compare:board", "white"),
    ]
    assert table.answer_to(says("arbiter: yes")) == [
        german("BoardCorrected", "white"),
        german("step:TakeUp", piece=german("piece:plain", piece=in_words("N"))),
        german("steps:done"),
        german("ClocksStarted"),
    ]
    assert len(table.of(ClocksStarted)) == 1
    assert session.game.clock.is_running


def test_a_board_that_was_put_right_meanwhile_needs_no_hands() -> None:
    table = AroundTable(settings=HANDS)
    session = table.play(
        BoardScan(board=AFTER.with_piece("a2", None)),
        *MOVES,
        says("board-differs"),
        Placed(square="a2", piece="P"),
        YES,
    )

    assert table.answer_to(YES) == [german("BoardCorrected", "white"), german("ClocksStarted")]
    assert session.game.clock.is_running


def test_a_board_that_was_put_right_while_its_set_was_asked_about_is_right() -> None:
    table = AroundTable()
    session = table.play(
        BoardScan(board=PegBoard.from_fen(ORDINARY_START).with_piece("a2", None)),
        *(says("board-differs"), says("black"), Placed(square="a2", piece="P"), says("white")),
    )

    assert table.answer_to(says("white")) == [german("compare:same")]
    assert session.game.clock.is_running


def test_of_a_board_that_was_swept_clear_only_the_first_squares_are_told() -> None:
    """Nobody listens to thirty-two of them; the steps name them all."""
    table = AroundTable(settings=HANDS)
    table.play(BoardScan(board=PegBoard()), says("board-differs"))

    told = table.answer_to(says("board-differs"))
    assert told[1:-1] == [
        differs(square, there=piece)
        for square, piece in zip(("a1", "b1", "c1", "d1"), "RNBQ", strict=True)
    ]


@pytest.mark.law("scores-differ")
def test_without_an_arbiter_the_players_start_the_clocks_after_going_back() -> None:
    """They were asked for new times, which only an arbiter can set."""
    without = replace(OWN_SCORES, occasion=Occasion())
    table = AroundTable(without, settings=HANDS)
    session = table.play(
        *MOVES, *DIFFERS, *(NO, NO, YES, in_words("Ne2"), YES), YES, *[CONTINUE] * 9
    )

    assert german("compare:back-players", "white", number=NUMBERS[2]) in table.said
    assert german("resumed:wait", command=CONTINUE) in table.said
    assert session.game.position.moves == ("e2e4", "e7e5")
    assert session.game.clock.is_running


def test_every_board_that_is_to_be_put_right_is_named() -> None:
    table = AroundTable(settings=HANDS)
    both = (
        BoardTells(white=white, happenings=(BoardScan(board=KNIGHT_ON_E2),), at_ms=0)
        for white in (True, False)
    )
    table.play(*both, *MOVES, says("board-differs"))

    sides = f"{says('white')}, {says('black')}"
    assert german("compare:board-players", side=sides) in table.answer_to(says("board-differs"))


def test_at_one_microphone_who_says_that_a_step_is_done_need_not_be_named() -> None:
    """White is on move, and Black's hands are led; that word started the clocks."""
    table = AroundTable(settings=HANDS)
    session = table.play(
        *MOVES,
        f"{says('black')}: {DIFFERS[0]}",
        *DIFFERS[1:],
        YES,
        says("steps"),
        *[CONTINUE] * 4,
    )

    first = german("step:Lift", piece=in_words("N"), square=in_words("e2"))
    assert table.answer_to(says("steps")) == [first]
    assert table.said[-2:] == [german("steps:done"), german("ClocksStarted")]
    assert session.game.clock.is_running


def test_a_board_is_asked_about_with_the_announced_move_on_it() -> None:
    table = AroundTable(settings=HANDS)
    session = table.play("e4", says("board-differs"), *RIGHT, PRESS)

    pawn = f"{in_words('e4')} {german('piece:plain', piece=in_words('P'))}"
    assert any(pawn in text for text in table.said if text.startswith(RANK_TOLD))
    assert german("compare:same") in table.said
    assert session.game.position.moves == ("e2e4",)


def test_an_announced_move_on_a_board_is_not_taken_back_when_it_is_put_right() -> None:
    lacks_a2 = (YES, NO, NO, says("empty"), *[YES] * 7, *[YES] * 6)
    table = AroundTable(settings=HANDS)
    table.play("e4", says("board-differs"), *lacks_a2, YES, CONTINUE, CONTINUE)

    assert table.said[-5:] == [
        german("BoardCorrected", "white"),
        german("step:TakeUp", piece=german("piece:plain", piece=in_words("P"))),
        german("step:Insert", piece=in_words("P"), square=in_words("a2")),
        german("steps:done"),
        german("ClocksStarted"),
    ]


def test_who_has_not_made_their_announced_move_is_right_as_well() -> None:
    not_made = (
        *(YES, NO, YES, YES, YES, YES, NO, says("white piece:P"), YES, YES, YES),
        *(YES, NO, YES, YES, YES, YES, NO, says("empty"), YES, YES, YES, *[YES] * 4),
    )
    table = AroundTable(settings=HANDS)
    table.play("e4", says("board-differs"), *not_made)

    assert table.said[-1] == german("compare:same")


def test_who_puts_their_board_right_has_not_executed_the_announced_move() -> None:
    confirms = replace(KNOWN, own="confirm")
    table = AroundTable(
        replace(BLIND, customs=Customs(execution="reported")),
        settings=replace(BY_COMMAND, hands=BothHands(white=confirms, black=confirms)),
    )
    lacks_a2 = (YES, NO, NO, says("empty"), *[YES] * 7, *[YES] * 6)
    table.play("e4", says("board-differs"), *lacks_a2, YES, CONTINUE, CONTINUE, PRESS)

    assert table.said[-3:-1] == [german("steps:done"), german("ClocksStarted")]
    assert [name for name, _ in table.refusals] == ["NotYetExecuted"]


def test_who_announces_a_move_compares_no_longer() -> None:
    table = AroundTable(settings=HANDS)
    session = table.play(says("board-differs"), YES, "e4", PRESS, YES)

    assert session.game.position.moves == ("e2e4",)
    assert table.answer_to("e4") == [german("MoveAnnounced", move=in_words("Pe4"))]
    assert not [text for text in table.answer_to(YES) if text.startswith(RANK_TOLD)]


def test_what_is_to_be_confirmed_comes_before_the_boards() -> None:
    table = AroundTable(settings=HANDS)
    session = table.play(says("board-differs"), says("resign"), NO, YES, says("resign"), YES)

    assert table.answers[3][1] == [german("Cancelled:resign")]
    assert session.game.is_over
