"""The server's front over real TCP: what is too large, too slow or too many goes no further."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pytest
import uvicorn
from fastapi import FastAPI, Request, WebSocket
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.sync.client import connect
from websockets.uri import parse_uri

from tests.unsearched import in_memory, unsearched
from tests.waiting import waited
from tests.web.client_socket import connected
from tests.web.server.process import PATIENCE_S
from tests.web.server.test_certificate import certificate
from voice_chess.compose.certificate import certificate as certificate_of
from voice_chess.web.live.connection import AT_ONCE
from voice_chess.web.protection.doorway import LISTS, LONGEST_LIST, Limits
from voice_chess.web.protection.front import (
    MOST_FRAGMENTS,
    FrontConfig,
    RequestProtocol,
    SocketProtocol,
    frame_of,
)

STRANGER = "127.0.0.2"
PROXY = "127.0.0.1"
HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
ASKED = HEAD + b"\r\n"
SEVERAL = ("one", "zwölf", "a" * 200, "b" * 70_000)
"""Each way in which a frame tells its length, and letters of more than a byte."""
PROTOCOLS = (RequestProtocol, SocketProtocol)
LONG_S = 600_000
SHORT_MS = 300
Front: TypeAlias = Callable[..., int]


def application() -> FastAPI:
    app = FastAPI()

    @app.get("/")
    async def page() -> str:
        return "here you are"

    @app.post("/")
    @app.post(LISTS)
    async def take(request: Request) -> int:
        return len(await request.body())

    @app.websocket("/socket")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        async for text in socket.iter_text():
            await socket.send_text(str(len(text)))

    @app.websocket("/several")
    async def several(socket: WebSocket) -> None:
        await socket.accept()
        while True:
            write = socket.scope["extensions"][AT_ONCE]["write"]
            assert all(write(text.encode()) for text in SEVERAL)
            await socket.receive_text()

    return app


@pytest.fixture
def front() -> Iterator[Front]:
    """Starts servers with these limits; returns the port of each."""
    with ExitStack() as servers:

        def started(loop: str = "auto", tls: ssl.SSLContext | None = None, **limits: int) -> int:
            told = Limits(**{"request_ms": LONG_S, **limits})
            return servers.enter_context(serving(FrontConfig(application(), told, tls), loop))

        yield started


@contextmanager
def serving(config: FrontConfig, loop: str, stopped: list[bool] | None = None) -> Iterator[int]:
    """Return the port; `stopped` gets whether the server came to its own end."""
    config.loop = loop
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(PATIENCE_S)
            if stopped is not None:
                stopped.append(server.lifespan.shutdown_event.is_set())


def guest(port: int, place: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE_S, (place, 0))


def answered(came_in: socket.socket) -> str:
    """The line of the answer, if there is one before the end."""
    came = b""
    with suppress(ConnectionResetError):
        while b"\r\n" not in came and (more := came_in.recv(4_096)):
            came += more
    return came.partition(b"\r\n")[0].decode()


def is_open(stranger: socket.socket) -> bool:
    """It can still ask, and is answered."""
    with suppress(OSError):
        stranger.sendall(ASKED)
        return answered(stranger).endswith("200 OK")
    return False


def pour(stranger: socket.socket, start: bytes, piece: bytes, most: int) -> int:
    """Send without end until it is refused; returns how much was taken."""
    sent = 0
    with suppress(OSError):
        stranger.sendall(start)
        while sent < most:
            stranger.sendall(piece)
            sent += len(piece)
    return sent


MUCH = 64 * 1_048_576


@pytest.mark.parametrize(
    ("start", "piece", "told"),
    [
        pytest.param(b"GET /", b"a" * 65_536, 414, id="address"),
        pytest.param(HEAD + b"A: ", b"a" * 65_536, 431, id="one-header"),
        pytest.param(HEAD, b"A: " + b"a" * 96 + b"\r\n", 431, id="many-headers"),
        pytest.param(b"", b"\r\n" * 999, 431, id="nothing-but-empty-lines"),
        pytest.param(
            HEAD.replace(b"GET", b"POST") + b"Content-Length: 999999999\r\n\r\n",
            b"a" * 65_536,
            413,
            id="body",
        ),
        pytest.param(
            HEAD.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n",
            b"A: " + b"a" * 96 + b"\r\n",
            413,
            id="headers-behind-the-body",
        ),
    ],
)
def test_what_has_no_end_is_refused_before_it_is_known_who_asks(
    front: Front, start: bytes, piece: bytes, told: int
) -> None:
    with guest(front()) as stranger:
        taken = pour(stranger, start, piece, MUCH)

    with guest(front()) as careful:
        careful.sendall(start)
        room = 8_192 + (65_536 if told == 413 else 16_384)
        careful.sendall((piece * (room // len(piece) + 1))[:room])
        line = answered(careful)

    assert taken < MUCH
    assert f" {told} " in line


@pytest.mark.parametrize(("path", "status"), [(LISTS, 200), (f"{LISTS}?lang=de", 200), ("/", 413)])
def test_a_list_of_players_alone_may_be_long(front: Front, path: str, status: int) -> None:
    with guest(front()) as organiser:
        head = f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Length: {LONGEST_LIST}\r\n\r\n"
        with suppress(OSError):
            organiser.sendall(head.encode() + bytes(LONGEST_LIST))
        came = organiser.recv(4_096).decode()

    assert f" {status} " in came.partition("\r\n")[0]
    assert ('"code":"too-large"' in came) is (status == 413)


def test_a_body_that_goes_on_after_its_answer_is_cut(front: Front) -> None:
    with guest(front()) as stranger:
        stranger.sendall(HEAD + b"Content-Length: 999999999\r\n\r\n")
        line = answered(stranger)
        taken = pour(stranger, b"", b"a" * 65_536, MUCH)

    assert line.endswith("200 OK")
    assert taken < MUCH


def test_who_does_not_finish_their_head_is_told_and_left(front: Front) -> None:
    with guest(front(request_ms=SHORT_MS)) as stranger:
        stranger.sendall(HEAD)
        line = answered(stranger)

        assert line.endswith("408 Request Timeout")
        assert not is_open(stranger)


def test_who_sends_their_head_drop_by_drop_gains_no_time(front: Front) -> None:
    with guest(front(request_ms=SHORT_MS)) as stranger, suppress(OSError):
        for letter in HEAD * 1_000:
            stranger.sendall(bytes([letter]))
            time.sleep(0.01)
        pytest.fail("it was listened to for ever")


def test_who_does_not_finish_their_body_is_left(front: Front) -> None:
    with guest(front(request_ms=SHORT_MS)) as stranger:
        stranger.sendall(HEAD.replace(b"GET", b"POST") + b"Content-Length: 9\r\n\r\nabc")

        assert answered(stranger).endswith("408 Request Timeout")


def test_who_asks_for_nothing_is_left_without_a_word(front: Front) -> None:
    with guest(front(request_ms=SHORT_MS)) as stranger:
        assert answered(stranger) == ""


def test_nine_hundred_half_requests_do_not_keep_others_out(front: Front) -> None:
    port = front(waiting_of_place=32, waiting=64)
    with ExitStack() as all_of_them:
        places = [f"127.0.1.{1 + number % 90}" for number in range(900)]
        half = [all_of_them.enter_context(guest(port, place)) for place in places]
        for stranger in half:
            with suppress(OSError):
                stranger.sendall(HEAD)
        with guest(port) as honest:
            served = is_open(honest)
        left = sum(is_open_still(stranger) for stranger in half)

    assert served
    assert left <= 64


def is_open_still(stranger: socket.socket) -> bool:
    """Nobody has closed it."""
    stranger.settimeout(0.001)
    try:
        return stranger.recv(1) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


def test_the_one_that_waits_longest_goes_when_too_many_of_a_place_wait(front: Front) -> None:
    port = front(waiting_of_place=2)
    with guest(port) as first, guest(port) as second, guest(port, "127.0.0.3") as other:
        is_open(second)
        with guest(port) as third:
            assert answered(first) == ""
            assert is_open(second)
            assert is_open(third)
            assert is_open(other)


def test_one_place_has_no_more_connections_than_its_share(front: Front) -> None:
    port = front(of_place=2)
    with guest(port) as first, guest(port) as second, guest(port) as third:
        assert answered(third).endswith("503 Service Unavailable")
        assert is_open(first)
        with guest(port, "127.0.0.3") as other:
            assert is_open(other)
        second.close()
        until(lambda: enters(port))


def test_a_proxy_has_as_many_as_there_are(front: Front) -> None:
    port = front(of_place=1, waiting_of_place=1)
    with guest(port, PROXY) as first, guest(port, PROXY) as second, guest(port, PROXY) as third:
        assert [is_open(one) for one in (first, second, third)] == [True] * 3


def test_all_together_have_no_more_than_there_is_room_for(front: Front) -> None:
    port = front(connections=2)
    with guest(port, PROXY) as first, guest(port) as second, guest(port) as third:
        assert answered(third).endswith("503 Service Unavailable")
        assert is_open(first)
        assert is_open(second)


def enters(port: int) -> bool:
    with guest(port) as stranger:
        return is_open(stranger)


def until(is_so: Callable[[], bool]) -> None:
    """The other end of a closed connection is noticed by and by."""
    while not is_so():
        time.sleep(0.01)


def test_one_connection_asks_as_often_as_it_likes(front: Front) -> None:
    with guest(front(waiting_of_place=1)) as friend:
        assert [is_open(friend) for _ in range(5)] == [True] * 5


def test_requests_in_one_packet_are_all_answered(front: Front) -> None:
    with guest(front()) as friend:
        friend.sendall(ASKED * 3)
        came = b""
        while came.count(b"here you are") < 3:
            came += friend.recv(4_096)

    assert came.count(b"200 OK") == 3


def test_a_body_as_large_as_any_of_ours_is_taken(front: Front) -> None:
    body = b"a" * 16_384
    head = HEAD.replace(b"GET", b"POST") + b"Content-Length: %d\r\n\r\n" % len(body)
    with guest(front()) as friend:
        friend.sendall(head + body[:100])
        friend.sendall(body[100:])

        assert answered(friend).endswith("200 OK")


def test_a_socket_counts_among_the_connections_of_its_place(front: Front) -> None:
    port = front(of_place=1)
    with connect(f"ws://127.0.0.1:{port}/socket", source_address=(STRANGER, 0)) as page:
        with guest(port) as second:
            assert answered(second).endswith("503 Service Unavailable")
        page.send("abc")
        assert page.recv(PATIENCE_S) == "3"
    until(lambda: enters(port))


def test_a_socket_outlives_the_time_for_a_request(front: Front) -> None:
    with connect(f"ws://127.0.0.1:{front(request_ms=SHORT_MS)}/socket") as page:
        time.sleep(3 * SHORT_MS / 1_000)
        page.send("abc")

        assert page.recv(PATIENCE_S) == "3"


def test_a_message_larger_than_any_of_ours_closes_its_socket(front: Front) -> None:
    with connect(f"ws://127.0.0.1:{front(message_bytes=1_000)}/socket") as page:
        page.send("a" * 1_001)

        with pytest.raises(ConnectionClosed) as closed:
            page.recv(PATIENCE_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("pieces", [MOST_FRAGMENTS, MOST_FRAGMENTS + 1])
def test_a_message_cut_into_too_many_pieces_closes_its_socket(front: Front, pieces: int) -> None:
    with connect(f"ws://127.0.0.1:{front()}/socket") as page:
        # The last piece says no more than that it is the last.
        page.send("a" for _ in range(pieces - 1))
        told: object
        try:
            told = page.recv(PATIENCE_S)
        except ConnectionClosed as closed:
            told = closed.rcvd and closed.rcvd.code

    assert told == (1009 if pieces > MOST_FRAGMENTS else str(pieces - 1))


def test_texts_that_are_sent_together_come_as_a_message_each(front: Front) -> None:
    with connect(f"ws://127.0.0.1:{front()}/several") as page:
        told = [page.recv(PATIENCE_S) for _ in SEVERAL]
        page.send("again")
        again = [page.recv(PATIENCE_S) for _ in SEVERAL]

    assert (*told,) == (*again,) == SEVERAL


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_is_framed_as_the_library_frames_it(length: int) -> None:
    text = b"a" * length

    assert frame_of(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_a_page_that_asks_for_nothing_hears_that_its_line_is_alive() -> None:
    config = FrontConfig(application(), Limits())
    config.ws_ping_interval = SHORT_MS / 10_000
    with (
        serving(config, "auto") as port,
        connect(f"ws://127.0.0.1:{port}/socket") as page,
    ):
        beats = [page.recv(PATIENCE_S) for _ in range(3)]

    assert beats == ['{"type":"beat"}'] * 3


def test_who_pings_and_never_reads_is_cut(front: Front) -> None:
    port = front()
    page = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/socket"))
    with guest(port) as reckless:
        page.send_request(page.connect())
        reckless.sendall(b"".join(page.data_to_send()))
        while page.state is State.CONNECTING:
            page.receive_data(reckless.recv(4_096))
        page.send_ping(b"a" * 125)
        pings = b"".join(page.data_to_send()) * 1_000

        assert pour(reckless, b"", pings, MUCH) < MUCH


@pytest.mark.parametrize("loop", ["auto", "asyncio"])
def test_under_tls_pages_and_sockets_are_served_alike(
    front: Front, tmp_path: Path, loop: str
) -> None:
    cert, key = certificate(tmp_path)
    port = front(loop, tls=context_of(cert, key))
    trusted = ssl.create_default_context(cafile=str(cert))
    with (
        guest(port) as plain,
        trusted.wrap_socket(plain, server_hostname="127.0.0.1") as friend,
    ):
        served = [is_open(friend) for _ in range(3)]
    with connected(f"wss://127.0.0.1:{port}/socket", trusted) as page:
        page.send("abc")
        told = page.recv(PATIENCE_S)

    assert served == [True] * 3
    assert told == "3"


GOODBYE = b"\x88\x80" + bytes(4)
"""A frame that closes a socket, masked as a page's must be (RFC 6455, 5.5.1)."""


def test_a_server_stops_while_a_page_says_goodbye(tmp_path: Path) -> None:
    """Under TLS a closed line is there until the page has agreed, and this one never does."""
    cert, key = certificate(tmp_path)
    trusted = ssl.create_default_context(cafile=str(cert))
    stopped: list[bool] = []
    config = FrontConfig(application(), Limits(), context_of(cert, key))
    with ExitStack() as guests, serving(config, "auto", stopped) as port:
        plain = guests.enter_context(guest(port))
        page = guests.enter_context(trusted.wrap_socket(plain, server_hostname="127.0.0.1"))
        page.sendall(
            b"GET /socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert answered(page).endswith("101 Switching Protocols")
        page.sendall(GOODBYE)
        assert page.recv(1) == GOODBYE[:1]

    assert stopped == [True]


@pytest.mark.parametrize("loop", ["auto", "asyncio"])
def test_who_does_not_finish_the_handshake_is_left(front: Front, tmp_path: Path, loop: str) -> None:
    port = front(loop, tls=context_of(*certificate(tmp_path)), request_ms=SHORT_MS)
    with guest(port) as silent, guest(port) as other:
        other.sendall(b"\x16\x03\x01")

        assert answered(silent) == answered(other) == ""


@pytest.mark.parametrize("loop", ["auto", "asyncio"])
def test_half_a_handshake_goes_when_too_many_wait(front: Front, tmp_path: Path, loop: str) -> None:
    port = front(loop, tls=context_of(*certificate(tmp_path)), waiting_of_place=1)
    with guest(port) as first, guest(port):
        assert answered(first) == ""


def context_of(cert: Path, key: Path) -> ssl.SSLContext:
    found = certificate_of(cert, key)
    assert found is not None
    return found.context


def test_a_page_that_has_gone_needs_no_search_for_garbage(front: Front) -> None:
    port = front()
    with unsearched():
        before = in_memory(*PROTOCOLS)
        for _ in range(3):
            with guest(port) as asking:
                asking.sendall(ASKED)
                assert "200" in answered(asking)
            with connect(f"ws://127.0.0.1:{port}/several") as page:
                assert [page.recv() for _ in SEVERAL] == list(SEVERAL)
                assert in_memory(*PROTOCOLS) > before

        waited(lambda: in_memory(*PROTOCOLS) <= before)
