"""The server behind nginx, set up as its page tells: TLS, cookies, sockets, origins, limits."""

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.web.client_socket import connected
from tests.web.server.process import PATIENCE_S, Server
from tests.web.server.test_certificate import certificate
from voice_chess.docs.topics import topic

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
FRAME = """daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {cert};
        ssl_certificate_key {key};
        {location}
    }}
}}
"""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path(NGINX).exists(), reason="nginx is not installed"),
]


def location_of_readme() -> str:
    """What a reader would copy."""
    found = re.search(r"For nginx:\n\n```\n(.*?)```", topic("server").text, re.DOTALL)
    assert found is not None
    return found[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def proxied(folder: Path) -> Iterator[Server]:
    """The server, reached by the address of its proxy alone."""
    cert, key = certificate(folder)
    with Server(folder) as server:
        port, inner = free_port(), str(server.port)
        location = location_of_readme().replace("8000", inner)
        written = FRAME.format(folder=folder, port=port, cert=cert, key=key, location=location)
        (folder / "nginx.conf").write_text(written, "utf-8")
        proxy = subprocess.Popen([NGINX, "-c", str(folder / "nginx.conf")])
        server.address = f"https://127.0.0.1:{port}"
        server.trusted = ssl.create_default_context(cafile=str(cert))
        server.cookies.clear()
        answering = httpx2.HTTPTransport(retries=20, verify=server.trusted)
        try:
            with httpx2.Client(transport=answering, timeout=PATIENCE_S) as client:
                client.get(server.address)
            yield server
        finally:
            proxy.terminate()
            proxy.wait(PATIENCE_S)


def test_a_game_is_played_and_cookies_are_secure(tmp_path: Path) -> None:
    with proxied(tmp_path) as server:
        seats = server.arrange()
        with server.page(seats["white"]) as white, server.page(seats["black"]) as black:
            white.until(lambda m: m["type"] == "game")
            done = white.ask(type="move", uci="e2e4", ply=0)
            told = black.event("move-announced")
        page = httpx2.get(server.address, verify=server.trusted or True, timeout=PATIENCE_S)
        named = re.search(r'"(/static/[^"]+/style\.css)"', page.text)
        assert named
        style = httpx2.get(server.address + named[1], verify=server.trusted or True)

    assert done["is_accepted"]
    assert style.headers.get_list("cache-control") == ["public, max-age=31536000, immutable"]
    assert told["text"]
    assert len(server.cookies) == len(seats)
    assert all("; secure" in cookie.lower() for cookie in server.cookies)
    assert "max-age" in page.headers["strict-transport-security"]
    assert page.headers.get_list("content-security-policy") == [
        page.headers["content-security-policy"]
    ]


def test_a_foreign_page_opens_no_socket_and_arranges_no_game(tmp_path: Path) -> None:
    with proxied(tmp_path) as server:
        path, cookie = server.arrange()["white"]
        address = f"{server.address.replace('http', 'ws')}{path}/socket"
        with (
            pytest.raises(InvalidStatus),
            connected(
                address,
                server.trusted,
                origin=Origin("https://elsewhere.example"),
                additional_headers={"Cookie": cookie},
            ),
        ):
            pytest.fail("a foreign page was let in")
        answer = httpx2.post(
            f"{server.address}/organiser/games",
            json={},
            headers={"cookie": server.organiser, "origin": "https://elsewhere.example"},
            timeout=PATIENCE_S,
            verify=server.trusted or True,
        )

    assert answer.status_code == 403


def test_a_foreign_name_is_not_served_and_a_page_without_tls_is_foreign(tmp_path: Path) -> None:
    with proxied(tmp_path) as server:
        foreign = httpx2.get(
            server.address,
            headers={"host": "elsewhere.example"},
            timeout=PATIENCE_S,
            verify=server.trusted or True,
        )
        plain = httpx2.post(
            f"{server.address}/organiser/games",
            json={},
            headers={
                "cookie": server.organiser,
                "origin": server.address.replace("https", "http"),
            },
            timeout=PATIENCE_S,
            verify=server.trusted or True,
        )

    assert foreign.status_code == 421
    assert plain.json()["code"] == "foreign-origin"


def test_who_tries_links_is_told_apart_by_their_address(tmp_path: Path) -> None:
    with proxied(tmp_path) as server:

        def tried(place: str) -> int:
            transport = httpx2.HTTPTransport(
                local_address=place, verify=server.trusted or True, retries=5
            )
            with httpx2.Client(transport=transport, timeout=PATIENCE_S) as client:
                answers = [
                    client.post(f"{server.address}/entries", json={"token": "x" * 32}).status_code
                    for _ in range(30)
                ]
            return answers.count(429)

        first, second = tried("127.0.0.2"), tried("127.0.0.3")

    assert first > 0
    assert abs(first - second) <= 8
