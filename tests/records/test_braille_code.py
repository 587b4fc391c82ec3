"""The braille chess code: the published vectors, and that nothing is lost on the way and back."""

import random

import chess
import pytest

from voice_chess.records import braille_code


@pytest.mark.parametrize(
    ("san", "cells", "brf"),
    [
        ("Rf4", "⠗⠋⠲", "RF4"),
        ("d5", "⠙⠢", "D5"),
        ("cxd5", "⠉⠰⠙⠢", "C;D5"),
        ("f5+", "⠘⠋⠢", "^F5"),
        ("Rxf4+", "⠗⠸⠋⠲", "R_F4"),
        ("Nce5", "⠎⠉⠑⠢", "SCE5"),
        ("Nb1c3", "⠎⠃⠂⠉⠒", "SB1C3"),
        ("N1c3", "⠎⠂⠉⠒", "S1C3"),
        ("Re8#", "⠗⠑⠦⠜⠍", "RE8>M"),
        ("Nf3", "⠎⠋⠒", "SF3"),
        ("Bb5", "⠇⠃⠢", "LB5"),
        ("O-O", "⠴⠤⠴", "0-0"),
        ("O-O-O", "⠴⠤⠴⠤⠴", "0-0-0"),
        ("a8=Q", "⠁⠦⠟", "A8Q"),
        ("bxa8=N+", "⠃⠸⠁⠦⠎", "B_A8S"),
    ],
)
def test_writes_the_published_cells(san: str, cells: str, brf: str) -> None:
    code = braille_code.move_code(san)

    assert code == brf
    assert braille_code.cells(code) == cells
    assert braille_code.brf(cells) == brf


@pytest.mark.parametrize(
    ("fen", "brf"),
    [
        (chess.STARTING_FEN, "(!V=UV!( &&&&&&&& 32 PPPPPPPP RSLQKLSR"),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "16 4U3 16 3K4 16"),
    ],
)
def test_draws_a_position_rank_by_rank(fen: str, brf: str) -> None:
    placement = fen.split(maxsplit=1)[0]

    assert braille_code.diagram(placement) == brf
    assert braille_code.placement(brf) == placement
    assert braille_code.cells(brf)[0] == ("⠷" if brf[0] == "(" else "⠂")


@pytest.mark.parametrize("seed", range(12))
def test_loses_no_move_of_a_random_game(seed: int) -> None:
    chance = random.Random(seed)
    board = chess.Board()
    for _ in range(150):
        if board.is_game_over():
            break
        moves = list(board.legal_moves)
        codes = [braille_code.bare(braille_code.move_code(board.san(move))) for move in moves]

        assert len(set(codes)) == len(moves)
        assert braille_code.placement(braille_code.diagram(board.board_fen())) == board.board_fen()
        board.push(chance.choice(moves))


def test_has_a_cell_of_six_dots_for_each_sign() -> None:
    every_cell = "".join(chr(0x2800 + code) for code in range(64))

    assert braille_code.cells(braille_code.brf(every_cell)) == every_cell


def test_refuses_cells_of_eight_dots() -> None:
    with pytest.raises(ValueError, match="six dots"):
        braille_code.brf("⡗")
