"""Boards are named by kind and device on the command line."""

from typing import get_args

import pytest

from voice_chess.adapters.boards.board_kinds import DECODERS, KINDS, sensor
from voice_chess.adapters.boards.chessnut_board import ChessnutBoard
from voice_chess.adapters.boards.dgt_board import DgtBoard
from voice_chess.session.ports import BOARDS, BoardKind, BoardLost


@pytest.mark.parametrize(
    ("named", "kind"),
    [
        ("dgt:/dev/ttyUSB0", DgtBoard),
        ("dgt:/dev/ttyUSB0,turned", DgtBoard),
        ("chessnut:/dev/hidraw1", ChessnutBoard),
    ],
)
def test_a_board_is_known_by_its_kind(named: str, kind: type) -> None:
    assert isinstance(sensor(named), kind)


@pytest.mark.parametrize("named", ["", "dgt", "dgt:", "wood:/dev/null", ":/dev/null"])
def test_what_is_no_board_is_told_with_those_that_are(named: str) -> None:
    with pytest.raises(BoardLost, match="dgt or chessnut"):
        sensor(named)


@pytest.mark.parametrize("port", ["COM93", "/dev/tty.usbserial-nowhere"])
def test_a_serial_port_is_asked_for_by_the_name_that_its_system_gives_it(port: str) -> None:
    with pytest.raises(BoardLost, match=port):
        list(sensor(f"dgt:{port}").happenings())


def test_every_kind_of_board_is_reached_at_a_table_and_read_at_a_seat() -> None:
    assert set(KINDS) == set(DECODERS) == set(BOARDS) == set(get_args(BoardKind))
