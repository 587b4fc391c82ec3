"""Positions that a search makes are those that python-chess makes."""

import random

import chess
import pytest

from voice_chess.laws.lean_moves import board_at, place_of, steps

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "1r2k1r1/pppq1ppp/8/8/8/8/PPPQ1PPP/1R2K1R1 w GBgb - 0 1",
    "4k3/1P4P1/8/2pP4/2Pp4/8/1p4p1/4K3 w - c6 0 1",
    "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1",
    "4k3/8/8/q6b/8/1b6/P1PPPPPP/3QKB2 w - - 0 1",
]
IDS = ["start", "castling", "Chess960", "passing and promotions", "pinned in passing", "pins"]
CHECKS = {
    "by one that can be taken or blocked": "4k3/8/8/8/4r3/8/3P2B1/R2QK3 w - - 0 1",
    "by two at once": "4k3/8/8/8/4r3/2n5/3P2B1/R2QK3 w - - 0 1",
    "along the line the king would flee on": "8/8/8/8/r2K4/8/8/7k w - - 0 1",
    "by a pawn that may be taken in passing": "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
}


@pytest.mark.parametrize("fen", STARTS, ids=IDS)
def test_every_legal_move_leads_where_it_leads_on_the_board(fen: str) -> None:
    chance = random.Random(fen)
    first = board_at(place_of(chess.Board(fen, chess960=True)))
    board = first
    for _ in range(60):
        found = steps(board)
        assert sorted(found, key=repr) == pushed(board)
        board = board_at(chance.choice(found)[0]) if found else first


@pytest.mark.parametrize("fen", CHECKS.values(), ids=CHECKS.keys())
def test_a_check_is_answered_in_every_legal_way(fen: str) -> None:
    board = board_at(place_of(chess.Board(fen)))

    assert board.is_check()
    assert sorted(steps(board), key=repr) == pushed(board)


def pushed(board: chess.Board) -> list[object]:
    """The same by python-chess alone."""
    found = []
    for move in board.legal_moves:
        moved = chess.Board(board.fen(), chess960=True)
        moved.push(move)
        found.append((place_of(moved), move.to_square))
    return sorted(found, key=repr)


@pytest.mark.parametrize("fen", STARTS, ids=IDS)
def test_a_board_set_up_anew_is_the_same_position(fen: str) -> None:
    board = chess.Board(fen, chess960=True)

    again = board_at(place_of(board))

    assert again.fen() == board.fen()
    assert again.occupied_co == board.occupied_co
    assert again.occupied == board.occupied


def test_a_double_step_that_no_pawn_can_answer_in_passing_leaves_no_right_to_it() -> None:
    alone = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    beside_another = chess.Board("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")

    for board, ep_square in ((alone, None), (beside_another, chess.E3)):
        found = [board_at(place) for place, goal in steps(board) if goal == chess.E4]
        assert [each.ep_square for each in found] == [ep_square]


def test_what_was_before_stays_as_it_was() -> None:
    board = chess.Board()

    steps(board)

    assert board == chess.Board()
