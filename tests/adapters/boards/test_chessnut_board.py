"""A board that reports whole frames on a pseudo-terminal: steady ones count, the rest is motion."""

import random
from pathlib import Path

import chess
import pytest

from tests.adapters.boards.board_wire import wired
from voice_chess.adapters.boards.board_kinds import BoardOnLine
from voice_chess.adapters.boards.chessnut_board import Reports
from voice_chess.session.ports import BoardLost
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan, Lifted, Placed

START = PegBoard.from_fen(chess.STARTING_FEN)
PUBLISHED_START = bytes.fromhex("01245823318544444444" + "00" * 16 + "77777777a6c99b6a6fd24d64")
"""The report of the starting position byte by byte, as the published protocol gives it."""

CODES = {None: 0} | {piece: code for code, piece in enumerate("qkbpnRPrBNQK", start=1)}
ORDER = [file + rank for rank in "87654321" for file in "hgfedcba"]


def report(board: PegBoard, *, length: int = 36) -> bytes:
    codes = [CODES[board.at(square)] for square in ORDER]
    holes = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
    return bytes((1, length)) + holes + bytes(length - len(holes))


def test_asks_for_reports_and_believes_a_steady_board() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="chessnut", path=wire.path))

        assert wire.asked == b"\x21\x01\x00"
        wire.send(report(START) * 2)
        assert watcher.first(1) == [BoardScan(board=START)]


def test_a_report_over_usb_is_longer_and_means_the_same() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="chessnut", path=wire.path))
        wire.send((report(START, length=0x3D) + b"\0") * 2)

        assert watcher.first(1) == [BoardScan(board=START)]


def test_what_changes_between_steady_boards_is_told_once() -> None:
    in_the_air, done = START.with_piece("g1", None), made(START, "g1f3")
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="chessnut", path=wire.path))
        wire.send(b"".join(report(board) * 3 for board in (START, in_the_air, done)))

        assert watcher.first(3)[1:] == [
            Lifted(square="g1", piece="N"),
            Placed(square="f3", piece="N"),
        ]


def test_a_reading_in_motion_is_not_believed() -> None:
    flicker, done = START.with_piece("d7", None), made(START, "e2e4")
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="chessnut", path=wire.path))
        wire.send(report(START) * 2 + report(flicker) + report(START) * 2 + report(done) * 2)

        assert watcher.first(3)[1:] == [
            Lifted(square="e2", piece="P"),
            Placed(square="e4", piece="P"),
        ]


def test_a_board_seen_from_blacks_side_is_turned() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="chessnut", path=wire.path, is_turned=True))
        wire.send(report(PegBoard().with_piece("a1", "k")) * 2)

        assert watcher.first(1) == [BoardScan(board=PegBoard().with_piece("h8", "k"))]


@pytest.mark.parametrize("seed", range(20))
def test_reports_are_found_however_the_stream_is_cut(seed: int) -> None:
    chance = random.Random(seed)
    game, boards = chess.Board(), []
    for _ in range(15):
        game.push(chance.choice(list(game.legal_moves)))
        boards.append(PegBoard.from_fen(game.fen()))
    stream = b"\x21\x01\x00\xff" + b"".join(report(board) for board in boards)
    reports, found = Reports(), []
    while stream:
        cut = chance.randrange(1, 50)
        found += list(reports.taken(stream[:cut]))
        stream = stream[cut:]

    assert found == boards


def test_a_report_of_no_pieces_is_passed_over() -> None:
    damaged = b"\x01\x24" + b"\xff" * 36

    assert list(Reports().taken(damaged + report(START))) == [START]


def test_an_unplugged_board_is_lost_in_one_sentence() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="chessnut", path=wire.path))
        wire.send(report(START) * 2)
        watcher.first(1)
        wire.unplug()
        error = watcher.failed()

    assert isinstance(error, BoardLost)
    assert str(wire.path) in str(error)


@pytest.mark.parametrize("kind", ["nothing", "file"])
def test_what_is_no_board_is_lost_at_once(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "board"
    if kind == "file":
        path.write_bytes(report(START) * 2)

    with pytest.raises(BoardLost, match="board"):
        next(BoardOnLine(kind="chessnut", path=path).happenings())


def test_reads_the_report_of_the_published_protocol() -> None:
    assert list(Reports().taken(PUBLISHED_START)) == [START]
