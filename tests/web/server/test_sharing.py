"""Two servers of one database have games at the same time, each its own, behind one address."""

import shutil
import signal
import time
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.waiting import waited
from tests.web.protection.test_behind_nginx import free_port
from tests.web.server.process import PATIENCE_S, Server
from tests.web.server.sharing import PARTS, Pair, is_led_by, leaders, sharing
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.setup import GameStarted

pytestmark = pytest.mark.slow

TOLERANCE_S = 2
"""Less than a lease, during which the game has no server."""
Seats = dict[str, tuple[str, str]]


def arranged(server: Server) -> tuple[str, dict[str, str]]:
    """A new game by this server's organiser: its name, and the ways in."""
    answer = httpx2.post(
        f"{server.address}/organiser/games",
        json={"customs": {"press": "command"}},
        headers={"cookie": server.organiser, "origin": server.address},
        timeout=PATIENCE_S,
    )
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return found["game"], {link["role"]: link["path"] for link in found["links"]}


def seated(server: Server, links: dict[str, str]) -> Seats:
    return {
        role: server.enter(links[role].partition("#")[2])
        for role in ("white", "black", "spectator")
    }


def asked(server: Server, seat: tuple[str, str], path: str = "") -> httpx2.Response:
    return httpx2.get(
        f"{server.address}{seat[0]}{path}", headers={"cookie": seat[1]}, timeout=PATIENCE_S
    )


def list_of(server: Server) -> list[str]:
    rows = httpx2.get(
        f"{server.address}/organiser/games",
        headers={"cookie": server.organiser},
        timeout=PATIENCE_S,
    ).json()
    return [row["game"] for row in rows]


def moves_kept(url: str, game: str) -> list[str]:
    with Database(url) as database:
        events = PostgresJournal(database).read(game)
    assert sum(isinstance(event, GameStarted) for event in events) == 1
    return [event.uci for event in events if isinstance(event, MoveCompleted)]


def replied(server: Server, seats: Seats, uci: str) -> bool:
    """Black has made this first move; a page that is told to come again does so, as browsers do."""
    try:
        with server.page(seats["white"]), server.page(seats["black"]) as black:
            black.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] == "black")
            return bool(black.press_after(uci, 1)["is_accepted"])
    except (ConnectionClosed, InvalidStatus):
        return False


def test_a_game_is_played_through_the_server_that_does_not_have_it(pair: Pair) -> None:
    one, two = pair.one.server, pair.two.server
    first, links = arranged(one)
    second, _ = arranged(two)
    assert is_led_by(one, pair.url)(first)
    assert is_led_by(two, pair.url)(second)
    seats = seated(two, links)
    page = asked(two, seats["white"])
    with (
        two.page(seats["white"]) as white,
        one.page(seats["black"]) as black,
        two.page(seats["spectator"]) as spectator,
    ):
        assert white.press_after("e2e4", 0)["is_accepted"]
        told = black.event("move-completed")
        assert black.press_after("e7e5", 1)["is_accepted"]
        spectator.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] == "white")
    shown = [asked(server, seats["white"], f"/games/{first}").json() for server in (one, two)]
    lists = [list_of(server) for server in (one, two)]

    assert page.status_code == 200
    assert told["move"]["uci"] == "e2e4"
    assert [len(view["moves"]) for view in shown] == [2, 2]
    assert lists == [[first, second]] * 2
    assert moves_kept(pair.url, first) == ["e2e4", "e7e5"]


def test_the_games_of_a_killed_server_go_on_at_the_other_one(
    database_url: str, tmp_path: Path
) -> None:
    with sharing(database_url, tmp_path) as (one, two):
        game, links = arranged(one)
        stays, others = arranged(two)
        seats, unmoved = seated(two, links), seated(two, others)
        begun_s = time.monotonic()
        with two.page(seats["white"]) as white, two.page(seats["black"]):
            assert white.press_after("e2e4", 0)["is_accepted"]
        with two.page(unmoved["white"]) as white, two.page(unmoved["black"]) as black:
            assert white.press_after("d2d4", 0)["is_accepted"]
            one.end(signal.SIGKILL)
            ran_s = time.monotonic() - begun_s
            assert black.press_after("d7d5", 1)["is_accepted"]
            waited(lambda: is_led_by(two, database_url)(game))
            back_s = time.monotonic()
            assert white.press_after("c2c4", 2)["is_accepted"]
        with two.page(seats["white"]), two.page(seats["black"]) as black:
            black.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] == "black")
            assert black.press_after("e7e5", 1)["is_accepted"]
            left_ms = black.state()["clock"]["black_ms"]
            ran_s += time.monotonic() - back_s
    with Database(database_url) as database:
        events = PostgresJournal(database).read(game)

    assert moves_kept(database_url, game) == ["e2e4", "e7e5"]
    assert moves_kept(database_url, stays) == ["d2d4", "d7d5", "c2c4"]
    assert sum(isinstance(event, ClocksStopped) for event in events) == 1
    assert left_ms > 900_000 - 1_000 * (ran_s + TOLERANCE_S), "the time without one is nobody's"


def test_a_server_that_stood_still_writes_nothing_and_serves_again(
    database_url: str, tmp_path: Path
) -> None:
    with sharing(database_url, tmp_path) as (one, two):
        game, links = arranged(one)
        seats = seated(two, links)
        with one.page(seats["white"]) as white, one.page(seats["black"]) as black:
            assert white.press_after("e2e4", 0)["is_accepted"]
            assert one.process is not None
            one.process.send_signal(signal.SIGSTOP)
            waited(lambda: is_led_by(two, database_url)(game))
            key = black.send(type="move", uci="c7c5", ply=1)
            one.process.send_signal(signal.SIGCONT)
            try:
                late = black.until(lambda m: m.get("key") == key)["type"]
            except ConnectionClosed:
                late = "closed"
        waited(lambda: replied(one, seats, "e7e5"))

    assert late in {"closed", "problem"}
    assert moves_kept(database_url, game) == ["e2e4", "e7e5"]


def test_both_listen_at_one_port(database_url: str, tmp_path: Path) -> None:
    port = free_port()
    with sharing(database_url, tmp_path, port) as (one, two):
        games = {}
        for _ in range(6):
            game, links = arranged(one)
            games[game] = seated(one, links)
        for seats in games.values():
            with one.page(seats["white"]) as white, one.page(seats["black"]):
                assert white.press_after("e2e4", 0)["is_accepted"]
        led = leaders(database_url)

    assert set(led) == set(PARTS)
    assert one.port == two.port == port
    assert [moves_kept(database_url, game) for game in games] == [["e2e4"]] * 6


def test_events_are_run_through_either_server(pair: Pair) -> None:
    servers = (pair.one.server, pair.two.server)
    for server, name in zip(servers, ("Spring", "Autumn"), strict=True):
        made = httpx2.post(
            f"{server.address}/organiser/events?lang=en",
            json={
                "name": name,
                "first_day": "2026-11-21",
                "last_day": "2026-11-29",
                "edition": "2023",
                "time": "15+10",
                "rounds": 3,
            },
            headers={"cookie": server.organiser, "origin": server.address},
            timeout=PATIENCE_S,
        )
        assert made.status_code == 201, made.text
        _, cookie = server.enter(made.json()["links"][0]["path"].partition("#")[2])
        assert cookie
    lists = [
        [row["name"] for row in httpx2.get(f"{each.address}/events/list").json()]
        for each in servers
    ]

    assert lists == [["Autumn", "Spring"]] * 2


@pytest.mark.parametrize("shown", ["0" * 64, "ключ ♞"], ids=["another token", "no token"])
def test_what_a_stranger_sends_as_a_fellow_is_not_believed(shown: str, pair: Pair) -> None:
    answer = httpx2.get(
        f"{pair.one.address}/fellows/rated-round",
        headers={b"x-fellow": shown.encode(), b"x-fellow-scheme": b"https"},
    )

    assert answer.status_code == 404


def test_servers_of_both_kinds_do_not_share_a_database(
    database_url: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    one = Server(tmp_path / "one", options=("--database", database_url, "--share"))
    alone = Server(tmp_path / "two", options=("--database", database_url))
    with one:
        (tmp_path / "two").mkdir()
        shutil.copy(tmp_path / "one" / "seats.key", tmp_path / "two")
        with pytest.raises(AssertionError):
            alone.start()
        assert alone.process is not None
        code = alone.process.wait(PATIENCE_S)
        assert alone.process.stdout is not None
        alone.process.stdout.close()

    assert code == 2
    assert "--share" in capfd.readouterr().err
