"""Boards are named by kind and device on the command line."""

from pathlib import Path
from typing import get_args

import pytest

from voice_chess.adapters.boards.board_kinds import DECODERS, KINDS, BoardOnLine, sensor
from voice_chess.adapters.boards.serial_line import told
from voice_chess.session.ports import BOARDS, BoardKind, BoardLost


@pytest.mark.parametrize(
    ("named", "board"),
    [
        ("dgt:/dev/ttyUSB0", BoardOnLine(kind="dgt", path=Path("/dev/ttyUSB0"))),
        (
            "dgt:/dev/ttyUSB0,turned",
            BoardOnLine(kind="dgt", path=Path("/dev/ttyUSB0"), is_turned=True),
        ),
        ("chessnut:/dev/hidraw1", BoardOnLine(kind="chessnut", path=Path("/dev/hidraw1"))),
    ],
)
def test_a_board_is_known_by_its_kind_its_device_and_which_way_it_lies(
    named: str, board: BoardOnLine
) -> None:
    assert sensor(named) == board


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


class OtherLine:
    """A line at whose end is no board of this kind: it is silent, or sends other bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.is_closed = False

    def write(self, data: bytes) -> None:
        """Take a question that nobody answers."""

    def read(self) -> bytes:
        return self._data

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize("data", [b"", b"$GPGGA,,,,,,0\r\n"], ids=["silent", "other bytes"])
@pytest.mark.parametrize("kind", BOARDS)
def test_a_line_without_a_board_of_its_kind_is_given_up(kind: BoardKind, data: bytes) -> None:
    """The program waited for its first report for ever, and its player for the program."""
    line = OtherLine(data)

    with pytest.raises(BoardLost, match="switched on"):
        next(told(line, DECODERS[kind](is_turned=False)))
    assert line.is_closed
