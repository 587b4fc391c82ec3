"""Frames of a socket: in packets that are cut anywhere, and from a page."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from tests.benchmarks.wire import WHOLE_TEXT, frames_in, masked

LONGEST_PING = 125
TEXTS = ("", "e2e4", "x" * 125, "y" * 126, "z" * 65_535, "a" * 65_536)
STREAM = b"".join(
    Frame(opcode, text.encode()).serialize(mask=False)
    for text in TEXTS
    for opcode in (Opcode.TEXT, Opcode.PING)
    if opcode is Opcode.TEXT or len(text) <= LONGEST_PING
)


@pytest.mark.parametrize("size", [97, 1_000, 65_540, len(STREAM)])
def test_every_text_is_found_once_however_the_packets_are_cut(size: int) -> None:
    texts, unread = [], b""
    for at in range(0, len(STREAM), size):
        data = unread + STREAM[at : at + size]
        found, length = frames_in(data)
        unread = data[length:]
        texts += [data[content:end] for begin, content, end in found if data[begin] == WHOLE_TEXT]
    assert [text.decode() for text in texts] == [*TEXTS]
    assert unread == b""


@pytest.mark.parametrize("length", range(12))
def test_a_head_that_is_cut_anywhere_waits_for_its_rest(length: int) -> None:
    assert frames_in(Frame(Opcode.TEXT, bytes(65_536)).serialize(mask=False)[:length]) == ([], 0)


def test_a_ping_is_no_text() -> None:
    ping = Frame(Opcode.PING, b"there?").serialize(mask=False)
    assert frames_in(ping) == ([(0, 2, len(ping))], len(ping))
    assert ping[0] != WHOLE_TEXT


@pytest.mark.parametrize("length", [1, 125, 126, 65_535])
def test_what_a_page_sends_is_read_as_a_whole_text(length: int) -> None:
    text = b"a" * length
    server = ServerProtocol(state=State.OPEN)
    server.receive_data(masked(text))

    assert server.events_received() == [Frame(Opcode.TEXT, text)]
