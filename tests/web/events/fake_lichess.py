"""Simulates Lichess: accepts the games of a round as the real server does, or refuses them."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BEARER = "lip_oUrOwNsEcReT42"
ROUND = "4Yuk2i2H"


@dataclass(frozen=True, kw_only=True)
class Push:
    """One request as it came."""

    method: str
    path: str
    token: str | None
    kind: str | None
    body: str


@dataclass
class FakeLichess:
    """A server that gives the prepared `answers` first, and then accepts every good push."""

    address: str = ""
    pushes: list[Push] = field(default_factory=list)
    answers: list[tuple[int, object]] = field(default_factory=list)
    silence: threading.Event = field(default_factory=threading.Event)
    """Requests wait while this is cleared."""
    kept_back: int = 0
    """The number of bytes that each response announces and never sends."""

    @property
    def last(self) -> str:
        """The games that a spectator on Lichess sees."""
        return self.pushes[-1].body if self.pushes else ""

    def take(self, push: Push) -> tuple[int, object]:
        self.pushes.append(push)
        self.silence.wait(30)
        if self.answers:
            return self.answers.pop(0)
        if push.method != "POST" or push.path != f"/api/broadcast/round/{ROUND}/push":
            return 404, {"error": "Not found"}
        if push.token != f"Bearer {BEARER}":
            return 401, {"error": "Missing scope"}
        if not (push.kind or "").startswith("text/plain") or "[White " not in push.body:
            return 400, {"error": "No games"}
        return 200, {"games": [{"tags": {}, "moves": 1}] * push.body.count("[White ")}


@contextmanager
def fake_lichess() -> Iterator[FakeLichess]:
    """Run the server at a port of this machine."""
    fake = FakeLichess()
    fake.silence.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            push = Push(
                method=self.command,
                path=self.path,
                token=self.headers["authorization"],
                kind=self.headers["content-type"],
                body=self.rfile.read(length).decode(),
            )
            status, told = fake.take(push)
            body = json.dumps(told).encode()
            self.send_response(status)
            if status == 302:
                self.send_header("location", f"http://{self.headers['host']}/elsewhere")
            self.send_header("content-length", str(len(body) + fake.kept_back))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - named so by the base class
            """Do nothing: nobody reads a log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    fake.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        fake.silence.set()
        server.shutdown()
        server.server_close()
        thread.join()
