"""A board that differs is found out hole by hole, then judged with both scores."""

from dataclasses import replace

import chess
import pytest

from voice_chess.arbiter.reconciliation import AdjustBoard, BoardsAgree, GoBackTo, Reconciliation
from voice_chess.by_color import ByColor, both
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.state import Game
from voice_chess.game.table import ScoreMedium, Seat, Table
from voice_chess.laws.position import Position
from voice_chess.session.boards.board_comparison import (
    AskingRank,
    AskingScore,
    AskingSquare,
    BoardComparison,
    Found,
)
from voice_chess.session.boards.settling import ReportedBoard, finding_of
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, MoveMeaning
from voice_chess.tactile.peg_board import HoleDifference, PegBoard

YES, NO = CommandMeaning(name="yes"), CommandMeaning(name="no")
EMPTY = CommandMeaning(name="empty")
PLAYED = ("e2e4", "e7e5", "g1f3", "b8c6")


def game_of(*media: ScoreMedium) -> Game:
    """A game of four half-moves; the media in which White and Black keep their scores."""
    white, black = (Seat(is_blind=True, score_medium=medium) for medium in media)
    table = Table(control=TimeControl.parsed("15+10"), white=white, black=black)
    position = Position.after(PLAYED, start_fen=chess.STARTING_FEN)
    return replace(Game.at(table), position=position)


def answered(comparison: BoardComparison, *meanings: Meaning) -> BoardComparison:
    for meaning in meanings:
        following = comparison.answered(meaning)
        assert following is not None, (comparison.stage, meaning)
        comparison = following
    return comparison


def begun(*media: ScoreMedium, sensed: PegBoard | None = None) -> BoardComparison:
    game = game_of(*(media or ("program", "program")))
    return BoardComparison.begun(game, white=True, sensed=ByColor(white=sensed, black=None))


def finding(comparison: BoardComparison) -> Reconciliation:
    return finding_of(comparison.game, comparison.told)


BOARD = PegBoard.from_fen(game_of("program", "program").position.fen)
KNIGHT_ON_E2 = BOARD.with_piece("f3", None).with_piece("e2", "N")


def test_a_board_that_is_right_in_every_rank_agrees() -> None:
    comparison = answered(begun(), *[YES] * 8)

    assert comparison.stage == Found()
    assert finding(comparison) == BoardsAgree()


def test_a_wrong_rank_is_gone_through_hole_by_hole() -> None:
    comparison = answered(begun(), YES, NO)

    assert comparison.stage == AskingSquare(square="a2")
    comparison = answered(comparison, *[YES] * 4, NO)
    assert comparison.stage == AskingSquare(square="e2", is_open=True)
    comparison = answered(comparison, CommandMeaning(name="white", args=("N",)), *[YES] * 3)
    assert comparison.stage == AskingRank(rank="3")


@pytest.mark.law("positions-differ")
def test_with_equal_scores_the_board_is_put_right() -> None:
    comparison = answered(
        begun(),
        YES,
        *[NO, YES, YES, YES, YES, NO, CommandMeaning(name="white", args=("N",)), *[YES] * 3],
        *[NO, *[YES] * 5, NO, EMPTY, YES, YES],
        *[YES] * 5,
    )

    assert comparison.stage == Found()
    found = finding(comparison)
    assert isinstance(found, tuple)
    (adjustment,) = found
    assert adjustment == AdjustBoard(
        white=True,
        differences=(
            HoleDifference(square="e2", here="N", there=None),
            HoleDifference(square="f3", here=None, there="N"),
        ),
        because=adjustment.because,
    )
    assert adjustment.because.article == "E.2.7"


def test_a_board_that_feels_itself_needs_no_reading() -> None:
    assert begun(sensed=BOARD).stage == Found()
    found = begun(sensed=KNIGHT_ON_E2)

    assert found.stage == Found()
    assert [hole.square for hole in found.differences] == ["e2", "f3"]


def test_who_keeps_their_own_score_is_asked_for_it() -> None:
    comparison = begun("braille", "program", sensed=KNIGHT_ON_E2)

    assert comparison.stage == AskingScore(of_white=True, moves=4)
    found = answered(comparison, YES)
    assert found.stage == Found()
    assert isinstance(finding(found), tuple)


@pytest.mark.law("scores-differ")
def test_with_different_scores_it_goes_back_to_the_last_agreement() -> None:
    comparison = begun("braille", "paper", sensed=KNIGHT_ON_E2)

    comparison = answered(comparison, NO, NO, YES)
    assert comparison.stage == AskingScore(of_white=True, moves=2, is_open=True)
    assert comparison.position_of_question == comparison.game.position.rewound(2)
    comparison = answered(comparison, MoveMeaning(uci="g1e2"))
    assert comparison.stage == AskingScore(of_white=False, moves=4)
    comparison = answered(comparison, YES)

    assert comparison.scores == ByColor(white=("e2e4", "e7e5", "g1e2"), black=PLAYED)
    assert comparison.stage == Found()
    back = finding(comparison)
    assert isinstance(back, GoBackTo)
    assert (back.moves_kept, back.because.article) == (2, "E.2.8")


@pytest.mark.law("scores-differ")
def test_where_both_wrote_otherwise_than_the_program_it_goes_back_to_where_all_agree() -> None:
    comparison = begun("braille", "paper", sensed=KNIGHT_ON_E2)
    both: list[Meaning] = [NO, NO, YES, MoveMeaning(uci="g1e2")] * 2
    comparison = answered(comparison, *both)

    assert comparison.scores.white == comparison.scores.black != PLAYED
    back = finding(comparison)
    assert isinstance(back, GoBackTo)
    assert back.moves_kept == 2


@pytest.mark.parametrize("white", [True, False])
def test_who_is_asked_alone_is_asked_for_their_own_score_only(*, white: bool) -> None:
    game = game_of("braille", "paper")
    comparison = replace(
        BoardComparison.begun(game, white=white, sensed=both(None)).alone(), board=KNIGHT_ON_E2
    ).behind("h8")
    assert comparison.stage == AskingScore(of_white=white, moves=4)
    assert answered(comparison, YES).told[white].score == PLAYED

    told = answered(comparison, NO, NO, YES, MoveMeaning(uci="g1e2"))
    silent = answered(comparison, NO, NO, NO, NO, CommandMeaning(name="none"))

    assert isinstance(finding(told), GoBackTo)
    assert told.told == {white: ReportedBoard(board=KNIGHT_ON_E2, score=("e2e4", "e7e5", "g1e2"))}
    assert silent.told[white].score == ()


def test_a_score_without_a_single_right_move_goes_back_to_the_start() -> None:
    comparison = begun("braille", "program", sensed=KNIGHT_ON_E2)
    comparison = answered(comparison, NO, NO, NO, NO)

    assert comparison.stage == AskingScore(of_white=True, moves=0, is_open=True)
    comparison = answered(comparison, CommandMeaning(name="none"))
    back = finding(comparison)
    assert isinstance(back, GoBackTo)
    assert back.moves_kept == 0


@pytest.mark.parametrize(
    "meaning",
    [MoveMeaning(uci="e2e4"), CommandMeaning(name="clock"), CommandMeaning(name="white")],
)
def test_what_is_no_answer_changes_nothing(meaning: Meaning) -> None:
    for comparison in (begun(), answered(begun(), NO), answered(begun(), NO, NO)):
        assert comparison.answered(meaning) is None
