"""A browser that stops reading over real TCP: it is cut, nobody waits for it, nothing is lost."""

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.stage.page import Page
from tests.web.server.process import PATIENCE_S, Server
from voice_chess.compose.server import opened_hall, web_server
from voice_chess.web.live import connection, incoming
from voice_chess.web.live import socket as seat_socket
from voice_chess.web.protection.rate_limits import Bucket

SMALL_BUFFER = 16_384
SHORT_QUEUE = 24
TO_AND_FRO = ("g1f3", "g8f6", "f3g1", "f6g8")


@contextmanager
def served(data: Path) -> Iterator[Server]:
    """A server in a thread, whose kernel keeps little of what nobody reads."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL_BUFFER)
    with listening, opened_hall(data, data) as hall:
        web = web_server(hall)
        thread = threading.Thread(target=web.run, kwargs={"sockets": [listening]})
        thread.start()
        port = listening.getsockname()[1]
        server = Server(data, port=port, address=f"http://127.0.0.1:{port}")
        _, server.organiser = server.enter(hall.lobby.entrance.organisers_way_in().token)
        try:
            yield server
        finally:
            web.should_exit = True
            thread.join(PATIENCE_S)


@contextmanager
def unread(server: Server, seat: tuple[str, str]) -> Iterator[socket.socket]:
    """The socket of a page that has greeted, and reads no more from then on."""
    path, cookie = seat
    page = ClientProtocol(parse_uri(f"ws://127.0.0.1:{server.port}{path}/socket"))
    asked = page.connect()
    asked.headers["Origin"], asked.headers["Cookie"] = server.address, cookie
    with socket.socket() as small:
        small.settimeout(PATIENCE_S)
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        small.connect(("127.0.0.1", server.port))
        page.send_request(asked)
        small.sendall(b"".join(page.data_to_send()))
        while page.state is not State.OPEN:
            page.receive_data(small.recv(1))
        page.send_text(json.dumps({"type": "hello", "protocol": 1}).encode())
        small.sendall(b"".join(page.data_to_send()))
        yield small


def read_to_the_end(unread: socket.socket) -> list[int]:
    """The numbers of the events that were on their way when the server had cut it."""
    read = b""
    with suppress(ConnectionResetError):
        while more := unread.recv(65_536):
            read += more
    return [int(number) for number in re.findall(rb'"type":"happened".*?"seq":(\d+)', read)]


def seqs(page: Page) -> list[int]:
    return [message["seq"] for message in page.came if message["type"] == "happened"]


def is_event(number: int, message: dict[str, object]) -> bool:
    return message["type"] == "happened" and message["seq"] == number


def spectators(message: dict[str, object]) -> int:
    here = message["here"] if message["type"] == "people" else {}
    assert isinstance(here, dict)
    return int(here.get("spectator", 0))


def test_who_does_not_read_is_cut_and_catches_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LONGEST_QUEUE", SHORT_QUEUE)
    monkeypatch.setattr(incoming, "Bucket", lambda *_: Bucket(most=10_000, per_second=10_000))
    monkeypatch.setattr(seat_socket, "_MISSED_AT_ONCE", SHORT_QUEUE // 2)

    with served(tmp_path) as server:
        seats = server.arrange(edition="2009", time="90")
        with (
            server.page(seats["white"]) as white,
            server.page(seats["black"]) as black,
            server.page(seats["spectator"]) as other,
            unread(server, seats["spectator"]) as slow,
        ):
            white.until(lambda m: spectators(m) == 2)
            played = plies_until_alone(white, black, other)
            last = white.state()["seq"]
            seen = read_to_the_end(slow)
            since = {white.state()["game"]: seen[-1]}
        with server.page(seats["spectator"], since=since) as back:
            back.until(lambda m: m["type"] == "happened" and m["seq"] == last)
            back.ask(type="ask", name="whose-turn")

    assert played > SHORT_QUEUE // 4
    assert 0 < seen[-1] < last
    assert seqs(other) == list(range(1, last + 1))
    assert [*seen, *seqs(back)] == list(range(1, last + 1))


def plies_until_alone(white: Page, black: Page, other: Page) -> int:
    """The game goes on until one spectator is gone; the other reads every half-move made."""
    before = len(white.came)
    for ply in count():
        answer = (white, black)[ply % 2].ask(type="move", uci=TO_AND_FRO[ply % 4], ply=ply)
        assert answer.get("is_accepted"), answer
        other.until(partial(is_event, answer["seq"]))
        if any(spectators(m) == 1 for m in white.came[before:] if m["type"] == "people"):
            return ply
    raise AssertionError
