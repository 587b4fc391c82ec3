"""A page's side of its socket, which uses as little processor time as possible.

The measured players share the machine with their server. So the frames are read by websockets'
own protocol without its tasks and queues, and the listener is called at once.
"""

import asyncio
from collections.abc import Callable
from typing import TypeAlias, cast

from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.typing import Origin
from websockets.uri import WebSocketURI, parse_uri

Hears: TypeAlias = Callable[[bytes], None]
"""A function that is called with each message."""
Loses: TypeAlias = Callable[[str], None]
"""A function that is called with the reason when the line has ended."""


class WireLine(asyncio.Protocol):
    """One socket."""

    def __init__(self, uri: WebSocketURI, origin: str, cookie: str) -> None:
        self._hears: Hears = lambda _: None
        self._loses: Loses = lambda _: None
        self._cookie = cookie
        self._frames = ClientProtocol(uri, origin=Origin(origin))
        loop = asyncio.get_running_loop()
        self.is_open: asyncio.Future[None] = loop.create_future()
        self._is_lost: asyncio.Future[None] = loop.create_future()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def opened(cls, address: str, path: str, cookie: str) -> "WireLine":
        """Return a line that can be written to.

        Raises:
            ConnectionError: the server refuses it.

        """
        uri = parse_uri(f"{address.replace('http', 'ws', 1)}{path}")
        _, line = await asyncio.get_running_loop().create_connection(
            lambda: cls(uri, address, cookie), uri.host, uri.port
        )
        await line.is_open
        return line

    def listen(self, hears: Hears, loses: Loses) -> None:
        self._hears, self._loses = hears, loses

    def send(self, text: str) -> None:
        self._frames.send_text(text.encode())
        self._write()

    async def leave(self) -> None:
        """Close the line as a page does that is closed, so that it does not count as lost."""
        if self._frames.state is State.OPEN:
            self._frames.send_close(CloseCode.NORMAL_CLOSURE)
            self._write()
        await self._is_lost

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        request = self._frames.connect()
        request.headers["Cookie"] = self._cookie
        self._frames.send_request(request)
        self._write()

    def data_received(self, data: bytes) -> None:
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hears(bytes(event.data))
        if not self.is_open.done():
            self._welcome()
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        reason = str(exc or self._frames.close_reason or self._frames.close_code or "closed")
        if not self.is_open.done():
            self.is_open.set_exception(ConnectionError(reason))
        self._is_lost.set_result(None)
        self._loses(reason)

    def _welcome(self) -> None:
        if self._frames.handshake_exc is not None:
            self.is_open.set_exception(ConnectionError(str(self._frames.handshake_exc)))
        elif self._frames.state is State.OPEN:
            self.is_open.set_result(None)

    def _write(self) -> None:
        """Send what the protocol has to send; an empty part means that nothing follows."""
        assert self._transport is not None
        for part in self._frames.data_to_send():
            if part:
                self._transport.write(part)
            else:
                self._transport.close()
