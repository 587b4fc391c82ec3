"""What servers of one database show each other, and what is left out while one of them is away."""

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import cast
from urllib.parse import unquote

import pytest
from fastapi import Request, WebSocket
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serving

from tests.web.stage import staged
from voice_chess.session.lobby.parts import Elsewhere, Parts
from voice_chess.web.live.connection import CLOSE_CODES
from voice_chess.web.live.fellows import (
    TOKEN,
    FellowServers,
    FromFellows,
    Unreached,
    is_of_fellow,
)
from voice_chess.web.live.hall import Hall

PATIENCE_S = 2
SOCKET: Scope = {
    "type": "websocket",
    "path": "/seats/1/socket",
    "raw_path": b"/seats/1/socket",
    "query_string": b"",
    "headers": [(b"host", b"chess.example"), (b"origin", b"http://chess.example")],
    "scheme": "ws",
    "server": ("chess.example", 80),
    "client": ("192.0.2.7", 4711),
}
ROWS = [{"game": "g1"}, {"game": "g2"}]


class Others:
    """Of `Parts` what is needed here: the addresses of the other servers; the first leads all."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses

    def others(self) -> tuple[str, ...]:
        return self._addresses

    def leads(self, _part: str) -> bool:
        return False

    def address_of(self, _part: str) -> str | None:
        return self._addresses[0]


class Lists(BaseHTTPRequestHandler):
    """A server that has two games; at another address its answer is no list, but that address."""

    def do_GET(self) -> None:
        body = json.dumps(ROWS).encode() if self.path == "/games" else self.path.encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def listing() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Lists) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def nobody() -> str:
    """An address where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return f"127.0.0.1:{listening.getsockname()[1]}"


def asked(path: str, *shown: tuple[bytes, bytes]) -> Scope:
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"chess.example"), *shown],
        "scheme": "http",
        "server": ("chess.example", 80),
        "client": ("192.0.2.7", 4711),
    }


def servers(*addresses: str) -> FellowServers:
    return FellowServers(cast("Parts", Others(*addresses)), lambda: b"a key")


def gathered(*addresses: str, path: str = "/games") -> list[object]:
    fellows = servers(*addresses)
    try:
        return asyncio.run(fellows.gathered(Request(asked(path))))
    finally:
        fellows.close()


def test_a_list_has_the_rows_of_all_servers_but_of_one_that_is_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    away = nobody()
    with listing() as there, caplog.at_level(logging.WARNING):
        assert gathered(away, there) == ROWS

    assert [record.args for record in caplog.records] == [(away, "/games")]


def test_what_is_no_list_is_an_error_and_no_server_that_is_away() -> None:
    with listing() as there, pytest.raises(json.JSONDecodeError):
        gathered(there, path="/elsewhere")


def passed_on(scope: Scope, address: str) -> bytes:
    """What the server at this address answers to this request."""

    async def nothing() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    fellows = servers(address)
    try:
        return bytes(asyncio.run(fellows.answered(Request(scope, nothing), "part 1")).body)
    finally:
        fellows.close()


@pytest.mark.parametrize("name", ["Blitz", "Kraków", "Кубок ♞", "a b", "a?b#c", "100%25", "a%2Fb"])
def test_whatever_letters_an_address_has_the_other_server_is_asked_for_the_same(name: str) -> None:
    asked_for = {**asked(f"/events/{name}"), "query_string": b"round=%D1%84"}
    with listing() as there:
        path, _, query = passed_on(asked_for, there).decode().partition("?")

    assert (unquote(path), query) == (f"/events/{name}", "round=%D1%84")


@pytest.mark.parametrize(
    "path", ["/events/a%2Fb", "/events/a%252Fb", "/events/Krak%C3%B3w", "/a;b=1"]
)
def test_an_address_is_passed_on_as_it_was_sent(path: str) -> None:
    asked_for = {**asked(unquote(path)), "raw_path": path.encode()}
    with listing() as there:
        assert passed_on(asked_for, there).decode() == path


@pytest.mark.parametrize("shown", ["0" * 64, "ключ ♞", ""], ids=["another", "no token", "nothing"])
def test_a_stranger_is_served_as_a_stranger_whatever_they_show(shown: str) -> None:
    assert is_taken_for_fellow(shown) is False


def test_whoever_has_the_key_is_a_fellow() -> None:
    fellows = servers()
    token = asyncio.run(fellows.token())
    fellows.close()

    assert is_taken_for_fellow(token) is True


def test_the_line_to_the_other_server_ends_with_a_page_that_left_too_soon() -> None:
    """The page's own line breaks while the other server is asked, so it can't be accepted."""
    ended = asyncio.Event()

    async def serve(line: ServerConnection) -> None:
        await line.wait_closed()
        ended.set()

    async def send(_: Message) -> None:
        raise ConnectionResetError

    async def is_ended() -> bool:
        with pytest.raises(ConnectionResetError):
            await relayed(serve, send)
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), PATIENCE_S)
        return ended.is_set()

    assert asyncio.run(is_ended()) is True


@pytest.mark.parametrize(
    ("code", "told"),
    [(4403, 4403), (None, CLOSE_CODES["ending"])],
    ids=["closes", "is killed"],
)
def test_a_page_is_closed_as_the_other_server_closes_its_line(code: int | None, told: int) -> None:
    sent: list[Message] = []

    async def serve(line: ServerConnection) -> None:
        if code is None:
            line.transport.abort()
        else:
            await line.close(code)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(relayed(serve, send))

    assert [(each["type"], each.get("code")) for each in sent] == [
        ("websocket.accept", None),
        ("websocket.close", told),
    ]


async def relayed(serve: Callable[[ServerConnection], Awaitable[None]], send: Send) -> None:
    """Pass a page's socket on to a server like this one; the page itself says nothing."""
    connecting: list[Message] = [{"type": "websocket.connect"}]

    async def receive() -> Message:
        return connecting.pop() if connecting else await asyncio.Future()

    async with serving(serve, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        fellows = servers(f"{host}:{port}")
        try:
            await fellows.relayed(WebSocket(SOCKET, receive, send), "part 1")
        finally:
            fellows.close()


def is_taken_for_fellow(shown: str) -> bool:
    served: list[bool] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        served.append(is_of_fellow(Request(scope)))

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_: Message) -> None:
        return None

    fellows = servers()
    scope = asked("/games", (TOKEN.encode(), shown.encode()))
    asyncio.run(FromFellows(app, fellows)(scope, receive, send))
    fellows.close()
    (found,) = served
    return found


def test_nobody_is_told_that_nothing_happened_where_the_other_server_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = "of the other server"

    async def elsewhere(*_: object) -> None:
        raise Elsewhere(part)

    async def hung_up(*_: object) -> None:
        raise Unreached(part)

    with staged(tmp_path) as stage:
        seat, own = stage.seat(stage.arrange()["white"])
        monkeypatch.setattr(Hall, "check_here", elsewhere)
        monkeypatch.setattr(FellowServers, "answered", hung_up)
        answer = stage.client.get(f"{seat}/view", headers=own)

    assert (answer.status_code, answer.json()["code"]) == (503, "no-server")
