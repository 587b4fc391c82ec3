"""What a feeling board tells becomes lifts, insertions and one executed move, or none."""

import random

import chess
import pytest

from voice_chess.tactile.guide import after, made, movements
from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.tactile.sensing import (
    BoardScan,
    Felt,
    Lifted,
    Placed,
    between,
    executed,
    felt,
    is_executed,
)

START = PegBoard.from_fen(chess.STARTING_FEN)


def test_between_two_readings_lifts_come_first() -> None:
    assert between(START, made(START, "g1f3")) == (
        Lifted(square="g1", piece="N"),
        Placed(square="f3", piece="N"),
    )


def test_an_exchanged_piece_is_lifted_and_placed() -> None:
    exchanged = START.with_piece("d1", "q")

    assert between(START, exchanged) == (
        Lifted(square="d1", piece="Q"),
        Placed(square="d1", piece="q"),
    )


@pytest.mark.parametrize("seed", range(5))
def test_what_is_felt_between_two_boards_leads_from_one_to_the_other(seed: int) -> None:
    chance = random.Random(seed)
    one, other = chess.Board.from_chess960_pos(chance.randrange(960)), chess.Board()
    for _ in range(chance.randrange(40)):
        other.push(chance.choice(list(other.legal_moves)))
    here, there = PegBoard.from_fen(one.fen()), PegBoard.from_fen(other.fen())
    happenings: list[Felt] = [BoardScan(board=here), *between(here, there)]
    board = PegBoard()
    for happening in happenings:
        board = felt(board, happening)

    assert board == there


def test_no_board_holds_a_piece_that_there_is_not() -> None:
    with pytest.raises(NotPossible):
        START.with_piece("e4", "X")


@pytest.mark.law("blind-execution")
@pytest.mark.law("blind-execution-captured")
def test_a_capture_is_executed_only_when_the_captured_piece_is_off() -> None:
    before = PegBoard.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    moved = before.with_piece("e5", None).with_piece("d6", "P")

    assert not is_executed(before, moved, "e5d6")
    assert is_executed(before, moved.with_piece("d5", None), "e5d6")


def test_a_move_that_the_board_cannot_make_is_not_executed() -> None:
    assert not is_executed(START, START, "e4e5")


@pytest.mark.parametrize("chess960", [False, True])
def test_only_one_legal_move_explains_a_board(chess960: bool) -> None:
    chance = random.Random(11)
    for _ in range(6):
        game = chess.Board.from_chess960_pos(chance.randrange(960) if chess960 else 518)
        game.chess960 = chess960
        for _ in range(40):
            legal = [move.uci() for move in game.legal_moves]
            if not legal:
                break
            uci = chance.choice(legal)
            before = PegBoard.from_fen(game.fen())
            board = before
            for movement in movements(before, uci)[:-1]:
                board = after(board, movement)
                assert not is_executed(before, board, uci), (game.fen(), uci)
            game.push_uci(uci)

            assert executed(before, PegBoard.from_fen(game.fen()), legal) == (uci,)
