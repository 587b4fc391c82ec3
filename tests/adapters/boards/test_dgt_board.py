"""A DGT board on a pseudo-terminal: dumps, changes, damage, the other side, the plug."""

import random
import tomllib
from pathlib import Path

import chess
import pytest

from tests.adapters.boards.board_wire import wired
from voice_chess.adapters.boards.board_kinds import BoardOnLine
from voice_chess.adapters.boards.dgt_board import DgtDecoder, Messages
from voice_chess.session.ports import BoardLost
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan, Felt, Lifted, Placed, felt

START = PegBoard.from_fen(chess.STARTING_FEN)
PUBLISHED_START = bytes.fromhex(
    "8600430809 0a0c 0b0a 0908 0707 0707 0707 0707".replace(" ", "")
    + "00" * 32
    + "0101010101010101 0203 0406 0504 0302".replace(" ", "")
)
"""The dump of the starting position byte by byte, as the published protocol gives it."""

RECORDED = Path(__file__).with_name("recorded") / "dgt_game.toml"
CODES = {None: 0} | {piece: code for code, piece in enumerate("PRNBKQprnbkq", start=1)}
ORDER = [file + rank for rank in "87654321" for file in "abcdefgh"]


def dump(board: PegBoard) -> bytes:
    return b"\x86\x00\x43" + bytes(CODES[board.at(square)] for square in ORDER)


def change(square: str, piece: str | None) -> bytes:
    return bytes((0x8E, 0, 5, ORDER.index(square), CODES[piece]))


def test_asks_the_board_for_everything_and_for_every_change() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))

        assert wire.asked == b"\x40\x42\x44"
        wire.send(PUBLISHED_START)
        assert watcher.first(1) == [BoardScan(board=START)]


def test_a_lift_and_an_insertion_are_told_as_they_come() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        wire.send(dump(START) + change("g1", None) + change("f3", "N"))

        assert watcher.first(3)[1:] == [
            Lifted(square="g1", piece="N"),
            Placed(square="f3", piece="N"),
        ]


def test_a_piece_put_where_another_was_not_yet_missed_is_both() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        wire.send(dump(START) + change("g1", "q"))

        assert watcher.first(3)[1:] == [
            Lifted(square="g1", piece="N"),
            Placed(square="g1", piece="q"),
        ]


def test_a_board_seen_from_blacks_side_is_turned() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path, is_turned=True))
        wire.send(dump(PegBoard().with_piece("a1", "k")))

        assert watcher.first(1) == [BoardScan(board=PegBoard().with_piece("h8", "k"))]


def test_changes_before_the_first_dump_tell_nothing() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        wire.send(change("e2", None) + dump(START) + change("e2", None))

        assert watcher.first(2) == [BoardScan(board=START), Lifted(square="e2", piece="P")]


@pytest.mark.parametrize(
    "damage",
    [
        b"\x00\x17noise",
        b"\x8e\x00\x05\x40\x01",
        b"\x8e\x00\x05\x01\x0d",
        b"\x8e\x00\x04\x01",
        b"\x86\x00\x05\x01\x01",
        b"\x86\x00\x43" + b"\x0d" * 64,
        b"\x8e\x7f\x7f",
        b"\x8e\x00\x02",
        b"\x93\x00\x05\x01\x08",
        b"\x8d\x00\x0a\x00\x00\x00\x00\x00\x00\x00",
        b"\x8e\x00\x05\x08",
        b"\x86\x00\x43" + b"\x00" * 62,
    ],
    ids=[
        "noise",
        "square out of range",
        "piece out of range",
        "change cut short",
        "dump cut short",
        "dump of no pieces",
        "length beyond all",
        "length below all",
        "version",
        "clock",
        "change that lost a byte",
        "dump that lost bytes",
    ],
)
def test_what_is_damaged_or_not_asked_for_is_passed_over(damage: bytes) -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        wire.send(dump(START) + damage + change("e2", None) + change("e4", "P"))

        assert watcher.first(3)[1:] == [
            Lifted(square="e2", piece="P"),
            Placed(square="e4", piece="P"),
        ]


@pytest.mark.parametrize("seed", range(20))
def test_messages_are_found_however_the_stream_is_cut(seed: int) -> None:
    chance = random.Random(seed)
    stream, sent = b"", []
    for _ in range(40):
        body = bytes(chance.randrange(128) for _ in range(chance.randrange(70)))
        kind = chance.choice((0x86, 0x8D, 0x8E, 0x92))
        sent.append((kind, body))
        stream += bytes((kind, 0, len(body) + 3)) + body
    messages, found = Messages(), []
    while stream:
        cut = chance.randrange(1, 30)
        found += list(messages.taken(stream[:cut]))
        stream = stream[cut:]

    assert found == sent


def test_a_whole_game_by_hand_is_followed_hole_by_hole() -> None:
    chance = random.Random(3)
    game, pegs, stream = chess.Board(), START, dump(START)
    changes = 0
    for _ in range(60):
        move = chance.choice(list(game.legal_moves))
        game.push(move)
        after = made(pegs, move.uci())
        for hole in pegs.differences(after):
            if hole.here is not None:
                stream += change(hole.square, None)
                changes += 1
        for hole in pegs.differences(after):
            if hole.there is not None:
                stream += change(hole.square, hole.there)
                changes += 1
        pegs = after
        if game.is_game_over():
            break
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        wire.send(stream)
        happenings = watcher.first(1 + changes)

    assert followed(happenings) == PegBoard.from_fen(game.fen())


def recorded() -> tuple[bytes, list[str]]:
    """What a real board sent while a game was played on it, and the moves of that game."""
    table = tomllib.loads(RECORDED.read_text("utf-8"))
    changes = (bytes.fromhex(change) for change in table["changes"].split())
    return b"".join(b"\x8e\x00\x05" + each for each in changes), table["moves"].split()


@pytest.mark.parametrize("cut", [1, 7, 4_096])
def test_a_blitz_game_recorded_from_a_real_board_is_followed_move_by_move(cut: int) -> None:
    stream, moves = recorded()
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        whole = PUBLISHED_START + stream
        for start in range(0, len(whole), cut):
            wire.send(whole[start : start + cut])
        wire.send(dump(PegBoard()))
        happenings = watcher.told_until(BoardScan(board=PegBoard()))
    game, board = chess.Board(), PegBoard()
    waits = iter(moves)
    awaited = START
    for happening in happenings[:-1]:
        board = felt(board, happening)
        if board == awaited and (uci := next(waits, None)) is not None:
            game.push_uci(uci)
            awaited = PegBoard.from_fen(game.fen())

    assert game.ply() == len(moves)
    assert board == awaited


def followed(happenings: list[Felt]) -> PegBoard:
    board = PegBoard()
    for happening in happenings:
        board = felt(board, happening)
    return board


@pytest.mark.parametrize(
    "damaged",
    [b"\x86\x00\x43" + b"\x0d" * 64, dump(START)[:40] + change("a1", None)],
    ids=["pieces that there are not", "bytes were lost, and a hand moves"],
)
def test_a_board_that_did_not_come_whole_is_asked_for_again(damaged: bytes) -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        wire.send(damaged)

        assert wire.received(1) == b"\x42"
        wire.send(dump(START) + change("e2", None))
        assert watcher.first(2)[1:] == [Lifted(square="e2", piece="P")]


def test_a_board_that_is_known_is_not_asked_for_again() -> None:
    decoder = DgtDecoder()
    list(decoder.taken(dump(START) + b"\x86\x00\x43" + b"\x0d" * 64))

    assert decoder.asked_again() == ()


def test_an_unplugged_board_is_lost_in_one_sentence() -> None:
    with wired() as wire:
        watcher = wire.watched(BoardOnLine(kind="dgt", path=wire.path))
        wire.send(PUBLISHED_START)
        watcher.first(1)
        wire.unplug()
        error = watcher.failed()

    assert isinstance(error, BoardLost)
    assert str(wire.path) in str(error)


def test_a_board_that_is_not_there_is_lost(tmp_path: Path) -> None:
    with pytest.raises(BoardLost, match="nowhere"):
        next(BoardOnLine(kind="dgt", path=tmp_path / "nowhere").happenings())
