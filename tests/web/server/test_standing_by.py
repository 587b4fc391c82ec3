"""Two servers share a database: one has the games, and the other takes them over from the dead."""

import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.stage.page import Page
from tests.waiting import waited
from tests.web.protection.test_behind_nginx import FRAME, NGINX, free_port
from tests.web.server.process import Server
from tests.web.server.test_certificate import certificate
from tests.web.server.test_full_disk import LOST
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.cli.command_line import main
from voice_chess.docs.topics import topic
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.setup import GameStarted

pytestmark = pytest.mark.slow

CUSTOMS = {"press": "command"}
WAITING = "The games are at the server"
PATIENCE_S = 120
TOLERANCE_S = 2
"""Less than a lease, during which there is no server."""


@dataclass(frozen=True)
class Proxied:
    """The address of both servers, who vouches for it, and where each listens behind it."""

    address: str
    trusted: ssl.SSLContext
    ports: tuple[int, int]


@contextmanager
def two_servers(
    url: str, folder: Path, behind: Proxied | None = None
) -> Iterator[tuple[Server, Server]]:
    """The first has the games; the second is to be started, and knows the key of the codes."""
    one, two = (Server(folder / name, options=("--database", url)) for name in ("one", "two"))
    if behind is not None:
        for server, port in zip((one, two), behind.ports, strict=True):
            server.port, server.trusted = port, behind.trusted
            server.options += ("--address", behind.address)
    with one:
        (folder / "two").mkdir()
        shutil.copy(folder / "one" / "seats.key", folder / "two")
        try:
            yield one, two
        finally:
            if two.process is not None:
                two.end(signal.SIGKILL)


@contextmanager
def one_address(url: str, folder: Path) -> Iterator[tuple[Server, Server]]:
    """Both behind nginx, set up as the page on federations tells."""
    cert, key = certificate(folder)
    port, ports = free_port(), (free_port(), free_port())
    told = topic("federation").text
    upstream, location = re.findall(r"```\n((?:upstream|proxy_http).*?)```", told, re.DOTALL)
    for host, its_port in zip(("10.0.0.1", "10.0.0.2"), ports, strict=True):
        upstream = upstream.replace(f"{host}:8000", f"127.0.0.1:{its_port}")
    places = {"folder": folder, "port": port, "cert": cert, "key": key}
    written = FRAME.replace("    server {{", "    {upstream}\n    server {{", 1)
    conf = folder / "nginx.conf"
    conf.write_text(written.format(upstream=upstream, location=location, **places), "utf-8")
    with subprocess.Popen([NGINX, "-c", str(conf)]) as proxy:
        trusted = ssl.create_default_context(cafile=str(cert))
        behind = Proxied(f"https://127.0.0.1:{port}", trusted, ports)
        try:
            with two_servers(url, folder, behind) as servers:
                yield servers
        finally:
            proxy.terminate()


def seated(server: Server, links: dict[str, str], *roles: str) -> dict[str, tuple[str, str]]:
    return {role: server.enter(links[role].partition("#")[2]) for role in roles}


def pressed(page: Page, uci: str, ply: int) -> bool:
    moved = page.ask(type="move", uci=uci, ply=ply)
    return bool(moved.get("is_accepted") and page.ask(type="ask", name="press")["is_accepted"])


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "frozen"])
def test_games_go_on_at_the_second_server_and_the_first_can_write_nothing_more(
    how: signal.Signals, database_url: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with two_servers(database_url, tmp_path) as (one, two), ThreadPoolExecutor(1) as standing_by:
        links = one.links(customs=CUSTOMS)
        seats = seated(one, links, "white", "black")
        with ExitStack() as pages:
            white = pages.enter_context(one.page(seats["white"]))
            black = pages.enter_context(one.page(seats["black"]))
            begun_s = time.monotonic()
            assert pressed(white, "e2e4", 0)
            starting = standing_by.submit(two.start)
            waited(lambda: WAITING in two.told)
            assert one.process is not None
            one.process.send_signal(how)
            ran_s = time.monotonic() - begun_s
            starting.result(PATIENCE_S)
            back_s = time.monotonic()
            if how is signal.SIGSTOP:
                key = black.send(type="move", uci="c7c5", ply=1)
                one.process.send_signal(signal.SIGCONT)
                late = black.until(lambda m: m.get("key") == key)
                assert (late["type"], late["code"]) == ("problem", "storage")
                white.until(lambda m: m.get("text") == LOST)
                assert one.process.wait(PATIENCE_S) == 2
        with two.page(seats["white"]) as white, two.page(seats["black"]) as black:
            black.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] == "black")
            went_on = pressed(black, "e7e5", 1)
            left_ms = black.state()["clock"]["black_ms"]
        ran_s += time.monotonic() - back_s
    with Database(database_url) as database:
        journal = PostgresJournal(database)
        (game,) = journal.game_ids()
        events = journal.read(game)

    assert went_on
    moves = [event.uci for event in events if isinstance(event, MoveCompleted)]
    assert moves == ["e2e4", "e7e5"]
    assert sum(isinstance(event, GameStarted) for event in events) == 1
    assert sum(isinstance(event, ClocksStopped) for event in events) == 1
    assert left_ms > 900_000 - 1_000 * (ran_s + TOLERANCE_S), "the time without one is nobody's"
    if how is signal.SIGSTOP:
        assert "taken over by the server" in capfd.readouterr().err


@pytest.mark.skipif(not Path(NGINX).exists(), reason="nginx is not installed")
def test_behind_one_address_a_page_finds_the_server_that_has_the_games(
    database_url: str, tmp_path: Path
) -> None:
    with one_address(database_url, tmp_path) as (one, two), ThreadPoolExecutor(1) as standing_by:
        seats = seated(one, one.links(customs=CUSTOMS), "white", "black")
        with one.page(seats["white"]) as white, one.page(seats["black"]):
            assert pressed(white, "e2e4", 0)
            starting = standing_by.submit(two.start)
            waited(lambda: WAITING in two.told)
            one.end(signal.SIGKILL)
            starting.result(PATIENCE_S)
        with one.page(seats["white"]), one.page(seats["black"]) as black:
            black.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] == "black")
            went_on = pressed(black, "e7e5", 1)

    assert went_on


def test_who_would_stand_by_without_the_key_is_told_before_it_is_needed(
    database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with two_servers(database_url, tmp_path):
        place = ("--database", database_url, "--data", str(tmp_path / "three"))
        code = main(["serve", "--port", "0", *place])

    told = capsys.readouterr()
    assert code == 2
    assert "is missing: copy the file from the machine" in told.err
    assert WAITING not in told.out
    assert not (tmp_path / "three" / "seats.key").exists()


def test_a_server_that_is_ended_hands_over_at_once(database_url: str, tmp_path: Path) -> None:
    with two_servers(database_url, tmp_path) as (one, two), ThreadPoolExecutor(1) as standing_by:
        starting = standing_by.submit(two.start)
        waited(lambda: WAITING in two.told)
        assert not starting.done()
        one.end(signal.SIGTERM)

        assert "Organiser:" in starting.result(PATIENCE_S)
