"""Requests and sockets of games that another server has: passed on to it, and its answer back.

Servers that share a database meet at addresses of their own, where each shows that it has the same
key of the codes. What a fellow passes on is never passed on again: while nobody leads a part, or
two servers disagree on who does, whoever asks is told to come back.
"""

import asyncio
import hmac
import http.client
import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from fastapi import Request, Response, WebSocket, WebSocketDisconnect
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from voice_chess.session.lobby.parts import Parts
from voice_chess.web.live.connection import CLOSE_CODES, ended

TOKEN, CLIENT, SCHEME = "x-fellow", "x-fellow-client", "x-fellow-scheme"
MISDIRECTED = 421
"""What a fellow answers that does not have what it is asked for."""
TRIED_AGAIN_S = 0.4
TRIES = 25
"""Ten seconds: what a server leaves that dies is another's by then."""
AT_ONCE = 32
"""Requests that are passed on."""
_OK = 200
_PATIENCE_S = 10.0
_LARGEST_MESSAGE = 1 << 20
_OF_ONE_LINE = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "upgrade", "content-length", "te", "trailer"}
)
"""Headers that say something of the connection alone."""
_OF_A_SOCKET = frozenset({"host", "origin"})
Answer = TypeVar("Answer")


class OfGame(Protocol):
    """What a list tells of a game."""

    game: str


Row = TypeVar("Row", bound=OfGame)


class Unreached(Exception):
    """No other server could be asked, or it said nothing."""


class Moved(Unreached):
    """The one asked does not have it, or not yet; nothing was done, and it may be tried again."""


class FellowServers:
    """The other servers, as far as this one asks them; lives in the loop of the games."""

    def __init__(self, parts: Parts, secret: Callable[[], bytes]) -> None:
        self._parts = parts
        self._secret = secret
        self._token: str | None = None
        self._threads = ThreadPoolExecutor(AT_ONCE, "fellow")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def token(self) -> str:
        """By which fellows know each other."""
        if self._token is None:
            secret = await self._do(self._secret)
            self._token = hmac.new(secret, b"fellow servers", sha256).hexdigest()
        return self._token

    async def answered(self, request: Request, part: str) -> Response:
        """What the server that leads this part answers. Raises `Unreached`."""
        at = self._at(request, part)
        body = await request.body()
        headers = await self._headers(request)
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        answer = await self._do(lambda: _asked(at, request.method, path, body, headers))
        if answer.status_code == MISDIRECTED:
            raise Moved(part)
        return answer

    async def relayed(self, socket: WebSocket, part: str) -> None:
        """Both directions, until either side has had enough. Raises `Unreached`."""
        host, port = _place(self._at(socket, part))
        headers = [
            (name, value)
            for name, value in (await self._headers(socket)).items()
            if name not in _OF_A_SOCKET and not name.startswith("sec-websocket")
        ]
        try:
            line = await connect(
                f"ws://{socket.headers['host']}{socket.url.path}",
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
        await socket.accept()
        tasks = (
            asyncio.create_task(_to_fellow(socket, line)),
            asyncio.create_task(_to_page(socket, line)),
        )
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await ended(*tasks)
            await line.close()
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(line.close_code or CLOSE_CODES["ending"])

    async def gathered(self, request: Request, path: str = "") -> list[Any]:
        """The same list of all other servers, where a page asks for it; one that is away misses.

        Without a `path`, at that of the request.
        """
        if is_of_fellow(request):
            return []
        headers = await self._headers(request)
        path = path or request.url.path
        found = await asyncio.gather(
            *(
                self._do(lambda at=at: _asked(at, "GET", path, b"", headers))  # type: ignore[misc]
                for at in self._parts.others()
            ),
            return_exceptions=True,
        )
        answers = [one for one in found if isinstance(one, Response) and one.status_code == _OK]
        return [each for one in answers for each in json.loads(bytes(one.body))]

    async def said_by_any(self, path: str) -> bool:
        """Whether one of the others says yes. Raises `Unreached` where one that counts is away."""
        if not self._parts.are_all_led():
            raise Unreached(path)
        headers = {TOKEN: await self.token()}
        asked = (
            self._do(lambda at=at: _asked(at, "GET", path, b"", headers))  # type: ignore[misc]
            for at in self._parts.others()
        )
        answers = await asyncio.gather(*asked)
        if any(answer.status_code != _OK for answer in answers):
            raise Unreached(path)
        return any(json.loads(bytes(answer.body)) for answer in answers)

    def _at(self, connection: HTTPConnection, part: str) -> str:
        if is_of_fellow(connection):
            raise Unreached(part)
        found = self._parts.address_of(part)
        if found is None or self._parts.leads(part):
            raise Moved(part)
        return found

    async def _headers(self, connection: HTTPConnection) -> dict[str, str]:
        """As they came, and who asked."""
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
    """Around the whole application: of what a fellow passes on, whoever it came from asks."""

    def __init__(self, app: ASGIApp, fellows: FellowServers) -> None:
        self._app = app
        self._fellows = fellows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            shown = headers.get(TOKEN)
            if shown is not None and hmac.compare_digest(shown, await self._fellows.token()):
                scope["is_of_fellow"] = True
                scope["client"] = (headers.get(CLIENT, ""), 0)
                scope["scheme"] = headers.get(SCHEME, scope["scheme"])
        await self._app(scope, receive, send)


def is_of_fellow(connection: HTTPConnection) -> bool:
    """Another server passes it on."""
    return bool(connection.scope.get("is_of_fellow"))


def merged(own: Iterable[Row], others: Iterable[Row], order: Iterable[str]) -> list[Row]:
    """Rows of games by several servers, in this order; each game once."""
    rows = {row.game: row for row in (*own, *others)}
    return [rows[game_id] for game_id in order if game_id in rows]


def _asked(at: str, method: str, path: str, body: bytes, headers: dict[str, str]) -> Response:
    """Blocks. Raises `Unreached`."""
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
