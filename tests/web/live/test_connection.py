"""A socket that can't keep up is cut, and nobody waits for it."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import cast

from fastapi import WebSocket

from voice_chess.web.live import connection
from voice_chess.web.live.connection import LONGEST_QUEUE, Connection
from voice_chess.web.messages.wire import Goodbye, People


@dataclass
class Wire:
    """The far end of a socket that takes so many messages and then no more."""

    takes: int
    sent: list[str] = field(default_factory=list)
    closed_with: int | None = None
    is_full: asyncio.Event = field(default_factory=asyncio.Event)

    async def send_text(self, text: str) -> None:
        if len(self.sent) >= self.takes:
            await asyncio.Event().wait()
        self.sent.append(text)
        if len(self.sent) == self.takes:
            self.is_full.set()

    async def close(self, code: int) -> None:
        self.closed_with = code


def opened(wire: Wire) -> Connection:
    return Connection(cast("WebSocket", wire))


def message(number: int) -> People:
    return People(now_ms=0, game="game", here={"spectator": number})


def test_messages_go_out_in_their_order() -> None:
    async def scene() -> list[int]:
        wire = Wire(takes=100)
        page = opened(wire)
        pump = asyncio.create_task(page.pump())
        for number in range(100):
            page.send(message(number))
        await wire.is_full.wait()
        pump.cancel()
        return [json.loads(text)["here"]["spectator"] for text in wire.sent]

    assert asyncio.run(scene()) == list(range(100))


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
