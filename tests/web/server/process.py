"""Runs a play server in its own process, and opens its pages over real sockets."""

import contextlib
import json
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx2
from websockets.sync.client import ClientConnection
from websockets.typing import Origin

from tests.processor_time import processor_s
from tests.stage.page import Page
from tests.web.client_socket import connected
from tests.web.stage import Venue

LINK = re.compile(r"(?P<address>https?://[\d.:]+)/enter#(?P<token>\S+)")
PATIENCE_S = 180
_DYING = """
import os, signal, sys
from voice_chess.cli.command_line import main
from voice_chess.web.live.connection import Connection
from voice_chess.web.messages.wire import Done

sent = Connection.send

def send(self, message):
    if isinstance(message, Done):
        os.kill(os.getpid(), signal.SIGKILL)
    sent(self, message)

Connection.send = send
sys.exit(main())
"""
DYING = ("-c", _DYING)
"""Arguments for a server that is killed instead of sending its first `done` to a page."""


@dataclass
class Server:
    """A server on a folder, whose organiser makes requests over HTTP."""

    data: Path
    port: int = 0
    address: str = ""
    organiser: str = ""
    process: subprocess.Popen[str] | None = None
    options: tuple[str, ...] = ()
    """More options for the command line."""
    program: tuple[str, ...] = ("-m", "voice_chess")
    """The arguments with which Python runs it."""
    trusted: ssl.SSLContext | None = None
    """The context that trusts its certificate, under TLS."""
    told: str = ""
    """Its output until it served."""
    cookies: list[str] = field(default_factory=list)
    """All cookies that it has set."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end(signal.SIGKILL)

    def processor_s(self) -> float:
        """Return its processor time so far, in seconds."""
        assert self.process is not None
        return processor_s(self.process.pid)

    def start(self) -> str:
        """Start the server, and return its output until it serves."""
        self.process = subprocess.Popen(
            [
                *(sys.executable, *self.program, "serve"),
                *("--port", str(self.port), "--data", str(self.data), *self.options),
            ],
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        assert self.process.stdout is not None
        self.told = ""
        for line in self.process.stdout:
            self.told += line
            if "words:" in line:
                break
        found = LINK.search(self.told)
        assert found is not None, self.told
        self.address = found["address"]
        self.port = int(self.address.rpartition(":")[2])
        _, self.organiser = self.enter(found["token"])
        return self.told

    def end(self, how: signal.Signals) -> int:
        """Send it a signal, and return its exit status."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def enter(self, token: str) -> tuple[str, str]:
        transport = httpx2.HTTPTransport(retries=20, verify=self.trusted or True)
        with httpx2.Client(transport=transport, timeout=PATIENCE_S) as client:
            answer = client.post(f"{self.address}/entries", json={"token": token})
        self.cookies.append(answer.headers["set-cookie"])
        return answer.json()["path"], self.cookies[-1].partition(";")[0]

    def links(self, **wanted: object) -> dict[str, str]:
        """Arrange a game, and return the path of each seat's link."""
        answer = httpx2.post(
            f"{self.address}/organiser/games",
            json=wanted,
            headers={"cookie": self.organiser, "origin": self.address},
            timeout=PATIENCE_S,
            verify=self.trusted or True,
        )
        return {link["role"]: link["path"] for link in answer.json()["links"]}

    def arrange(self, **wanted: object) -> dict[str, tuple[str, str]]:
        """Arrange a game, and return the path and cookie of each seat."""
        links = self.links(**wanted)
        return {role: self.enter(path.partition("#")[2]) for role, path in links.items()}

    @contextlib.contextmanager
    def page(self, seat: tuple[str, str], **hello: object) -> Iterator[Page]:
        """Open the page of a seat, already welcomed."""
        with self.socket(*seat) as page:
            page.greet(**hello)
            yield page

    @contextlib.contextmanager
    def socket(self, path: str, cookie: str, what: str = "socket") -> Iterator[Page]:
        with connected(
            f"{self.address.replace('http', 'ws')}{path}/{what}",
            self.trusted,
            origin=Origin(self.address),
            additional_headers={"Cookie": cookie},
        ) as connection:
            yield Page(RealSocket(connection))


@dataclass(kw_only=True)
class ServerVenue(Venue):
    """A server in its own process."""

    server: Server

    def cut(self) -> None:
        self.server.end(signal.SIGKILL)

    @contextlib.contextmanager
    def socket(self, path: str, headers: dict[str, str]) -> Iterator[Page]:
        with self.server.socket(path, headers["cookie"]) as page:
            yield page


@contextlib.contextmanager
def serving(data: Path) -> Iterator[ServerVenue]:
    """Run a server on this folder; it is killed at the latest when the block ends."""
    with (
        Server(data) as server,
        httpx2.Client(base_url=server.address, timeout=PATIENCE_S) as client,
    ):
        yield ServerVenue(
            client=client, organiser=server.organiser, address=server.address, server=server
        )


@dataclass
class RealSocket:
    """`PageSocket` over the network."""

    connection: ClientConnection

    def send_text(self, data: str) -> None:
        self.connection.send(data)

    def send_bytes(self, data: bytes) -> None:
        self.connection.send(data)

    def receive_json(self) -> Any:
        return json.loads(self.connection.recv(PATIENCE_S))
