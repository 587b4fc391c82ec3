"""What is written to a socket in one turn of the loop is one write, and nothing of it is lost."""

import asyncio
from dataclasses import dataclass, field

import pytest

from voice_chess.web.live.one_packet import OnePacket


@dataclass
class Wire(asyncio.Transport):
    """What a real transport was told."""

    written: list[bytes] = field(default_factory=list)
    is_shut: bool = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.is_shut = True

    def abort(self) -> None:
        self.is_shut = True

    def is_closing(self) -> bool:
        return self.is_shut

    def get_write_buffer_size(self) -> int:
        return 100


@pytest.fixture
def wire() -> Wire:
    return Wire()


async def a_turn() -> None:
    await asyncio.sleep(0)


def test_what_is_written_in_one_turn_leaves_together_and_in_order(wire: Wire) -> None:
    async def write() -> None:
        transport = OnePacket(wire, asyncio.get_running_loop())
        for data in (b"announced ", b"completed ", b"", b"game"):
            transport.write(data)
        assert not wire.written
        await a_turn()
        transport.write(b"later")
        await a_turn()

    asyncio.run(write())

    assert wire.written == [b"announced completed game", b"later"]


def test_a_goodbye_leaves_before_the_line_is_closed(wire: Wire) -> None:
    async def close() -> None:
        transport = OnePacket(wire, asyncio.get_running_loop())
        transport.write(b"bye")
        transport.close()
        assert wire.written == [b"bye"]
        await a_turn()

    asyncio.run(close())

    assert wire.is_shut
    assert wire.written == [b"bye"]


def test_nothing_is_written_to_a_line_that_is_cut(wire: Wire) -> None:
    async def abort() -> None:
        transport = OnePacket(wire, asyncio.get_running_loop())
        transport.write(b"too late")
        transport.abort()
        await a_turn()

    asyncio.run(abort())

    assert wire.is_shut
    assert not wire.written


def test_what_waits_counts_as_unread(wire: Wire) -> None:
    async def size() -> int:
        transport = OnePacket(wire, asyncio.get_running_loop())
        transport.write(b"12345")
        transport.write(b"678")
        return transport.get_write_buffer_size()

    assert asyncio.run(size()) == 108
