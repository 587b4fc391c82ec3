"""A socket that can't keep up is cut, and nobody waits for it."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from fastapi import WebSocket

from voice_chess.web.live import connection
from voice_chess.web.live.connection import LONGEST_QUEUE, TEXTS, Connection
from voice_chess.web.messages.wire import Goodbye, People


@dataclass
class Wire:
    """The far end of a socket that takes so many messages and then no more."""

    takes: int
    sent: list[str] = field(default_factory=list)
    scope: dict[str, Any] = field(default_factory=dict)
    closed_with: int | None = None
    calls: int = 0
    is_full: asyncio.Event = field(default_factory=asyncio.Event)

    async def send_text(self, text: str) -> None:
        if len(self.sent) >= self.takes:
            await asyncio.Event().wait()
        self.sent.append(text)
        if len(self.sent) == self.takes:
            self.is_full.set()

    async def send(self, message: dict[str, Any]) -> None:
        """Several at once; told only where the socket takes them."""
        self.calls += 1
        for text in message[TEXTS]:
            await self.send_text(text)

    async def close(self, code: int) -> None:
        self.closed_with = code


def opened(wire: Wire) -> Connection:
    return Connection(cast("WebSocket", wire))


def message(number: int) -> People:
    return People(now_ms=0, game="game", here={"spectator": number})


@pytest.mark.parametrize("extensions", [{}, {TEXTS: {}}])
def test_messages_go_out_in_their_order(extensions: dict[str, Any]) -> None:
    async def scene() -> list[int]:
        wire = Wire(takes=100, scope={"extensions": extensions})
        page = opened(wire)
        pump = asyncio.create_task(page.pump())
        for number in range(100):
            page.send(message(number))
        await wire.is_full.wait()
        pump.cancel()
        return [json.loads(text)["here"]["spectator"] for text in wire.sent]

    assert asyncio.run(scene()) == list(range(100))


def test_what_waits_goes_out_together_where_the_socket_takes_it() -> None:
    async def scene() -> Wire:
        wire = Wire(takes=3, scope={"extensions": {TEXTS: {}}})
        page = opened(wire)
        for number in range(3):
            page.send(message(number))
        pump = asyncio.create_task(page.pump())
        await wire.is_full.wait()
        pump.cancel()
        return wire

    assert asyncio.run(scene()).calls == 1


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
