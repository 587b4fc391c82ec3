"""What is counted in a race of pawns beside a boxed king, and when a search begins anew."""

import chess
import pytest

from voice_chess.laws.pawn_races import is_armed, is_boxed, is_free, is_race, to_a_promotion

RACE = "6k1/p1p1p3/8/8/8/6p1/P1P1P1Pp/7K w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "boxed"),
    [
        (RACE, True),
        ("8/1k1p1p1p/8/1p6/1P6/KP6/PP1P1P1P/8 w - - 0 1", True),
        ("8/1k1p1p1p/8/8/1P6/KP6/PP1P1P1P/8 w - - 0 1", False),
        ("4k3/8/8/8/8/8/r7/7K w - - 0 1", False),
    ],
    ids=["by a pawn that guards", "by his own pawns", "a square is left", "on the edge"],
)
def test_a_king_is_boxed_when_every_square_is_taken_or_guarded(fen: str, *, boxed: bool) -> None:
    board = chess.Board(fen)

    assert is_boxed(board, chess.WHITE) is boxed
    assert is_free(board, chess.WHITE) is not boxed


def test_a_king_is_not_free_while_the_other_side_is_to_move() -> None:
    assert not is_free(chess.Board("4k3/8/8/8/8/8/8/7K b - - 0 1"), chess.WHITE)


def test_it_is_a_race_only_when_a_side_has_nothing_to_move_but_pawns() -> None:
    assert is_race(chess.Board(RACE))
    assert not is_race(chess.Board())
    assert not is_race(chess.Board("6k1/p1p1p3/8/8/8/6p1/P1P1P1Pp/N6K w - - 0 1"))
    assert not is_race(chess.Board("4k3/8/8/8/8/8/PPP5/7K w - - 0 1"))


def test_a_queen_or_a_rook_is_arms_and_a_knight_is_not() -> None:
    assert is_armed(chess.Board("4k3/8/8/8/8/8/8/R6K w - - 0 1"), chess.WHITE)
    assert not is_armed(chess.Board("4k3/8/8/8/8/8/8/N6K w - - 0 1"), chess.WHITE)


def test_the_plan_is_nearer_when_the_king_has_taken_what_bars_its_pawn() -> None:
    barred = chess.Board("8/p1p1p3/8/8/8/4k1p1/P1P1P1Pp/7K w - - 0 1")
    cleared = chess.Board("8/p1p1p3/8/8/8/5kp1/P1P3Pp/7K w - - 0 1")

    for white in (True, False):
        assert to_a_promotion(cleared, white) < to_a_promotion(barred, white)


def test_a_plan_that_takes_longer_than_the_pawns_can_wait_is_far_away() -> None:
    in_time = chess.Board("6k1/p1p1p3/8/8/8/6p1/P1P1P1Pp/7K w - - 0 1")
    too_late = chess.Board("6k1/p1p1p3/P1P1P3/8/8/6p1/6Pp/7K w - - 0 1")

    assert to_a_promotion(too_late, chess.WHITE) > to_a_promotion(in_time, chess.WHITE) + 20


def test_without_a_way_round_a_pawn_before_its_own_king_never_promotes() -> None:
    blocked = chess.Board("4k3/8/8/1p6/1P6/KP6/PP6/8 w - - 0 1")
    free = chess.Board("4k3/8/8/1p6/1P6/KP6/PP3P2/8 w - - 0 1")

    assert to_a_promotion(free, chess.WHITE) < to_a_promotion(blocked, chess.WHITE) - 20
