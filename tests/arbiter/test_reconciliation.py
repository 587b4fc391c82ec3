"""When the boards differ, the scores decide; when they differ too, the last agreement does."""

import pytest

from voice_chess.arbiter.reconciliation import AdjustBoard, BoardsAgree, GoBackTo, reconcile
from voice_chess.laws.edition import edition
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard

START = Position.start()
LAWS = edition("2009")
RIGHT = ("e2e4", "e7e5", "g1f3")


def board_after(*moves: str) -> PegBoard:
    board = PegBoard.from_fen(START.fen)
    for uci in moves:
        board = made(board, uci)
    return board


GOOD, WRONG = board_after(*RIGHT), board_after("e2e4", "e7e5", "g1e2")


def test_equal_boards_and_scores_need_nothing() -> None:
    found = reconcile(LAWS, START, boards=(GOOD, GOOD), scores=(RIGHT, RIGHT))

    assert found == BoardsAgree()


@pytest.mark.law("positions-differ")
@pytest.mark.parametrize(("boards", "is_white"), [((WRONG, GOOD), True), ((GOOD, WRONG), False)])
def test_whoever_wrote_right_and_moved_wrong_adjusts_their_board(
    boards: tuple[PegBoard, PegBoard], is_white: bool
) -> None:
    found = reconcile(LAWS, START, boards=boards, scores=(RIGHT, RIGHT))

    assert found == (
        AdjustBoard(
            white=is_white,
            differences=WRONG.differences(GOOD),
            because=LAWS.cite(Topic.POSITIONS_DIFFER),
        ),
    )


def test_two_wrong_boards_are_both_adjusted() -> None:
    found = reconcile(LAWS, START, boards=(WRONG, WRONG), scores=(RIGHT, RIGHT))

    assert isinstance(found, tuple)
    assert [adjustment.white for adjustment in found] == [True, False]


@pytest.mark.law("scores-differ")
@pytest.mark.parametrize(
    ("other", "moves_kept"),
    [
        (("e2e4", "e7e5", "g1e2"), 2),
        (("e2e4", "e7e5"), 2),
        (("d2d4",), 0),
        ((), 0),
    ],
)
def test_differing_scores_go_back_to_the_last_agreement(
    other: tuple[str, ...], moves_kept: int
) -> None:
    found = reconcile(LAWS, START, boards=(GOOD, WRONG), scores=(RIGHT, other))

    assert found == GoBackTo(moves_kept=moves_kept, because=LAWS.cite(Topic.SCORES_DIFFER))


def test_an_agreement_on_the_impossible_is_none() -> None:
    scores = (("e2e4", "e7e2", "d2d4"), ("e2e4", "e7e2", "g1f3"))

    found = reconcile(LAWS, START, boards=(GOOD, WRONG), scores=scores)

    assert isinstance(found, GoBackTo)
    assert found.moves_kept == 1


@pytest.mark.parametrize(
    ("edition_id", "article"), [("2005", "F.2.8"), ("2009", "E.2.8"), ("2018", "D.2.9")]
)
def test_cites_the_blind_rules_of_the_edition(edition_id: str, article: str) -> None:
    found = reconcile(edition(edition_id), START, boards=(GOOD, WRONG), scores=(RIGHT, ()))

    assert isinstance(found, GoBackTo)
    assert found.because.article == article


@pytest.mark.law("scores-differ")
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [("2005", "F.2.8"), ("2009", "E.2.8"), ("2018", "D.2.9"), ("2023", "D.2.9")],
    ids=str,
)
def test_scores_that_differ_beside_boards_that_agree_take_nothing_back(
    edition_id: str, article: str
) -> None:
    laws = edition(edition_id)

    found = reconcile(laws, START, boards=(GOOD, GOOD), scores=(RIGHT, RIGHT[:2]))

    assert laws.cite(Topic.SCORES_DIFFER).article == article
    assert found == BoardsAgree()
