"""Squares that nobody attacks are those that python-chess finds attacked by nobody."""

import random

import chess
import pytest

from voice_chess.laws.bitboards import pawn_attacks, unattacked

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2n2n2/2b1p1B1/2B1P1b1/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "4k3/1P4P1/8/2pP4/2Pp4/8/1p4p1/4K3 w - - 0 1",
]


@pytest.mark.parametrize("fen", STARTS)
def test_a_square_is_left_only_when_no_piece_attacks_it(fen: str) -> None:
    chance = random.Random(fen)
    board = chess.Board(fen)
    for _ in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        for white in chess.COLORS:
            safe = [s for s in chess.SQUARES if not board.attackers_mask(white, s)]
            found = unattacked(board, chess.BB_ALL, white=white, occupied=board.occupied)
            assert list(chess.scan_forward(found)) == safe
        board.push(chance.choice(moves))


def test_only_what_was_asked_for_is_left() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")

    found = unattacked(board, chess.BB_RANK_2, white=True, occupied=board.occupied)

    assert found == chess.BB_RANK_2 & ~(chess.BB_A2 | chess.BB_D2 | chess.BB_E2 | chess.BB_F2)


def test_a_king_does_not_hide_the_square_behind_it_when_it_is_not_counted() -> None:
    board = chess.Board("8/8/8/8/r2K4/8/8/7k w - - 0 1")
    behind = chess.BB_E4

    assert unattacked(board, behind, white=False, occupied=board.occupied) == behind
    assert not unattacked(board, behind, white=False, occupied=board.occupied ^ chess.BB_D4)


def test_pawns_on_the_edge_attack_one_square_and_each_side_its_own_way() -> None:
    assert pawn_attacks(chess.BB_A2 | chess.BB_H2, white=True) == chess.BB_B3 | chess.BB_G3
    assert pawn_attacks(chess.BB_A7 | chess.BB_H7, white=False) == chess.BB_B6 | chess.BB_G6
