"""What the side that is not on move may mean to play next."""

import pytest

from voice_chess.laws.chess960 import starting_position
from voice_chess.laws.position import Position
from voice_chess.laws.premoves import as_if_on_move, premoves


def test_they_are_the_moves_of_the_other_side() -> None:
    found = premoves(Position.start())

    assert {"e7e5", "b8c6"} <= set(found)
    assert all(uci[1] in "78" for uci in found)


def test_a_piece_of_ones_own_that_may_be_taken_can_be_taken_back() -> None:
    position = Position.from_fen("4k3/8/8/3p4/4P3/2N5/8/4K3 b - - 0 1")

    assert "c3e4" in premoves(position)
    assert "e4d5" in premoves(position)
    assert "c3e1" not in premoves(position)


def test_a_pawn_takes_back_only_where_it_takes() -> None:
    position = Position.from_fen("4k3/8/8/8/4N3/3P4/8/4K3 b - - 0 1")

    assert "d3e4" in premoves(position)
    assert "d3d5" not in premoves(position)


def test_each_is_told_once() -> None:
    found = premoves(Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))

    assert len(set(found)) == len(found)
    assert {"e8g8", "e8c8"} <= set(found)


def test_a_mover_in_check_hinders_nobody() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")

    assert "e2a2" in premoves(position)


@pytest.mark.parametrize("number", [3, 518])
def test_chess960_is_castled_in_as_there(number: int) -> None:
    position = starting_position(number)

    assert as_if_on_move(position).chess960
    assert as_if_on_move(position).white_to_move is not position.white_to_move
