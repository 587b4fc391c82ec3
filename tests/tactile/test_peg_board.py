"""A peg board follows the hands, and a move has its movements in the Laws' order."""

import random

import chess
import pytest

from voice_chess.tactile.guide import (
    Insert,
    LayAside,
    Lift,
    Movement,
    TakeUp,
    after,
    corrections,
    made,
    movements,
)
from voice_chess.tactile.peg_board import HoleDifference, NotPossible, PegBoard

START = PegBoard.from_fen(chess.STARTING_FEN)


@pytest.mark.law("files-ranks-diagonals", "notation-squares")
def test_reads_the_pieces_of_a_position() -> None:
    assert [START.at(square) for square in ("a1", "e1", "d8", "e4")] == ["R", "K", "q", None]


def test_a_lifted_piece_is_in_the_hand_and_its_hole_is_empty() -> None:
    board = START.lifted("g1")

    assert (board.in_hand, board.at("g1")) == ("N", None)
    assert board.inserted("f3").at("f3") == "N"
    assert board.inserted("g1") == START


@pytest.mark.parametrize(
    "do",
    [
        lambda: START.lifted("e4"),
        lambda: START.lifted("g1").lifted("b1"),
        lambda: START.inserted("e4"),
        lambda: START.lifted("g1").inserted("e2"),
        START.laid_aside,
        lambda: START.taken_up("X"),
        lambda: START.at("i9"),
        lambda: PegBoard.from_fen("8/8/8 w"),
        lambda: PegBoard.from_fen("8/8/8/8/8/8/8/7Z w"),
        lambda: movements(START, "e4e5"),
    ],
    ids=[
        "lifting nothing",
        "a full hand",
        "an empty hand",
        "a full hole",
        "laying nothing aside",
        "no such piece",
        "no such square",
        "too few rows",
        "no such letter",
        "moving nothing",
    ],
)
def test_what_hands_cannot_do_is_refused(do: object) -> None:
    assert callable(do)
    with pytest.raises(NotPossible):
        do()


def test_tells_the_holes_in_which_boards_differ() -> None:
    other = made(START, "g1f3")

    assert START.differences(other) == (
        HoleDifference(square="g1", here="N", there=None),
        HoleDifference(square="f3", here=None, there="N"),
    )
    assert START.differences(START) == ()


CASES: list[tuple[str, str, str, tuple[Movement, ...]]] = [
    (
        "a plain move",
        chess.STARTING_FEN,
        "g1f3",
        (Lift(square="g1", piece="N"), Insert(square="f3", piece="N")),
    ),
    (
        "the captured piece leaves first",
        "4k3/8/8/8/8/5n2/8/4K1N1 w - - 0 1",
        "g1f3",
        (
            Lift(square="f3", piece="n"),
            LayAside(piece="n"),
            Lift(square="g1", piece="N"),
            Insert(square="f3", piece="N"),
        ),
    ),
    (
        "en passant takes from beside",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "e5d6",
        (
            Lift(square="d5", piece="p"),
            LayAside(piece="p"),
            Lift(square="e5", piece="P"),
            Insert(square="d6", piece="P"),
        ),
    ),
    (
        "a pawn is exchanged",
        "8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8n",
        (
            Lift(square="e7", piece="P"),
            LayAside(piece="P"),
            TakeUp(piece="N"),
            Insert(square="e8", piece="N"),
        ),
    ),
    (
        "castling begins with the king",
        "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
        "e8c8",
        (
            Lift(square="e8", piece="k"),
            Insert(square="c8", piece="k"),
            Lift(square="a8", piece="r"),
            Insert(square="d8", piece="r"),
        ),
    ),
    (
        "and so it does where king and rook change places",
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        "f1g1",
        (
            Lift(square="f1", piece="K"),
            LayAside(piece="K"),
            Lift(square="g1", piece="R"),
            Insert(square="f1", piece="R"),
            TakeUp(piece="K"),
            Insert(square="g1", piece="K"),
        ),
    ),
]


@pytest.mark.parametrize(
    ("fen", "uci", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_move_has_its_movements_in_order(
    fen: str, uci: str, expected: tuple[Movement, ...]
) -> None:
    assert movements(PegBoard.from_fen(fen), uci) == expected


@pytest.mark.parametrize("chess960", [False, True])
def test_the_movements_of_every_legal_move_lead_to_its_position(chess960: bool) -> None:
    chance = random.Random(7)
    for _ in range(8):
        board = chess.Board.from_chess960_pos(chance.randrange(960) if chess960 else 518)
        board.chess960 = chess960
        for _ in range(30):
            pegs = PegBoard.from_fen(board.fen())
            for move in board.legal_moves:
                board.push(move)
                wanted = PegBoard.from_fen(board.fen())
                board.pop()
                assert made(pegs, move.uci()) == wanted, (board.fen(), move.uci())
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (START, made(START, "e2e4")),
        (made(START, "g1f3"), made(START, "g1h3")),
        (START.lifted("e2"), START),
        (START, PegBoard.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
    ],
)
def test_corrections_make_one_board_like_the_other(here: PegBoard, there: PegBoard) -> None:
    board = here
    for movement in corrections(here, there):
        board = after(board, movement)

    assert board == there
