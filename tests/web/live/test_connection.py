"""A socket that can't keep up is cut, and nobody waits for it."""

import asyncio
import json
import weakref
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from fastapi import WebSocket

from tests.unsearched import unsearched
from voice_chess.web.live import connection
from voice_chess.web.live.connection import AT_ONCE, LONGEST_QUEUE, Connection, OpenSockets
from voice_chess.web.messages.wire import Goodbye, People


@dataclass
class Wire:
    """The far end of a socket that takes this many messages and then no more.

    This many of them, of those that come first, it takes at once, if it is asked to.
    """

    takes: int
    takes_at_once: int = 0
    sent: list[str] = field(default_factory=list)
    scope: dict[str, Any] = field(default_factory=dict)
    closed_with: int | None = None
    is_full: asyncio.Event = field(default_factory=asyncio.Event)

    async def send_text(self, text: str) -> None:
        if len(self.sent) >= self.takes:
            await asyncio.Event().wait()
        self.sent.append(text)
        if len(self.sent) == self.takes:
            self.is_full.set()

    def write(self, text: bytes) -> bool:
        is_taken = len(self.sent) < self.takes_at_once
        if is_taken:
            self.sent.append(text.decode())
        return is_taken

    async def close(self, code: int) -> None:
        self.closed_with = code


def opened(wire: Wire) -> Connection:
    return Connection(cast("WebSocket", wire))


def message(number: int) -> People:
    return People(now_ms=0, game="game", here={"spectator": number})


@pytest.mark.parametrize("takes_at_once", [0, 50, 100])
def test_messages_go_out_in_their_order(takes_at_once: int) -> None:
    async def scene() -> list[int]:
        wire = Wire(takes=100, takes_at_once=takes_at_once)
        wire.scope = {"extensions": {AT_ONCE: {"write": wire.write}}}
        page = opened(wire)
        pump = asyncio.create_task(page.pump())
        for number in range(100):
            page.send(message(number))
            if number == 60:
                # What waits is not overtaken by what would be taken at once now.
                wire.takes_at_once = 100
        await page.sent()
        pump.cancel()
        return [json.loads(text)["here"]["spectator"] for text in wire.sent]

    assert asyncio.run(scene()) == list(range(100))


def test_what_the_socket_takes_at_once_needs_no_pump() -> None:
    async def scene() -> list[str]:
        wire = Wire(takes=0, takes_at_once=1)
        wire.scope = {"extensions": {AT_ONCE: {"write": wire.write}}}
        opened(wire).send(message(1))
        return wire.sent

    assert asyncio.run(scene()) == [message(1).model_dump_json()]


def test_a_page_that_does_not_read_is_cut() -> None:
    async def scene() -> Connection:
        page = opened(Wire(takes=0))
        for number in range(LONGEST_QUEUE + 1):
            page.send(message(number))
        return page

    assert asyncio.run(scene()).is_cut


def test_a_cut_page_is_told_why_and_closed() -> None:
    async def scene() -> Wire:
        wire = Wire(takes=1_000)
        page = opened(wire)
        page.cut(Goodbye(code="revoked"))
        page.send(message(1))
        await page.pump()
        return wire

    wire = asyncio.run(scene())

    assert [json.loads(text)["type"] for text in wire.sent] == ["bye"]
    assert wire.closed_with == connection.CLOSE_CODES["revoked"]


def test_a_page_that_does_not_even_read_its_goodbye_is_left() -> None:
    async def scene() -> None:
        page = opened(Wire(takes=0))
        page.cut(Goodbye(code="too-slow"))
        async with asyncio.timeout(60):
            await page.pump()

    asyncio.run(scene())


def test_all_sockets_are_told_that_the_server_stops_even_one_that_opens_just_then() -> None:
    async def scene() -> list[Wire]:
        sockets, wires = OpenSockets(), [Wire(takes=1), Wire(takes=1)]

        async def served(wire: Wire) -> None:
            page = opened(wire)
            await page.serve(sockets.talking(page, asyncio.sleep(3_600), "talk"))

        first = asyncio.create_task(served(wires[0]))
        await asyncio.sleep(0)
        assert len(sockets) == 1
        await sockets.close(Goodbye(code="ending"), 60)
        await asyncio.gather(first, served(wires[1]))
        assert len(sockets) == 0
        return wires

    for wire in asyncio.run(scene()):
        assert [json.loads(text)["type"] for text in wire.sent] == ["bye"]
        assert wire.closed_with == connection.CLOSE_CODES["ending"]


def test_one_whose_end_is_broken_off_needs_no_search_for_garbage_either() -> None:
    @dataclass
    class Slow(Wire):
        """It lets go of a message two turns of the loop after it is told to."""

        async def send_text(self, text: str) -> None:
            try:
                await super().send_text(text)
            finally:
                await asyncio.sleep(0)
                await asyncio.sleep(0)

    async def scene() -> "weakref.ref[Connection]":
        page = opened(Slow(takes=0))
        pump = asyncio.create_task(page.pump())
        page.send(message(1))
        await asyncio.sleep(0.01)
        pump.cancel()
        await asyncio.sleep(0)
        assert not pump.done()
        pump.cancel()
        await asyncio.wait((pump,))
        await asyncio.sleep(0.01)
        return weakref.ref(page)

    with unsearched():
        gone = asyncio.run(scene())

        assert gone() is None


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_connection_that_has_ended_needs_no_search_for_garbage(is_cut: bool) -> None:
    async def scene() -> "weakref.ref[Connection]":
        page = opened(Wire(takes=2))
        pump = asyncio.create_task(page.pump())
        page.send(message(1))
        await page.sent()
        if is_cut:
            page.cut(Goodbye(code="revoked"))
        else:
            pump.cancel()
        await asyncio.wait((pump,))
        return weakref.ref(page)

    with unsearched():
        gone = asyncio.run(scene())

        assert gone() is None
