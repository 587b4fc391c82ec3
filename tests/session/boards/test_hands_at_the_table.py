"""Hands at the table: steps on request, moves confirmed or felt, the opponent's move dictated."""

from dataclasses import replace

import chess
import pytest

from tests.german import CLOCK, CONTINUE, PRESS, YES, german, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.ports import ScriptedOpponent
from tests.stage.usual import BLIND, BY_COMMAND
from voice_chess.game.moves import MoveCompleted, MoveExecuted
from voice_chess.game.table import Customs, Occasion, Setup
from voice_chess.game.touch import PiecesTouched
from voice_chess.session.boards.felt_board import STANDS_LONG_MS
from voice_chess.session.listening.inputs import BoardLeft
from voice_chess.session.table_settings import (
    GRACE_MS,
    BothHands,
    Grace,
    HandCustoms,
    TableSettings,
)
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import BoardScan, Lifted, Placed

START = PegBoard.from_fen(chess.STARTING_FEN)
KNOWN_SET = PegSet(marked="black", raised="black")
REPORTED = replace(BLIND, customs=Customs(execution="reported"))


def hands(white: HandCustoms, black: HandCustoms | None = None) -> TableSettings:
    """Both alike where nothing is said of Black's."""
    return replace(BY_COMMAND, hands=BothHands(white=white, black=black or white))


CONFIRMS, PACED = hands(HandCustoms(own="confirm")), hands(HandCustoms(told="paced"))
PRESSED = replace(CONFIRMS, press="auto", grace=Grace(written_ms=GRACE_MS, is_read_back=True))


def at(fen: str, *, reported: bool = True) -> AroundTable:
    """A table with another position, hands confirmed."""
    table = REPORTED if reported else BLIND
    return AroundTable(replace(table, setup=Setup(fen=fen)), settings=CONFIRMS)


@pytest.mark.law("blind-execution")
def test_a_press_before_the_move_stands_is_refused_with_the_article() -> None:
    table = AroundTable(REPORTED, settings=CONFIRMS)
    table.play("e4", PRESS, says("executed"), PRESS)

    assert table.refusals == [("NotYetExecuted", "E.2.3")]
    assert table.answer_to(PRESS) == []
    assert len(table.of(MoveCompleted)) == 1


def test_steps_are_told_one_at_a_time_and_the_last_one_executes() -> None:
    table = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    table.play("exd6", says("steps"), CONTINUE, says("executed"), CONTINUE, CONTINUE, PRESS)

    told = [said for line, said in table.answers if line not in ("", "exd6", PRESS)]
    assert told == [
        [german("step:Lift", piece=in_words("P"), square=in_words("d5"))],
        [german("step:LayAside", piece=in_words("P"))],
        [german("step:Lift", piece=in_words("P"), square=in_words("e5"))],
        [german("step:Insert", piece=in_words("P"), square=in_words("d6"))],
        [german("steps:done")],
    ]
    assert len(table.of(MoveExecuted)) == 1
    assert len(table.of(MoveCompleted)) == 1


@pytest.mark.parametrize(
    ("fen", "move", "steps"),
    [
        (
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "0-0",
            [
                german("step:Lift", piece=in_words("K"), square=in_words("e1")),
                german("step:Insert", piece=in_words("K"), square=in_words("g1")),
                german("step:Lift", piece=in_words("R"), square=in_words("h1")),
                german("step:Insert", piece=in_words("R"), square=in_words("f1")),
            ],
        ),
        (
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
            "a8D",
            [
                german("step:Lift", piece=in_words("P"), square=in_words("a7")),
                german("step:LayAside", piece=in_words("P")),
                german("step:TakeUp", piece=german("Q:white")),
                german("step:Insert", piece=in_words("Q"), square=in_words("a8")),
            ],
        ),
    ],
    ids=["castling", "promotion"],
)
def test_every_kind_of_move_has_its_steps(fen: str, move: str, steps: list[str]) -> None:
    table = at(fen, reported=False)
    lines = [says("steps"), *[CONTINUE] * (len(steps) - 1)]
    table.play(move, *lines)

    assert [said for text, said in table.answers if text in (says("steps"), CONTINUE)] == [
        [step] for step in steps
    ]


def test_a_piece_from_beside_the_board_is_told_by_its_mark() -> None:
    table = at("7k/P7/8/8/8/8/8/K7 w - - 0 1", reported=False)
    marked = HandCustoms(own="confirm")
    table.settings = hands(
        replace(marked, peg_set=replace(marked.peg_set, marked="black", raised="white"))
    )
    table.play("a8D", says("steps"), CONTINUE, CONTINUE)

    assert table.said[-1] == german("step:TakeUp", piece=german("piece:plain", piece=in_words("Q")))


def test_steps_before_any_move_are_none() -> None:
    table = AroundTable(REPORTED, settings=CONFIRMS)
    table.play(says("steps"))

    assert table.answer_to(says("steps")) == [german("NothingAnnounced")]


def test_without_an_announced_move_the_steps_are_those_of_the_last() -> None:
    """Such as after a restart, in the midst of them."""
    table = AroundTable(settings=CONFIRMS)
    table.play("e4", PRESS, says("steps"), CONTINUE, CONTINUE)

    assert table.answer_to(says("steps")) == [
        german("step:Lift", piece=in_words("P"), square=in_words("e2"))
    ]
    assert table.said[-2:] == [
        german("step:Insert", piece=in_words("P"), square=in_words("e4")),
        german("steps:done"),
    ]


def test_where_both_are_led_the_other_hears_their_step_again() -> None:
    table = AroundTable(replace(BLIND, occasion=Occasion(has_arbiter=True)), settings=PACED)
    went_back = (says("arbiter"), YES, says("arbiter: go-back 1 white"))
    table.play("e4", PRESS, CONTINUE, CONTINUE, *went_back, *[CONTINUE] * 4)

    first = german("step:Lift", piece=in_words("P"), square=in_words("e4"))
    assert table.said[-2:] == [german("steps:done"), first]


def test_the_opponents_move_is_dictated_at_the_players_pace() -> None:
    table = AroundTable(settings=PACED)
    table.play("e4", PRESS, CONTINUE, CONTINUE, "e5")

    assert table.answer_to(PRESS) == [
        german("step:Lift", piece=in_words("P"), square=in_words("e2"))
    ]
    assert [said for text, said in table.answers if text == CONTINUE] == [
        [german("step:Insert", piece=in_words("P"), square=in_words("e4"))],
        [german("steps:done")],
    ]
    assert table.answer_to("e5") == [german("MoveAnnounced", move=in_words("Pe5"))]


def test_a_step_is_done_while_a_draw_is_still_to_be_confirmed() -> None:
    """It was taken for the word that starts the clocks."""
    table = AroundTable(settings=PACED)
    session = table.play("e4", says("offer-draw"), PRESS, says("accept"), CONTINUE, YES)

    assert table.answer_to(CONTINUE) == [
        german("step:Insert", piece=in_words("P"), square=in_words("e4"))
    ]
    assert session.game.is_over


def test_an_engine_has_no_board_that_hands_are_led_on() -> None:
    table = AroundTable(settings=PACED, opponent=ScriptedOpponent(["e7e5"]))
    table.play("e4", PRESS)

    assert table.answer_to(PRESS) == [
        german("MoveAnnounced", move=in_words("Pe5")),
        german("step:Lift", piece=in_words("P"), square=in_words("e7")),
    ]


def test_who_announces_before_the_last_step_has_made_it() -> None:
    table = AroundTable(settings=PACED)
    table.play("e4", PRESS, "e5", PRESS, CONTINUE)

    assert table.answer_to(PRESS) == [
        german("step:Lift", piece=in_words("P"), square=in_words("e7"))
    ]
    assert table.answer_to(CONTINUE) == [
        german("step:Insert", piece=in_words("P"), square=in_words("e5"))
    ]


def test_the_opponents_move_is_given_at_once_to_who_wants_it_so() -> None:
    table = AroundTable(settings=hands(HandCustoms(), HandCustoms(told="at-once")))
    table.play("e4", PRESS, "e5", PRESS)

    assert [said for text, said in table.answers if text == PRESS] == [
        [
            german("step:Lift", piece=in_words("P"), square=in_words("e2")),
            german("step:Insert", piece=in_words("P"), square=in_words("e4")),
        ],
        [],
    ]


def test_a_trusted_hand_has_moved_when_the_clock_is_pressed() -> None:
    table = AroundTable(REPORTED)
    table.play("e4", PRESS, "e5", PRESS)

    assert len(table.of(MoveExecuted)) == 2
    assert len(table.of(MoveCompleted)) == 2
    assert table.refusals == []


def test_the_program_presses_only_when_the_move_stands() -> None:
    table = AroundTable(REPORTED, settings=PRESSED)
    table.play("e4", CLOCK, CLOCK, says("executed"), CLOCK)

    completed = [type(seen) is MoveCompleted for seen in table.seen]
    executed = [type(seen) is MoveExecuted for seen in table.seen]
    assert completed.index(True) > executed.index(True)
    assert table.refusals == []


STANDS = BoardScan(board=START)
LIFTED = Lifted(square="g1", piece="N")
ON_F3 = (LIFTED, Placed(square="f3", piece="N"))
ON_H3 = (LIFTED, Placed(square="h3", piece="N"))
"""Another move than Nf3."""


@pytest.mark.law("blind-execution")
def test_a_board_that_feels_itself_executes_the_move() -> None:
    table = AroundTable(REPORTED)
    table.play(STANDS, "Sf3", LIFTED, Placed(square="f3", piece="N"), PRESS)

    assert len(table.of(PiecesTouched)) == 1
    assert len(table.of(MoveExecuted)) == 1
    assert len(table.of(MoveCompleted)) == 1


def test_a_board_that_feels_itself_takes_the_steps_of_ones_own_move() -> None:
    table = AroundTable(REPORTED)
    table.play(STANDS, "Sf3", says("steps"), LIFTED, Placed(square="f3", piece="N"), PRESS)

    assert table.answer_to(says("steps")) == [
        german("step:Lift", piece=in_words("N"), square=in_words("g1")),
        german("step:Insert", piece=in_words("N"), square=in_words("f3")),
        german("steps:done"),
    ]


@pytest.mark.parametrize("is_set_up_later", [False, True])
def test_a_board_that_lies_the_other_way_round_is_followed(is_set_up_later: bool) -> None:
    """White's pieces stand where Black's were expected."""
    found = BoardScan(board=START.turned().with_piece("b8", None))
    back = (Placed(square="b8", piece="N"),)
    begun = (found, *back) if is_set_up_later else (BoardScan(board=START.turned()),)
    moved = (Lifted(square="b8", piece="N"), Placed(square="c6", piece="N"))
    table = AroundTable(REPORTED)
    table.play(*begun, "Sf3", *moved, PRESS)

    assert [touched.squares for touched in table.of(PiecesTouched)] == [("g1",)]
    assert len(table.of(MoveCompleted)) == 1


def test_a_board_that_lies_the_other_way_round_may_tell_all_its_pieces_each_time() -> None:
    after = START.with_piece("g1", None).with_piece("f3", "N")
    table = AroundTable(REPORTED)
    table.play(BoardScan(board=START.turned()), "Sf3", BoardScan(board=after.turned()), PRESS)

    assert len(table.of(MoveCompleted)) == 1


def test_a_board_that_is_joined_again_is_taken_as_it_is_told() -> None:
    unplugged = BoardLeft(white=True, is_lost=True, at_ms=0)
    table = AroundTable(REPORTED)
    table.play(BoardScan(board=START.turned()), unplugged, STANDS, "Sf3", *ON_F3, PRESS)

    assert len(table.of(MoveCompleted)) == 1


def test_steps_of_a_move_that_stands_on_the_board_are_done() -> None:
    table = AroundTable(REPORTED)
    table.play(STANDS, "Sf3", LIFTED, Placed(square="f3", piece="N"), says("steps"))

    assert table.answer_to(says("steps")) == [german("steps:done")]


@pytest.mark.law("blind-touch")
def test_a_lifted_piece_must_move() -> None:
    table = AroundTable(REPORTED)
    table.play(STANDS, LIFTED, "e4", "Sf3")

    assert [name for name, _ in table.refusals] == ["TouchedPieceMustMove"]
    assert table.answer_to("e4")[0] == german("TouchedPieceMustMove", squares=in_words("g1"))


def test_another_move_on_the_board_than_announced_is_told_at_once() -> None:
    table = AroundTable(REPORTED)
    table.play(STANDS, "Sf3", *ON_H3, PRESS)

    assert table.answer_to("Sf3") == [
        german("MoveAnnounced", move=in_words("Nf3")),
        german("board-shows", move=in_words("Nh3")),
    ]
    assert [name for name, _ in table.refusals] == ["NotYetExecuted"]


def test_another_move_made_once_more_is_told_once_more() -> None:
    table = AroundTable(REPORTED)
    back = (Lifted(square="h3", piece="N"), Placed(square="g1", piece="N"))
    table.play(STANDS, "Sf3", *ON_H3, *back, *ON_H3)

    assert table.answer_to("Sf3") == [
        german("MoveAnnounced", move=in_words("Nf3")),
        german("board-shows", move=in_words("Nh3")),
        german("board-shows", move=in_words("Nh3")),
    ]


def test_what_keeps_a_move_from_standing_is_told_at_the_press() -> None:
    """It was on the board, and said not to be there."""
    lacks_a2 = BoardScan(board=START.with_piece("a2", None))
    table = AroundTable(REPORTED)
    table.play(lacks_a2, "Sf3", *ON_F3, PRESS, Placed(square="a2", piece="P"), PRESS)

    first, second = [said for line, said in table.answers if line == PRESS]
    assert first == [
        german(
            "compare:differs",
            square=in_words("a2"),
            here=says("empty"),
            there=german("P:white"),
        ),
        german("NotYetExecuted", move=in_words("Nf3")),
    ]
    assert second == []
    assert len(table.of(MoveCompleted)) == 1


def test_what_is_executed_while_the_clocks_stand_counts_once_they_run() -> None:
    """It was refused at every piece that was felt, and never asked for again."""
    table = AroundTable(REPORTED)
    table.play(STANDS, "Sf3", says("arbiter"), YES, *ON_F3, says("continue"), PRESS)

    assert table.refusals == []
    assert len(table.of(MoveCompleted)) == 1


@pytest.mark.law("blind-touch")
def test_that_the_executed_move_was_not_free_is_told_once() -> None:
    touched = (Lifted(square="e2", piece="P"), Placed(square="e2", piece="P"))
    table = AroundTable(REPORTED)
    table.play(STANDS, "Sf3", *touched, *ON_F3, says("offer-draw"))

    assert [name for name, _ in table.refusals] == ["TouchedPieceMustMove"]


@pytest.mark.law("blind-touch")
def test_a_press_after_castling_by_the_rook_first_tells_the_touched_rook() -> None:
    """It asked for the castling that stood on the board, and could never stand there."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    rook = (Lifted(square="h1", piece="R"), Placed(square="f1", piece="R"))
    king = (Lifted(square="e1", piece="K"), Placed(square="g1", piece="K"))
    table = AroundTable(replace(REPORTED, setup=Setup(fen=fen)))
    table.play(BoardScan(board=PegBoard.from_fen(fen)), "0-0", *rook, *king, PRESS)

    touched = f"{in_words('h1')}, {in_words('e1')}"
    assert table.answer_to(PRESS) == [german("TouchedPieceMustMove", squares=touched)]


LONG = STANDS_LONG_MS + 1_000
DISPLACED = START.with_piece("d1", "K").with_piece("e1", "Q")
"""White's king and queen have changed places."""


def test_a_board_that_is_set_up_wrongly_is_told_once_and_by_its_side() -> None:
    table = AroundTable(REPORTED)
    table.play(BoardScan(board=DISPLACED), LONG, LONG, CLOCK)

    differences = [
        german(
            "compare:differs",
            square=in_words(square),
            here=german(f"{here}:white"),
            there=german(f"{there}:white"),
        )
        for square, here, there in (("d1", "K", "Q"), ("e1", "Q", "K"))
    ]
    about = [german("board-differs", "white"), *differences]
    assert [said for said in table.said if said in about] == about
    assert table.answers[0][1][-len(about) :] == about


def test_nothing_is_told_of_a_board_while_it_is_being_set_up() -> None:
    back = (Lifted(square="e1", piece="Q"), Lifted(square="d1", piece="K"))
    table = AroundTable(REPORTED)
    table.play(
        BoardScan(board=DISPLACED),
        *back,
        LONG,
        Placed(square="e1", piece="K"),
        Placed(square="d1", piece="Q"),
        LONG,
    )

    assert german("board-differs", "white") not in table.said


def test_a_board_on_which_the_announced_move_stands_is_right() -> None:
    table = AroundTable(REPORTED, settings=hands(HandCustoms(peg_set=KNOWN_SET)))
    session = table.play(STANDS, "Sf3", *ON_F3, says("board-differs"))

    assert table.answer_to(says("board-differs")) == [german("compare:same")]
    assert session.game.clock.is_running


def test_an_announced_move_stays_on_a_board_that_is_put_right() -> None:
    table = AroundTable(REPORTED, settings=hands(HandCustoms(peg_set=KNOWN_SET)))
    out, back = Lifted(square="a2", piece="P"), Placed(square="a2", piece="P")
    table.play(STANDS, "Sf3", *ON_F3, out, says("board-differs"), YES, back, PRESS)

    assert table.answer_to(YES) == [
        german("BoardCorrected", "white"),
        german("step:TakeUp", piece=german("piece:plain", piece=in_words("P"))),
        german("steps:done"),
        german("ClocksStarted"),
    ]
    assert len(table.of(MoveCompleted)) == 1


def test_an_unplugged_board_is_told_and_play_goes_on_by_voice() -> None:
    table = AroundTable(REPORTED)
    unplugged = BoardLeft(white=True, is_lost=True, at_ms=0)
    moved = BoardScan(board=START.with_piece("e2", None).with_piece("e4", "P"))
    session = table.play(STANDS, unplugged, "e4", PRESS, moved)

    assert table.answers[0][1][-1] == german("BoardLost", "white")
    assert table.answer_to(PRESS) == [german("board-found", "white")]
    assert session.game.position.moves == ("e2e4",)
    assert session.game.clock.is_running


def test_whoever_sees_a_touch_says_it() -> None:
    table = AroundTable(REPORTED)
    table.play(says("touched file:g rank:1"), "e4")

    assert len(table.of(PiecesTouched)) == 1
    assert [name for name, _ in table.refusals] == ["TouchedPieceMustMove"]


def test_who_forgets_to_move_by_hand_is_reminded_once() -> None:
    table = AroundTable(REPORTED, settings=PRESSED, pause_ms=15_000)
    table.play("e4", says("executed"), CLOCK)

    assert table.said.count(german("NotYetExecuted", move=in_words("Pe4"))) == 1
    assert len(table.of(MoveCompleted)) == 1
