"""By which names the server is called, and which pages are its own."""

import socket
from argparse import ArgumentParser, Namespace
from pathlib import Path

import httpx2
import pytest
from fastapi import WebSocket
from fastapi.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from tests.german import PAGE
from tests.web.server.process import PATIENCE_S, Server
from tests.web.stage import Stage
from voice_chess.cli import serve
from voice_chess.web.app import application
from voice_chess.web.protection.hosts import Hosts, Origin, hosts_of, origin_of
from voice_chess.web.protection.security import HEADERS, is_own_origin

AT_HOME = hosts_of("127.0.0.1", ["club-pc"], [])
FOR_ALL = hosts_of("0.0.0.0", ["club-pc"], [])  # noqa: S104 - a text to be read, not bound
BEHIND_PROXY = hosts_of("127.0.0.1", ["club-pc"], ["chess.example.org"])


@pytest.mark.parametrize(
    ("hosts", "named", "is_ours"),
    [
        (AT_HOME, "127.0.0.1:8000", True),
        (AT_HOME, "localhost:8000", True),
        (AT_HOME, "LOCALHOST", True),
        (AT_HOME, "[::1]:8000", True),
        (AT_HOME, "club-pc:8000", True),
        (AT_HOME, "192.168.1.20:8000", False),
        (AT_HOME, "evil.example", False),
        (AT_HOME, "127.0.0.1.evil.example", False),
        (AT_HOME, "localhost@evil.example", False),
        (AT_HOME, "localhost/evil", False),
        (AT_HOME, "localhost:port", False),
        (AT_HOME, "", False),
        (FOR_ALL, "192.168.1.20:8000", True),
        (FOR_ALL, "[fd00::20]:8000", True),
        (FOR_ALL, "evil.example", False),
        (FOR_ALL, "0.0.0.0.evil.example", False),
        (BEHIND_PROXY, "chess.example.org", True),
        (BEHIND_PROXY, "chess.example.org.", True),
        (BEHIND_PROXY, "chess.example.org:8443", True),
        (BEHIND_PROXY, "www.chess.example.org", False),
    ],
)
def test_a_server_knows_its_names(hosts: Hosts, named: str, *, is_ours: bool) -> None:
    assert hosts.know(named) is is_ours


@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("http://a.example", Origin("http", "a.example", 80)),
        ("https://A.example", Origin("https", "a.example", 443)),
        ("wss://a.example", Origin("https", "a.example", 443)),
        ("https://a.example:443", Origin("https", "a.example", 443)),
        ("http://[::1]:8000", Origin("http", "::1", 8000)),
        ("null", None),
        ("file://", None),
        ("http://", None),
        ("http://a.example/path", None),
        ("http://b@a.example", None),
        ("http://a.example:99999", None),
        ("http://[", None),
    ],
)
def test_an_origin_is_scheme_host_and_port(written: str, origin: Origin | None) -> None:
    assert origin_of(written) == origin


@pytest.mark.parametrize(
    ("scheme", "host", "page", "is_own"),
    [
        ("http", "a.example", "http://a.example", True),
        ("https", "a.example", "https://a.example", True),
        ("wss", "a.example", "https://a.example", True),
        ("ws", "a.example:8000", "http://a.example:8000", True),
        ("https", "a.example", "https://a.example:443", True),
        ("http", "a.example", "https://a.example", False),
        ("ws", "a.example", "https://a.example", False),
        ("https", "a.example", "http://a.example", False),
        ("http", "a.example:8000", "http://a.example", False),
        ("http", "a.example", "http://b.example", False),
        ("http", "a.example", "null", False),
    ],
)
def test_a_page_of_another_scheme_host_or_port_is_foreign(
    scheme: str, host: str, page: str, *, is_own: bool
) -> None:
    async def receive() -> Message:
        return {}

    async def send(_: Message) -> None: ...

    headers = [(b"host", host.encode()), (b"origin", page.encode())]
    scope = {"type": "websocket", "scheme": scheme, "headers": headers, "path": "/"}

    assert is_own_origin(WebSocket(scope, receive, send)) is is_own


def test_nothing_is_done_for_who_calls_the_server_by_another_name(stage: Stage) -> None:
    ours = TestClient(application(stage.hall, BEHIND_PROXY), base_url="http://chess.example.org")
    ours.portal = stage.client.portal
    known = ours.get("/schema/socket.json")
    asked = ours.get("/schema/socket.json", headers={"host": "evil.example"})
    twice = [("host", "chess.example.org"), ("host", "evil.example")]
    shown = ours.get("/", headers={"host": "evil.example", "accept": "text/html"})

    assert known.status_code == 200
    assert asked.status_code == 421
    assert asked.json()["code"] == "foreign-host"
    assert "--address" in asked.json()["detail"]
    assert {name: asked.headers.get(name) for name in HEADERS} == HEADERS
    assert PAGE["problem:foreign-host"] in shown.text
    assert ours.get("/", headers=twice).status_code == 421
    with (
        pytest.raises(WebSocketDisconnect),
        ours.websocket_connect("/seats/x/socket", headers={"host": "evil.example"}),
    ):
        pass


def chosen(*arguments: str) -> Namespace:
    parser = ArgumentParser()
    serve.configure(parser)
    return parser.parse_args(arguments)


def test_serve_is_told_of_a_proxys_address_and_prints_it() -> None:
    told = chosen("--address", "https://chess.example.org/")
    hosts = serve._hosts(told)  # noqa: SLF001 - no public way to what `serve` makes of it

    assert hosts.know("chess.example.org")
    assert hosts.know(socket.gethostname())
    assert not hosts.know("evil.example")
    assert told.address == ["https://chess.example.org"]


def test_an_address_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        chosen("--address", "chess.example.org/play")

    assert ended.value.code == 2
    assert "https://chess.example.org" in capsys.readouterr().err


@pytest.mark.slow
def test_a_served_page_is_not_shown_under_a_foreign_name(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        answers = {
            host: httpx2.get(
                f"{server.address}/", headers={"host": host}, timeout=PATIENCE_S
            ).status_code
            for host in ("evil.example", "192.168.1.20", "localhost")
        }

    assert answers == {"evil.example": 421, "192.168.1.20": 421, "localhost": 200}
