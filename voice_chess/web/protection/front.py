"""The network protocols before the application: they stop what is too long, slow or frequent.

uvicorn's own protocols accept a head of any size, wait for its end for ever, and go on reading a
body that they throw away. Those here hold every client to `Limits` before anything is known about
it. What a request asks, and whether its client may, is left to the application.
"""

import asyncio
import socket
import ssl
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from voice_chess.web.live.connection import AT_ONCE
from voice_chess.web.live.one_packet import OnePacket
from voice_chess.web.messages.rest import Complaint
from voice_chess.web.messages.wire import Beat
from voice_chess.web.protection.doorway import LISTS, Doorway, Limits

_SLICE = 4_096
"""Bytes handed to the parser at a time; a request is counted from the slice in which it begins."""

_LAST_WORDS_S = 5
_PINGS_S = 4.0
_PONG_WITHIN_S = 10.0
"""Seconds; an opponent learns of a page's dead line after both of these together."""

_BEAT = Beat().model_dump_json().encode()
_SOON_S = 0.1
"""Seconds; a ping that is due within them is not put off."""
_LINGERS_S = 5.0
"""Seconds that a closing connection stays open, so that a refusal can still be read."""

_TOO_LARGE = Complaint(code="too-large").model_dump_json().encode()
_MOST_UNREAD = 1_048_576
"""Bytes that may wait for a page that does not read them; beyond that it is cut off."""

_MOST_UNTAKEN = 8
"""Messages that may wait for the application while more are read."""

_WHOLE_TEXT = 0x81
"""The first byte of a frame that holds a whole text."""
_SHORT, _LONG = 125, 65_535
"""The longest text whose length is the second byte, and whose length follows in two bytes."""
_SIZED = {2: 126, 8: 127}
"""The second byte that says in how many bytes the length follows."""

MOST_FRAGMENTS = 16
"""The most fragments of a message; our pages send each message in one."""


class FrontConfig(uvicorn.Config):
    """uvicorn's settings, and the doorway that all connections of one server share."""

    def __init__(self, app: FastAPI, limits: Limits, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(
            app,
            http=RequestProtocol if tls is None else HandshakeProtocol,
            ws=SocketProtocol,
            ws_per_message_deflate=False,
            ws_max_size=limits.message_bytes,
            ws_ping_interval=_PINGS_S,
            ws_ping_timeout=_PONG_WITHIN_S,
            access_log=False,
            server_header=False,
            log_level="warning",
            timeout_graceful_shutdown=_LAST_WORDS_S,
        )
        self.tls = tls
        self.doorway: Doorway[HandshakeProtocol | RequestProtocol | SocketProtocol] = Doorway(
            limits, self._is_trusted
        )

    def make_room(self, guest: "HandshakeProtocol | RequestProtocol") -> None:
        """Note that a connection waits; if too many do, close the one that has waited longest."""
        longest = self.doorway.waits(guest)
        if isinstance(longest, HandshakeProtocol | RequestProtocol):
            longest.shut()

    def _is_trusted(self, address: str) -> bool:
        """Return whether this is a proxy's address; a proxy names the client of each request."""
        app = self.loaded_app
        return isinstance(app, ProxyHeadersMiddleware) and address in app.trusted_hosts


class RequestProtocol(HttpToolsProtocol):
    """One connection with HTTP requests, until it ends or becomes a socket."""

    config: FrontConfig

    def __init__(
        self,
        config: FrontConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        before: "HandshakeProtocol | None" = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.url = b""
        self._before = before
        self._limits = config.doorway.limits
        self._taken = 0
        self._is_in_head = True
        self._deadline: asyncio.TimerHandle | None = None
        self._is_socket = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        if self._before is not None:
            self.config.doorway.leaves(self._before)
        if self.config.doorway.enters(self, self.client[0] if self.client else ""):
            self._await_request()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        self.config.doorway.leaves(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data in slices and count each, so that no request exceeds its limit by much."""
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing() or self._is_socket:
                return
            piece = data[start : start + _SLICE]
            super().data_received(piece)
            self._taken += len(piece)
            self._refuse_what_is_too_large()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the socket's protocol, which counts it from here on."""
        self._is_socket = True
        self._cancel_deadline()
        self.config.doorway.leaves(self)
        super().handle_websocket_upgrade()
        # The parser holds methods of this object; together they would wait for a garbage search.
        del self.parser

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._taken = 0
        self._is_in_head = True
        if self._deadline is None:
            self._await_request()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._taken = 0
        self._is_in_head = True
        self._cancel_deadline()
        self.config.doorway.served(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._linger()
        elif self._deadline is None and self.cycle.response_complete:
            self._await_request()

    def timeout_keep_alive_handler(self) -> None:
        self.shut()

    def shut(self) -> None:
        """Close the connection: another one needs its place."""
        self.transport.close()
        self._linger()

    def _await_request(self) -> None:
        self._deadline = self.loop.call_later(self._limits.request_ms / 1_000, self._give_up)
        self.config.make_room(self)

    def _give_up(self) -> None:
        """Refuse an unfinished request; only close if none was begun: browsers connect early."""
        self._deadline = None
        if self._taken:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.shut()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse_what_is_too_large(self) -> None:
        if self.transport.is_closing() or self._is_socket:
            return
        if self._is_in_head and self._taken > self._limits.head_bytes:
            is_address = len(self.url) > self._limits.head_bytes // 2
            headers = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG if is_address else headers)
        elif self._taken > self._most_bytes():
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def _most_bytes(self) -> int:
        is_list = self.url.partition(b"?")[0].endswith(LISTS.encode())
        return self._limits.list_bytes if is_list else self._limits.request_bytes

    def _refuse(self, status: HTTPStatus) -> None:
        """Send the reason, unless a response has already begun, and close."""
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            reason, kind, told = status.phrase.encode("ascii"), b"text/plain; charset=utf-8", b""
            if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
                # A page may have sent it, and puts this into words like any complaint.
                kind, told = b"application/json", _TOO_LARGE
            head = (
                b"HTTP/1.1 %d %s\r\ncontent-type: %s\r\n"
                b"content-length: %d\r\nconnection: close\r\n\r\n"
            )
            told = told or reason
            self.transport.write(head % (status, reason, kind, len(told)) + told)
        self.shut()

    def _linger(self) -> None:
        self.loop.call_later(_LINGERS_S, self.transport.abort)


class HandshakeProtocol(asyncio.Protocol):
    """One connection during its TLS handshake; after that, a `RequestProtocol` takes it.

    The event loops' own servers don't count handshakes, and give each of them a minute.
    """

    def __init__(
        self,
        config: FrontConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config = config
        self._asking = partial(RequestProtocol, config, server_state, app_state, _loop)
        self._loop = _loop or asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection away from its transport, which can't be upgraded to TLS."""
        plain = cast("asyncio.Transport", transport)
        peer = get_remote_addr(plain)
        if self._config.doorway.enters(self, peer[0] if peer else ""):
            taken = plain.get_extra_info("socket")
            own = socket.fromfd(taken.fileno(), taken.family, taken.type)
            own.settimeout(0)
            self._task = self._loop.create_task(self._shake_hands(own))
            self._config.make_room(self)
        plain.abort()

    def shut(self) -> None:
        """Close the connection: another one needs its place.

        The task is cancelled only in the next turn: before it has begun, it would not close the
        connection that it was given.
        """
        if self._task is not None:
            self._loop.call_soon(self._task.cancel)

    async def _shake_hands(self, own: socket.socket) -> None:
        """Do the handshake; one that fails counts as a connection that was closed."""
        seconds = self._config.doorway.limits.request_ms / 1_000
        try:
            with suppress(OSError):
                await self._loop.connect_accepted_socket(
                    self._next, own, ssl=self._config.tls, ssl_handshake_timeout=seconds
                )
        finally:
            self._config.doorway.leaves(self)

    def _next(self) -> RequestProtocol:
        return self._asking(before=self)


class SocketProtocol(WebSocketsSansIOProtocol):
    """One socket. uvicorn limits the size of a message, but not the number of its fragments."""

    config: FrontConfig
    scope: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(OnePacket(cast("asyncio.Transport", transport), self.loop))
        self.config.doorway.enters(self, self.client[0] if self.client else "")
        self._heard_at = self._told_at = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.doorway.leaves(self)
        super().connection_lost(exc)
        if self.scope is not None:
            # It holds a method of this object; together they would wait for a garbage search.
            self.scope["extensions"].pop(AT_ONCE, None)

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application; stop reading once too many wait.

        uvicorn stops with each message and goes on when that is taken, which costs a system call.
        """
        self._heard_at = self.loop.time()
        is_paused = self.read_paused
        self.read_paused = True  # so that uvicorn leaves the transport alone
        super().send_receive_event_to_app()
        self.read_paused = is_paused
        if not is_paused and self.queue.qsize() >= _MOST_UNTAKEN:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][AT_ONCE] = {"write": self.write}

    def write(self, text: bytes) -> bool:
        """Send a text at once if possible, as a `Write`."""
        is_open = not (self.disconnected or self.close_sent) and self.conn.state is State.OPEN
        if not is_open or not self.writable.is_set():
            return False
        self.transport.write(frame_of(text))
        self._told_at = self.loop.time()
        return True

    def shutdown(self) -> None:
        """Close the socket when the server stops.

        uvicorn would send a second close frame to a page that has just closed, and fail. Under TLS
        such a page can hold its line for half a minute, which the server's end must not wait for.
        """
        if self.handshake_complete and self.conn.state is not State.OPEN:
            self.stop_keepalive()
            self.transport.abort()
        else:
            super().shutdown()

    def send_keepalive_ping(self) -> None:
        """Send a ping and, since scripts see no pings, a `Beat` that the page can notice.

        Both go in one packet and bypass the page's queue. For thousands of idle sockets this is
        all the work there is. Where messages have gone both ways, they have said the same: then
        the ping waits until the older of them is as old as a ping may be.
        """
        rest_s = min(self._heard_at, self._told_at) + cast("float", self.ping_interval)
        rest_s -= self.loop.time()
        if rest_s > _SOON_S:
            self.ping_timer = self.loop.call_later(rest_s, self.send_keepalive_ping)
            return
        if self.conn.state is State.OPEN:
            self.conn.send_text(_BEAT)
        super().send_keepalive_ping()

    def data_received(self, data: bytes) -> None:
        """Parse data; cut off a page that doesn't read, since pongs to it pile up unasked."""
        super().data_received(data)
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)


def frame_of(text: bytes) -> bytes:
    """Return a text as a whole frame from a server (RFC 6455, section 5.2).

    The library makes the same ones, and takes ten times as long for a short text.
    """
    length = len(text)
    if length <= _SHORT:
        return bytes((_WHOLE_TEXT, length)) + text
    size = 2 if length <= _LONG else 8
    return bytes((_WHOLE_TEXT, _SIZED[size])) + length.to_bytes(size, "big") + text
