"""A page's side of its socket, which uses as little processor time as possible.

The measured players share the machine with their server. So whole messages of text, which are
nearly all that a server sends, are taken from the packets here; all other frames are left to
websockets' own protocol. There are no tasks or queues: the listener is called at once.
"""

import asyncio
from collections.abc import Callable
from typing import TypeAlias, cast

from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State
from websockets.typing import Origin
from websockets.uri import WebSocketURI, parse_uri

Hears: TypeAlias = Callable[[bytes], None]
"""A function that is called with each message."""
Loses: TypeAlias = Callable[[str], None]
"""A function that is called with the reason when the line has ended."""

WHOLE_TEXT = 0x81
"""The first byte of a frame that holds a whole message of text (RFC 6455, section 5.2)."""
_SHORT_HEAD, _LONGER_HEAD, _LONGEST_HEAD = 2, 4, 10
_LONGER, _LONGEST = 126, 127
"""Lengths that announce one of two or of eight bytes."""
_MASKED, _ZEROS = 0x80, bytes(4)


def frames_in(data: bytes) -> tuple[list[tuple[int, int, int]], int]:
    """Find the frames from a server, which masks none, that have come as a whole.

    Return where each begins, where its content begins and where it ends, and how many bytes all
    of them take.
    """
    found: list[tuple[int, int, int]] = []
    begin = 0
    while len(data) >= begin + _SHORT_HEAD:
        length, head = data[begin + 1], _SHORT_HEAD
        if length >= _LONGER:
            head = _LONGER_HEAD if length == _LONGER else _LONGEST_HEAD
            length = int.from_bytes(data[begin + _SHORT_HEAD : begin + head], "big")
        end = begin + head + length
        if len(data) < max(end, begin + head):
            break
        found.append((begin, begin + head, end))
        begin = end
    return found, begin


def masked(text: bytes) -> bytes:
    """Return a text of up to 64 KiB as a whole frame from a page.

    Pages must mask what they send; under a key of zeros it stays as it is.
    """
    length = len(text)
    if length < _LONGER:
        return bytes((WHOLE_TEXT, _MASKED | length)) + _ZEROS + text
    return bytes((WHOLE_TEXT, _MASKED | _LONGER)) + length.to_bytes(2, "big") + _ZEROS + text


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
        self._unread = b""
        """The beginning of a frame whose rest has not come yet."""

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

    def send(self, text: bytes) -> None:
        assert self._transport is not None
        self._transport.write(masked(text))

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
        data, self._unread = self._unread + data, b""
        if self._frames.state is not State.OPEN:
            self._take_other(data)
            if not self.is_open.done():
                self._welcome()
            return
        found, length = frames_in(data)
        self._unread = data[length:]
        for begin, content, end in found:
            if data[begin] == WHOLE_TEXT:
                self._hears(data[content:end])
            else:
                self._take_other(data[begin:end])

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

    def _take_other(self, data: bytes) -> None:
        """Leave the handshake, a ping or a goodbye to the protocol, and send its response.

        Raises `ValueError` for a part of a message: a server of ours sends whole ones.
        """
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if isinstance(event, Frame) and not event.fin:
                message = "a message came in parts"
                raise ValueError(message)
        self._write()

    def _write(self) -> None:
        """Send what the protocol has to send; an empty part means that nothing follows."""
        assert self._transport is not None
        for part in self._frames.data_to_send():
            if part:
                self._transport.write(part)
            else:
                self._transport.close()
