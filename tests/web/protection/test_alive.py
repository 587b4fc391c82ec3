"""A socket's signs of life, and how far it reads ahead, by a clock of the test's own."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from fastapi import FastAPI
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from voice_chess.web.protection.doorway import Limits
from voice_chess.web.protection.front import FrontConfig, SocketProtocol

BEAT = b'{"type":"beat"}'
MANY = 20


class HandLoop(asyncio.SelectorEventLoop):
    """A loop whose time stands still until it is set."""

    now_s = 100.0

    def time(self) -> float:
        return self.now_s

    def turn(self) -> None:
        self.call_soon(self.stop)
        self.run_forever()


class HandTransport(asyncio.Transport):
    """Keeps what is written, and whether reading was resumed or stopped, each time."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.reads: list[bool] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """Do nothing."""

    def pause_reading(self) -> None:
        self.reads.append(False)

    def resume_reading(self) -> None:
        self.reads.append(True)


@dataclass
class Socket:
    """An open socket whose page has said and heard nothing yet."""

    loop: HandLoop
    protocol: SocketProtocol
    transport: HandTransport

    def hear(self) -> None:
        self.protocol.handle_text(Frame(Opcode.TEXT, b"{}"))

    def tell(self) -> None:
        assert self.protocol.write(b"{}")

    def has_beat(self) -> bool:
        """Return whether it sends signs of life when it thinks of them now."""
        self.loop.turn()
        self.transport.written = b""
        self.protocol.send_keepalive_ping()
        self.loop.turn()
        return BEAT in self.transport.written


@pytest.fixture
def opened() -> Iterator[Socket]:
    config = FrontConfig(FastAPI(), Limits())
    config.load()
    loop, transport = HandLoop(), HandTransport()
    protocol = SocketProtocol(config, ServerState(), {}, loop)
    protocol.connection_made(transport)
    protocol.conn.state = State.OPEN
    yield Socket(loop, protocol, transport)
    protocol.stop_keepalive()
    loop.close()


def test_a_quiet_socket_shows_after_each_interval_that_it_is_alive(opened: Socket) -> None:
    opened.loop.now_s += 4

    assert opened.has_beat()


def test_where_messages_went_both_ways_a_sign_of_life_waits_for_an_interval_behind_the_older(
    opened: Socket,
) -> None:
    opened.loop.now_s += 1
    opened.hear()
    opened.loop.now_s += 1
    opened.tell()
    opened.loop.now_s += 2

    assert not opened.has_beat()
    assert opened.protocol.ping_timer is not None
    assert opened.protocol.ping_timer.when() == opened.loop.now_s + 1

    opened.loop.now_s += 1
    assert opened.has_beat()


@pytest.mark.parametrize("way", ["hear", "tell"])
def test_messages_that_go_one_way_show_nothing_of_the_other(opened: Socket, way: str) -> None:
    opened.loop.now_s += 3
    getattr(opened, way)()
    opened.loop.now_s += 1

    assert opened.has_beat()


def test_a_message_stops_no_reading_and_many_that_nobody_takes_do(opened: Socket) -> None:
    opened.hear()
    assert opened.transport.reads == []

    for _ in range(MANY):
        opened.hear()
    assert opened.transport.reads == [False]

    for _ in range(MANY + 1):
        opened.loop.run_until_complete(opened.protocol.receive())
    assert opened.transport.reads == [False, True]
