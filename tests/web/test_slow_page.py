"""A page that stops reading, over real TCP: it is cut, nobody waits for it, and it catches up."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.process import PATIENCE_S, Message, Server, SocketPage
from voice_chess.cli.serving import opened_hall
from voice_chess.web import connection
from voice_chess.web import socket as seat_socket
from voice_chess.web.app import application

pytestmark = pytest.mark.slow
SHORT_QUEUE = 24
SMALL_BUFFER = 4_096
MOST_MOVES = 400
TO_AND_FRO = ("g1f3", "g8f6", "f3g1", "f6g8")


@contextmanager
def served(data: Path) -> Iterator[Server]:
    """A real server of this process; its sockets hold little that is not read."""
    with socket.create_server(("127.0.0.1", 0)) as listening, opened_hall(data, data) as hall:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL_BUFFER)
        config = uvicorn.Config(application(hall), ws="websockets-sansio", log_level="error")
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, args=([listening],))
        thread.start()
        server = Server(data, address=f"http://127.0.0.1:{listening.getsockname()[1]}")
        try:
            _, server.organiser = server.enter(hall.lobby.entrance.organisers_way_in().token)
            yield server
        finally:
            running.should_exit = True
            thread.join(PATIENCE_S)


@contextmanager
def sleeping_page(server: Server, seat: tuple[str, str]) -> Iterator[SocketPage]:
    """A page with small buffers that reads nothing unless it is asked to."""
    path, cookie = seat
    host, _, port = server.address.removeprefix("http://").partition(":")
    bare = socket.socket()
    bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    bare.connect((host, int(port)))
    with connect(
        f"ws://{host}:{port}{path}/socket",
        sock=bare,
        origin=server.address,  # type: ignore[arg-type] - websockets' own newtype of str
        additional_headers={"Cookie": cookie},
        max_queue=1,
        close_timeout=1,
    ) as opened:
        opened.send('{"type": "hello", "protocol": 1}')
        page = SocketPage(opened)
        page.until(lambda message: message["type"] == "welcome")
        yield page


def play_until_it_is_gone(white: SocketPage, black: SocketPage) -> list[bool]:
    """Moves until no spectator is there any more; whether each was taken."""
    played: list[bool] = []
    for ply, uci in enumerate(cycle(TO_AND_FRO)):
        played.append(taken((white, black)[ply % 2], uci, ply))
        if ply > MOST_MOVES or "spectator" not in people(white):
            return played
    raise AssertionError


def taken(side: SocketPage, uci: str, ply: int) -> bool:
    """Whether a move was; it is made as fast as the server lets a page make moves."""
    answer = side.ask(type="move", uci=uci, ply=ply)
    while answer.get("code") == "too-fast":
        time.sleep(0.2)
        answer = side.ask(type="move", uci=uci, ply=ply)
    return answer["type"] == "done" and bool(answer["is_accepted"])


def people(page: SocketPage) -> Any:  # noqa: ANN401 - as it came
    return next(m["here"] for m in reversed(page.came) if m["type"] == "people")


def events(page: SocketPage) -> list[int]:
    return [message["seq"] for message in page.came if message["type"] == "happened"]


def test_a_page_that_stops_reading_is_cut_and_misses_nothing_when_it_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LONGEST_QUEUE", SHORT_QUEUE)
    monkeypatch.setattr(seat_socket, "_MISSED_AT_ONCE", SHORT_QUEUE // 2)
    with served(tmp_path) as server:
        seats = server.arrange()
        with server.page(seats["white"]) as white, server.page(seats["black"]) as black:
            with sleeping_page(server, seats["spectator"]) as slow:
                white.until(lambda m: m["type"] == "people" and "spectator" in m["here"])
                played = play_until_it_is_gone(white, black)
                with pytest.raises(ConnectionClosed):
                    slow.until(lambda _: False)
            last, game = white.state()["seq"], white.state()["game"]
            since = {game: max(events(slow), default=0)}
            with server.page(seats["spectator"], since=since) as again:
                again.until(lambda m: m["type"] == "happened" and m["seq"] == last)

    assert all(played)
    assert len(played) < MOST_MOVES
    assert events(slow) + events(again) == list(range(1, last + 1))
    assert byes(slow) in ([], ["too-slow"])


def byes(page: SocketPage) -> list[Message]:
    """Too late for most that could not even be sent the events before."""
    return [message["code"] for message in page.came if message["type"] == "bye"]
