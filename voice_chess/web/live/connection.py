"""Open sockets: each sends from a queue of its own, and a page too slow is cut off."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TypeAlias

from fastapi import WebSocket, WebSocketDisconnect
from pydantic_core import to_json

from voice_chess.web.messages.sound_messages import Message
from voice_chess.web.messages.wire import Goodbye

COOKIE = "seat"
AT_ONCE = "voice-chess.at-once"
"""Our server's extension of ASGI sockets; `write` in its scope entry is a `Write`."""
Write: TypeAlias = Callable[[bytes], bool]
"""Sends a text, in UTF-8, in this turn of the event loop.

Returns False if it must wait or is impossible.
"""
LONGEST_QUEUE = 512
CLOSE_CODES = {
    "revoked": 4403,
    "too-slow": 4408,
    "too-many": 4429,
    "no-hello": 4400,
    "too-bad": 4400,
    "ending": 1001,
}
_PATIENCE_S = 2.0
_GOODBYE_WITHIN_S = 3.0


async def ended(*tasks: asyncio.Task[object]) -> None:
    """Cancel these tasks and wait until they end, however they end.

    `asyncio.gather` would raise their cancellation in its caller. Code that cancels the caller
    could then not tell its own cancellation from theirs.
    """
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


class Connection:
    """Sends messages in order, without ever making the sender wait.

    Waking a task and going through every layer down to the wire costs more than the text itself.
    So a text is written at once if the socket takes it; only otherwise it waits for the pump.
    """

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.seen: dict[str, int] = {}
        """The number of the last event that was sent, by game."""
        at_once = socket.scope.get("extensions", {}).get(AT_ONCE, {})
        self._write: Write = at_once.get("write", _takes_nothing)
        self._waiting: deque[bytes] = deque()
        self._is_waiting, self._is_sent = asyncio.Event(), asyncio.Event()
        self._is_sent.set()
        self._bye: Goodbye | None = None
        self._sending: asyncio.Task[None] | None = None

    @property
    def cookie(self) -> str:
        """The seat cookie of the page; empty if it sent none."""
        return self.socket.cookies.get(COOKIE, "")

    @property
    def is_cut(self) -> bool:
        return self._bye is not None

    def send(self, message: Message) -> None:
        self.send_text(to_json(message))

    def send_text(self, text: bytes) -> None:
        """Send a message that was serialised, as JSON in UTF-8, once for several sockets."""
        if self._bye is not None or (self._is_sent.is_set() and self._write(text)):
            return
        if len(self._waiting) >= LONGEST_QUEUE:
            self.cut(Goodbye(code="too-slow"))
            return
        self._waiting.append(text)
        if not self._is_waiting.is_set():
            self._is_waiting.set()
            self._is_sent.clear()

    async def sent(self) -> None:
        """Wait until everything so far has gone out; wait for ever once the connection is cut.

        It waits at least one turn of the loop: only then the socket finds whether its page reads.
        """
        await asyncio.sleep(0)
        await self._is_sent.wait()

    def cut(self, bye: Goodbye) -> None:
        """Send only this goodbye from now on, and close."""
        if self._bye is None:
            self._bye = bye
            if self._sending is not None:
                self._sending.cancel()

    async def pump(self) -> None:
        """Send what waits until the socket is cut or the page has gone; then close it."""
        if self._bye is None:
            self._sending = asyncio.create_task(self._send_all())
            try:
                await asyncio.wait((self._sending,))
            finally:
                # How it ends refers to this object; together they would wait for a garbage search.
                sending, self._sending = self._sending, None
                await ended(sending)
        if self._bye is not None:
            await self._close(self._bye)

    async def serve(
        self,
        talk: asyncio.Task[None],
        lasts_s: float | None = None,
        bye: Goodbye | None = None,
    ) -> asyncio.Task[None]:
        """Send until the page's talk ends, or the sending, or the time is up; return the pump.

        Whoever was cut off meanwhile still gets its goodbye, and everybody else gets `bye`, if
        there is one. Then both tasks have ended.
        """
        pump = asyncio.create_task(self.pump(), name="pump")
        try:
            await asyncio.wait((pump, talk), timeout=lasts_s, return_when=asyncio.FIRST_COMPLETED)
            if bye is not None:
                self.cut(bye)
            if self.is_cut:
                await asyncio.wait((pump,), timeout=_GOODBYE_WITHIN_S)
        finally:
            await ended(talk, pump)
        return pump

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while await self._is_waiting.wait():
                while self._waiting:
                    await self.socket.send_text(self._waiting.popleft().decode())
                self._is_waiting.clear()
                self._is_sent.set()

    async def _close(self, bye: Goodbye) -> None:
        """Send the goodbye and close. Texts still waiting are dropped: a returning page asks again.

        It asks by the numbers of what it had last.
        """
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self.socket.send_text(bye.model_dump_json())
                await self.socket.close(CLOSE_CODES[bye.code])


class OpenSockets:
    """All sockets that the server serves, in the order in which they were opened."""

    def __init__(self) -> None:
        self._open: dict[asyncio.Task[None], Connection] = {}
        self._bye: Goodbye | None = None

    def __len__(self) -> int:
        return len(self._open)

    def talking(
        self, connection: Connection, talk: Coroutine[None, None, None], name: str
    ) -> asyncio.Task[None]:
        """Start the page's talk, and count its socket until the talk has ended."""
        if self._bye is not None:
            connection.cut(self._bye)
        task = asyncio.create_task(talk, name=name)
        self._open[task] = connection
        task.add_done_callback(self._open.__delitem__)
        return task

    async def close(self, bye: Goodbye, within_s: float) -> None:
        """Send this goodbye on all sockets, also on those opened from now on, and close them.

        Wait until all talks have ended, but no longer than this.
        """
        self._bye = bye
        for connection in self._open.values():
            connection.cut(bye)
        if self._open:
            await asyncio.wait(self._open, timeout=within_s)


def _takes_nothing(_text: bytes) -> bool:
    """Stand in as the `Write` of a server without the extension."""
    return False
