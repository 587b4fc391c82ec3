"""One open socket: what goes out waits in a queue of its own; a slow one is cut."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

from fastapi import WebSocket, WebSocketDisconnect

from voice_chess.web.messages.sound_messages import Message
from voice_chess.web.messages.wire import Goodbye

COOKIE = "seat"
AT_ONCE = "voice-chess.at-once"
"""An extension of ASGI's sockets: its `write` is a `Write`."""
Write: TypeAlias = Callable[[str], bool]
"""Sends a text in this turn of the loop; False where that has to wait, or can't be done at all."""
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


async def ended(*tasks: asyncio.Task[object]) -> None:
    """Cancel these and wait for their end, whatever it is.

    `asyncio.gather` would hand on a cancellation of theirs as if it were its caller's: whoever
    cancels the caller then doesn't know its own cancellation again.
    """
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


class Connection:
    """Sends what it is given in order; never makes anybody wait.

    To wake a task, and to go through every layer down to the wire, costs more than the text: what
    the socket takes at once it is given at once, and only the rest waits here for the pump.
    """

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.seen: dict[str, int] = {}
        """By game, the number of the last event that was sent."""
        at_once = socket.scope.get("extensions", {}).get(AT_ONCE, {})
        self._write: Write = at_once.get("write", _takes_nothing)
        self._waiting: deque[str] = deque()
        self._is_waiting, self._is_sent = asyncio.Event(), asyncio.Event()
        self._is_sent.set()
        self._bye: Goodbye | None = None
        self._sending: asyncio.Task[None] | None = None

    @property
    def cookie(self) -> str:
        """With which its page came; nothing where it had none."""
        return self.socket.cookies.get(COOKIE, "")

    @property
    def is_cut(self) -> bool:
        return self._bye is not None

    def send(self, message: Message) -> None:
        self.send_text(message.model_dump_json())

    def send_text(self, text: str) -> None:
        """A message that is already written, for several sockets alike."""
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
        """Until everything so far has gone out; for ever, once it is cut.

        Not before the turn is over: it is then that the socket finds whether its page reads.
        """
        await asyncio.sleep(0)
        await self._is_sent.wait()

    def cut(self, bye: Goodbye) -> None:
        """Say no more than this, and close."""
        if self._bye is None:
            self._bye = bye
            if self._sending is not None:
                self._sending.cancel()

    async def pump(self) -> None:
        """Send until the socket is cut, or the other side has gone."""
        if self._bye is None:
            self._sending = asyncio.create_task(self._send_all())
            try:
                await asyncio.wait((self._sending,))
            finally:
                await ended(self._sending)
        if self._bye is not None:
            await self._close(self._bye)

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while await self._is_waiting.wait():
                while self._waiting:
                    await self.socket.send_text(self._waiting.popleft())
                self._is_waiting.clear()
                self._is_sent.set()

    async def _close(self, bye: Goodbye) -> None:
        """What still waits is dropped: a page that comes back gets it by its numbers."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self.socket.send_text(bye.model_dump_json())
                await self.socket.close(CLOSE_CODES[bye.code])


def _takes_nothing(_text: str) -> bool:
    """`Write` of a server that has none."""
    return False
