"""The moves that are found without asking the library for each are the library's."""

import random

import chess
import pytest

from voice_chess.laws.fen_placement import castling_of, placement_of
from voice_chess.laws.position import legal_moves

_STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
)
_ODD = (
    pytest.param("4k3/8/8/4r3/8/4N3/8/4K3 w - - 0 1", id="pinned-knight"),
    pytest.param("4k3/8/8/4r3/8/4R3/8/4K3 w - - 0 1", id="pinned-rook"),
    pytest.param("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", id="pinned-pawn"),
    pytest.param("4k3/8/8/8/7b/6p1/5P2/4K3 w - - 0 1", id="pinned-pawn-may-take-nothing"),
    pytest.param("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", id="en-passant-bares-the-king"),
    pytest.param("4k3/8/8/8/8/8/8/8 w - - 0 1", id="no-king"),
    pytest.param("4k3/8/8/8/8/8/8/K6K w - - 0 1", id="two-kings"),
    pytest.param("3Pk3/8/8/8/8/8/8/P3K3 w - - 0 1", id="pawns-on-the-last-ranks"),
)


def as_written(board: chess.Board) -> tuple[str, ...]:
    """Castling as the Laws have it, outside Chess960, is what the library calls it."""
    return tuple(move.uci() for move in board.legal_moves)


@pytest.mark.parametrize("fen", _ODD)
def test_an_odd_position_has_the_moves_that_the_library_finds(fen: str) -> None:
    for turn in (chess.WHITE, chess.BLACK):
        board = chess.Board(fen)
        board.turn = turn

        assert legal_moves(board, is_check=board.is_check()) == as_written(board)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_played_moves_and_pieces_are_the_librarys(seed: int) -> None:
    chance = random.Random(seed)
    start = chess.Board.from_chess960_pos(chance.randrange(960))
    for board in (start, *map(chess.Board, _STARTS)):
        for _ in range(80):
            moves = legal_moves(board, is_check=board.is_check())
            assert moves == as_written(board)
            assert placement_of(board) == board.board_fen()
            assert castling_of(board) == board.castling_xfen()
            if not moves:
                break
            board.push_uci(chance.choice(moves))
