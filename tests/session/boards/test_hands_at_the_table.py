"""Hands at the table: steps on request, moves confirmed or felt, the opponent's move dictated."""

from dataclasses import replace

import chess
import pytest

from tests.german import german
from tests.session.typed_table import BLIND, Boards, TypedTable
from voice_chess.game.moves import MoveCompleted, MoveExecuted
from voice_chess.game.table import Customs, Setup
from voice_chess.game.touch import PiecesTouched
from voice_chess.session.board_preferences import BothHands, HandCustoms
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan, Lifted, Placed

START = PegBoard.from_fen(chess.STARTING_FEN)
REPORTED = replace(BLIND, customs=Customs(execution="reported"))
CONFIRMS = BothHands(white=HandCustoms(own="confirm"), black=HandCustoms(own="confirm"))
PACED = BothHands(white=HandCustoms(told="paced"), black=HandCustoms(told="paced"))


def at(fen: str, *, reported: bool = True) -> TypedTable:
    """A table with another position, hands confirmed."""
    table = REPORTED if reported else BLIND
    return TypedTable(table=replace(table, setup=Setup(fen=fen)), hands=CONFIRMS)


@pytest.mark.law("blind-execution")
def test_a_press_before_the_move_stands_is_refused_with_the_article() -> None:
    table = TypedTable(table=REPORTED, hands=CONFIRMS)
    table.play("e4", "gedrückt", "fertig", "gedrückt")

    assert table.refusals == [("NotYetExecuted", "E.2.3")]
    assert table.answer_to("gedrückt") == []
    assert len(table.of(MoveCompleted)) == 1


def test_steps_are_told_one_at_a_time_and_the_last_one_executes() -> None:
    table = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    table.play("exd6", "Schritte", "weiter", "fertig", "weiter", "weiter", "gedrückt")

    told = [said for line, said in table.answers if line not in ("", "exd6", "gedrückt")]
    assert told == [
        ["Bauer aus David fünf."],
        ["Bauer weg."],
        ["Bauer aus Eva fünf."],
        ["Bauer nach David sechs."],
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
                "König aus Eva eins.",
                "König nach Gustav eins.",
                "Turm aus Hektor eins.",
                "Turm nach Felix eins.",
            ],
        ),
        (
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
            "a8D",
            ["Bauer aus Anna sieben.", "Bauer weg.", "Nehmen: Dame Weiß.", "Dame nach Anna acht."],
        ),
    ],
    ids=["castling", "promotion"],
)
def test_every_kind_of_move_has_its_steps(fen: str, move: str, steps: list[str]) -> None:
    table = at(fen, reported=False)
    lines = ["Schritte", *["weiter"] * (len(steps) - 1)]
    table.play(move, *lines)

    assert [said for text, said in table.answers if text in ("Schritte", "weiter")] == [
        [step] for step in steps
    ]


def test_a_piece_from_beside_the_board_is_told_by_its_mark() -> None:
    table = at("7k/P7/8/8/8/8/8/K7 w - - 0 1", reported=False)
    marked = HandCustoms(own="confirm")
    table.hands = BothHands(
        white=replace(marked, peg_set=replace(marked.peg_set, marked="black", raised="white"))
    )
    table.play("a8D", "Schritte", "weiter", "weiter")

    assert table.said[-1] == "Nehmen: Dame, kein Zeichen."


def test_steps_without_an_announced_move_are_none() -> None:
    table = TypedTable(table=REPORTED, hands=CONFIRMS)
    table.play("Schritte")

    assert table.answer_to("Schritte") == [german("NothingAnnounced")]


def test_the_opponents_move_is_dictated_at_the_players_pace() -> None:
    table = TypedTable(hands=PACED)
    table.play("e4", "gedrückt", "weiter", "weiter", "e5")

    assert table.answer_to("gedrückt") == ["Bauer aus Eva zwei."]
    assert [said for text, said in table.answers if text == "weiter"] == [
        ["Bauer nach Eva vier."],
        [german("steps:done")],
    ]
    assert table.answer_to("e5") == ["Bauer Eva fünf."]


def test_who_announces_before_the_last_step_has_made_it() -> None:
    table = TypedTable(hands=PACED)
    table.play("e4", "gedrückt", "e5", "gedrückt", "weiter")

    assert table.answer_to("gedrückt") == ["Bauer aus Eva sieben."]
    assert table.answer_to("weiter") == ["Bauer nach Eva fünf."]


def test_the_opponents_move_is_given_at_once_to_who_wants_it_so() -> None:
    table = TypedTable(hands=BothHands(black=HandCustoms(told="at-once")))
    table.play("e4", "gedrückt", "e5", "gedrückt")

    assert [said for text, said in table.answers if text == "gedrückt"] == [
        ["Bauer aus Eva zwei.", "Bauer nach Eva vier."],
        [],
    ]


def test_a_trusted_hand_has_moved_when_the_clock_is_pressed() -> None:
    table = TypedTable(table=REPORTED)
    table.play("e4", "gedrückt", "e5", "gedrückt")

    assert len(table.of(MoveExecuted)) == 2
    assert len(table.of(MoveCompleted)) == 2
    assert table.refusals == []


def test_the_program_presses_only_when_the_move_stands() -> None:
    table = TypedTable(table=REPORTED, hands=CONFIRMS, press="auto")
    table.play("e4", "uhr", "uhr", "fertig", "uhr")

    completed = [type(seen) is MoveCompleted for seen in table.seen]
    executed = [type(seen) is MoveExecuted for seen in table.seen]
    assert completed.index(True) > executed.index(True)
    assert table.refusals == []


BY_HAND: Boards = {
    "": [(True, BoardScan(board=START))],
    "Sf3": [
        (True, Lifted(square="g1", piece="N")),
        (True, Placed(square="f3", piece="N")),
    ],
}


@pytest.mark.law("blind-execution")
def test_a_board_that_feels_itself_executes_the_move() -> None:
    table = TypedTable(table=REPORTED)
    table.play("Sf3", "gedrückt", boards=BY_HAND)

    assert len(table.of(PiecesTouched)) == 1
    assert len(table.of(MoveExecuted)) == 1
    assert len(table.of(MoveCompleted)) == 1


@pytest.mark.law("blind-touch")
def test_a_lifted_piece_must_move() -> None:
    table = TypedTable(table=REPORTED)
    lifted: Boards = {"": [(True, BoardScan(board=START)), (True, Lifted(square="g1", piece="N"))]}
    table.play("e4", "Sf3", boards=lifted)

    assert [name for name, _ in table.refusals] == ["TouchedPieceMustMove"]
    assert table.answer_to("e4")[0] == "Berührt, geführt: Gustav eins."


def test_another_move_on_the_board_than_announced_is_told_at_once() -> None:
    table = TypedTable(table=REPORTED)
    wrong: Boards = {
        "": [(True, BoardScan(board=START))],
        "Sf3": [
            (True, Lifted(square="g1", piece="N")),
            (True, Placed(square="h3", piece="N")),
        ],
    }
    table.play("Sf3", "gedrückt", boards=wrong)

    assert table.answer_to("Sf3") == [
        "Springer Felix drei.",
        "Auf dem Brett: Springer Hektor drei.",
    ]
    assert [name for name, _ in table.refusals] == ["NotYetExecuted"]


def test_another_move_made_once_more_is_told_once_more() -> None:
    table = TypedTable(table=REPORTED)
    wrong = (
        (True, Lifted(square="g1", piece="N")),
        (True, Placed(square="h3", piece="N")),
    )
    back = ((True, Lifted(square="h3", piece="N")), (True, Placed(square="g1", piece="N")))
    boards: Boards = {"": [(True, BoardScan(board=START))], "Sf3": [*wrong, *back, *wrong]}
    table.play("Sf3", boards=boards)

    assert table.answer_to("Sf3") == [
        "Springer Felix drei.",
        "Auf dem Brett: Springer Hektor drei.",
        "Auf dem Brett: Springer Hektor drei.",
    ]


def test_an_unplugged_board_is_told_and_play_goes_on_by_voice() -> None:
    table = TypedTable(table=REPORTED)
    boards: Boards = {
        "": [(True, BoardScan(board=START)), (True, None)],
        "gedrückt": [(True, BoardScan(board=START.with_piece("e2", None).with_piece("e4", "P")))],
    }
    session = table.play("e4", "gedrückt", boards=boards)

    assert table.answers[0][1][-1] == german("BoardLost", "white")
    assert table.answer_to("gedrückt") == [german("board-found", "white")]
    assert session.game.position.moves == ("e2e4",)
    assert session.game.clock.is_running


def test_whoever_sees_a_touch_says_it() -> None:
    table = TypedTable(table=REPORTED)
    table.play("berührt Gustav eins", "e4")

    assert len(table.of(PiecesTouched)) == 1
    assert [name for name, _ in table.refusals] == ["TouchedPieceMustMove"]


def test_who_forgets_to_move_by_hand_is_reminded_once() -> None:
    table = TypedTable(table=REPORTED, hands=CONFIRMS, press="auto", pause_ms=15_000)
    table.play("e4", "fertig", "uhr")

    reminded = [text for text in table.said if text.startswith("Erst auf dem Brett")]
    assert reminded == ["Erst auf dem Brett: Bauer Eva vier."]
    assert len(table.of(MoveCompleted)) == 1
