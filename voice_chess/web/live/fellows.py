"""Passes requests and sockets on to the server that has their game, and its responses back.

Servers that share a database reach each other at separate addresses. Each proves with a token that
it has the same secret key for codes. A server never passes on what a fellow server passed to it:
while no server leads a part, or two disagree on its leader, the client is told to try again.
"""

import asyncio
import hmac
import http.client
import json
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any, Protocol, TypeVar
from urllib.parse import quote

from fastapi import Request, Response, WebSocket, WebSocketDisconnect
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Origin

from voice_chess.session.lobby.parts import Parts
from voice_chess.web.live.connection import CLOSE_CODES, ended
from voice_chess.web.protection.security import MISDIRECTED

TOKEN, CLIENT, SCHEME = "x-fellow", "x-fellow-client", "x-fellow-scheme"
TRIED_AGAIN_S = 0.4
TRIES = 25
"""Together ten seconds: by then another server has taken over the parts of one that died."""
AT_ONCE = 32
"""How many requests are passed on at the same time."""
_log = logging.getLogger(__name__)
_OK = 200
_PATIENCE_S = 10.0
_LARGEST_MESSAGE = 1 << 20
_OF_ONE_LINE = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "upgrade", "content-length", "te", "trailer"}
)
"""Headers that concern only one connection and are not passed on."""
_OF_A_SOCKET = frozenset({"host", "origin"})
_OF_PATHS = "%/:@!$&'()*+,;="
"""What stays as it is in a path that was sent, beside letters, digits and `-._~` (RFC 3986)."""
Answer = TypeVar("Answer")


class OfGame(Protocol):
    """A row of a list of games."""

    game: str


Row = TypeVar("Row", bound=OfGame)


class Unreached(Exception):
    """The other server could not be reached, or did not respond."""


class Moved(Unreached):
    """The other server doesn't have the part, or not yet. Nothing was done; it is safe to retry."""


class FellowServers:
    """The other servers, as this one reaches them; works in the games' event loop."""

    def __init__(self, parts: Parts, secret: Callable[[], bytes]) -> None:
        self._parts = parts
        self._secret = secret
        self._token: str | None = None
        self._threads = ThreadPoolExecutor(AT_ONCE, "fellow")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def token(self) -> str:
        """Return the token by which fellow servers recognise each other, made from the secret."""
        if self._token is None:
            secret = await self._do(self._secret)
            self._token = hmac.new(secret, b"fellow servers", sha256).hexdigest()
        return self._token

    async def answered(self, request: Request, part: str) -> Response:
        """Return the response of the server that leads this part. Raises `Unreached`, `Moved`."""
        at = self._at(request, part)
        body = await request.body()
        headers = await self._headers(request)
        path = _path(request) + (f"?{request.url.query}" if request.url.query else "")
        answer = await self._do(lambda: _asked(at, request.method, path, body, headers))
        if answer.status_code == MISDIRECTED:
            raise Moved(part)
        return answer

    async def relayed(self, socket: WebSocket, part: str) -> None:
        """Pass a socket's messages on in both directions until either side closes.

        Raises `Unreached` or `Moved` before the socket is accepted.
        """
        host, port = _place(self._at(socket, part))
        headers = [
            (name, value)
            for name, value in (await self._headers(socket)).items()
            if name not in _OF_A_SOCKET and not name.startswith("sec-websocket")
        ]
        try:
            line = await connect(
                f"ws://{socket.headers['host']}{_path(socket)}",
                host=host,
                port=port,
                origin=Origin(socket.headers.get("origin", "")),
                additional_headers=headers,
                compression=None,
                max_size=_LARGEST_MESSAGE,
                ping_interval=None,
                user_agent_header=None,
                proxy=None,
                open_timeout=_PATIENCE_S,
            )
        except (OSError, WebSocketException, TimeoutError) as error:
            raise Moved(part) from error
        try:
            await socket.accept()
            await _exchanged(socket, line)
        finally:
            await line.close()
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(_told_code(line))

    async def gathered(self, request: Request, path: str = "") -> list[Any]:
        """Return the rows of this list from all other servers; one that is away is left out.

        Without a `path`, the list is at the request's own. A fellow's request gets no rows: it
        asks every server itself.
        """
        if is_of_fellow(request):
            return []
        headers = await self._headers(request)
        path = path or _path(request)
        found = await asyncio.gather(
            *(self._rows(at, path, headers) for at in self._parts.others())
        )
        return [row for rows in found for row in rows]

    async def said_by_any(self, path: str) -> bool:
        """Return whether any other server says yes at this address.

        Raises `Unreached` if a part has no leader or a server does not respond.
        """
        if not self._parts.are_all_led():
            raise Unreached(path)
        headers = {TOKEN: await self.token()}
        asked = (
            self._do(partial(_asked, at, "GET", path, b"", headers)) for at in self._parts.others()
        )
        answers = await asyncio.gather(*asked)
        if any(answer.status_code != _OK for answer in answers):
            raise Unreached(path)
        return any(json.loads(bytes(answer.body)) for answer in answers)

    async def _rows(self, at: str, path: str, headers: dict[str, str]) -> list[Any]:
        """Return the rows that this server has; none, and a line in the log, if it is away."""
        try:
            answer = await self._do(lambda: _asked(at, "GET", path, b"", headers))
        except Unreached:
            _log.warning("The server at %s does not respond; its rows of %s are missing.", at, path)
            return []
        rows: list[Any] = json.loads(bytes(answer.body)) if answer.status_code == _OK else []
        return rows

    def _at(self, connection: HTTPConnection, part: str) -> str:
        if is_of_fellow(connection):
            raise Unreached(part)
        found = self._parts.address_of(part)
        if found is None or self._parts.leads(part):
            raise Moved(part)
        return found

    async def _headers(self, connection: HTTPConnection) -> dict[str, str]:
        """Return the request's headers, with our token and the client's address and scheme."""
        kept = {
            name: value for name, value in connection.headers.items() if name not in _OF_ONE_LINE
        }
        client = connection.client.host if connection.client else ""
        scheme = connection.url.scheme
        own = {TOKEN: await self.token(), CLIENT: client, SCHEME: scheme}
        return {**kept, **own}

    async def _do(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


class FromFellows:
    """A layer around the application that gives a fellow's requests their original client.

    Client and scheme come from the fellow's headers, if the request shows the right token.
    """

    def __init__(self, app: ASGIApp, fellows: FellowServers) -> None:
        self._app = app
        self._fellows = fellows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            shown = headers.get(TOKEN)
            # As bytes: whatever a stranger sends, such as letters beyond ASCII, can be compared.
            if shown is not None and hmac.compare_digest(
                shown.encode(), (await self._fellows.token()).encode()
            ):
                scope["is_of_fellow"] = True
                scope["client"] = (headers.get(CLIENT, ""), 0)
                scope["scheme"] = headers.get(SCHEME, scope["scheme"])
        await self._app(scope, receive, send)


def is_of_fellow(connection: HTTPConnection) -> bool:
    """Return whether a fellow server has passed this connection on."""
    return bool(connection.scope.get("is_of_fellow"))


def merged(own: Iterable[Row], others: Iterable[Row], order: Iterable[str]) -> list[Row]:
    """Return the rows of games from several servers, in this order, each game once."""
    rows = {row.game: row for row in (*own, *others)}
    return [rows[game_id] for game_id in order if game_id in rows]


def _path(connection: HTTPConnection) -> str:
    """Return the path of the address as it was sent, in ASCII; `%2F` stays different from `/`."""
    scope = connection.scope
    return quote(scope["raw_path"], _OF_PATHS) if "raw_path" in scope else quote(scope["path"])


def _asked(at: str, method: str, path: str, body: bytes, headers: dict[str, str]) -> Response:
    """Send a request to the server at this address and return its response.

    Blocks. Raises `Moved` if the connection is refused, else `Unreached`.
    """
    host, port = _place(at)
    line = http.client.HTTPConnection(host, port, timeout=_PATIENCE_S)
    try:
        line.putrequest(method, path, skip_host="host" in headers, skip_accept_encoding=True)
        for name, value in headers.items():
            line.putheader(name, value)
        line.putheader("content-length", str(len(body)))
        line.endheaders(body)
        answer = line.getresponse()
        content = answer.read()
    except ConnectionRefusedError as error:
        raise Moved(at) from error
    except (OSError, http.client.HTTPException) as error:
        raise Unreached(at) from error
    finally:
        line.close()
    found = Response(content, status_code=answer.status)
    for name, value in answer.getheaders():
        if name.lower() not in _OF_ONE_LINE | {"date", "server"}:
            found.headers.append(name, value)
    return found


def _place(at: str) -> tuple[str, int]:
    host, _, port = at.rpartition(":")
    return host, int(port)


async def _exchanged(socket: WebSocket, line: ClientConnection) -> None:
    """Pass messages on in both directions until either side closes."""
    tasks = (
        asyncio.create_task(_to_fellow(socket, line)),
        asyncio.create_task(_to_page(socket, line)),
    )
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await ended(*tasks)


def _told_code(line: ClientConnection) -> int:
    """Return the code with which the other server closed; "ending" if its line just broke."""
    closed = line.protocol.close_rcvd
    if closed is None or closed.code == CloseCode.NO_STATUS_RCVD:
        return CLOSE_CODES["ending"]
    return closed.code


async def _to_fellow(socket: WebSocket, line: ClientConnection) -> None:
    with suppress(ConnectionClosed, RuntimeError):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("bytes")
            await line.send(message.get("text") or "" if data is None else data)


async def _to_page(socket: WebSocket, line: ClientConnection) -> None:
    with suppress(ConnectionClosed, RuntimeError, WebSocketDisconnect):
        async for message in line:
            if isinstance(message, str):
                await socket.send_text(message)
            else:
                await socket.send_bytes(message)
