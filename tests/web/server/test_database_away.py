"""Games in a shared database: they survive the server, and wait for a database that is away."""

import signal
import threading
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faulty_journal import FaultyJournal
from tests.postgres_server import PostgresServer
from tests.web.means import opened_means
from tests.web.server.test_full_disk import BACK, LOST, shown_standing, told
from tests.web.stage import Stage, staged_on, staged_with
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.compose.storage import Sharing, Storage, opened_storage
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.events import Event
from voice_chess.session.games import arrears
from voice_chess.session.lease import LASTS_MS
from voice_chess.session.ports import JournalLost

CUSTOMS = {"press": "command"}
MORE_THAN_CONNECTIONS, STANDS_S = 40, 2 * LASTS_MS / 1_000


@contextmanager
def on_database(url: str, data: Path) -> Iterator[Stage]:
    with opened_means(data, Sharing(url=url)) as means, staged_with(means, data) as stage:
        yield stage


def test_a_game_goes_on_after_a_restart_of_the_server(database_url: str, tmp_path: Path) -> None:
    with on_database(database_url, tmp_path) as stage:
        links = stage.arrange(arbiter="new", customs=CUSTOMS)
        with stage.seats(links) as (white, black, _):
            assert white.press_after("e2e4", 0)["is_accepted"]
            assert black.press_after("e7e5", 1)["is_accepted"]

    with (
        on_database(database_url, tmp_path) as stage,
        stage.seats(links) as (white, _, _arbiter),
    ):
        made = white.press_after("g1f3", 2)

    assert made["is_accepted"]
    assert not list(tmp_path.glob("*.sqlite*"))


def test_the_clocks_stand_while_the_database_is_away_and_play_goes_on_when_it_is_back(
    own_postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    with on_database(own_postgres.new_database(), tmp_path) as stage:
        links = stage.arrange(arbiter="new", customs=CUSTOMS)
        with stage.seats(links) as (white, black, arbiter):
            assert white.press_after("e2e4", 0)["is_accepted"]
            own_postgres.stop(signal.SIGKILL)
            for page in (white, black, arbiter):
                told(page, LOST)
                assert shown_standing(page) > 890_000
            refused = black.press_after("e7e5", 1)
            clock = black.ask(type="ask", name="clock")
            health = stage.client.get("/health").status_code
            own_postgres.start()
            for page in (white, black, arbiter):
                told(page, BACK)
                page.event("clocks-started")
            made = black.press_after("e7e5", 1)

    assert (refused["type"], refused["code"]) == ("problem", "storage")
    assert clock["is_accepted"]
    assert health == 503
    assert made["is_accepted"]


@dataclass
class CutJournal(FaultyJournal):
    """Its line breaks after an append was done, and before anybody was told of it."""

    is_cut: bool = False
    cuts_after: bool = False

    def before(self, events: Sequence[Event], after: int) -> None:
        if self.is_cut:
            raise JournalLost

    def behind(self) -> None:
        if self.cuts_after:
            self.is_cut = True
            raise JournalLost


def test_a_move_of_which_nobody_knew_whether_it_was_written_is_told_to_all_and_costs_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    journal = CutJournal()
    with staged_on(journal, tmp_path) as stage:
        links = stage.arrange(arbiter="new", customs=CUSTOMS)
        with stage.seats(links) as (white, black, arbiter):
            journal.cuts_after = True
            unsure = white.move("e2e4", 0)
            told_white = white.texts()
            for page in (black, arbiter):
                told(page, LOST)
            journal.cuts_after = journal.is_cut = False
            for page in (white, black, arbiter):
                page.event("move-announced")
                told(page, BACK)
                page.event("clocks-started")
            pressed = white.ask(type="ask", name="press")
            numbers = [m["seq"] for m in black.came if m["type"] == "happened"]
        events = journal.read(links["game"]["id"])

    assert (unsure["type"], unsure["code"]) == ("problem", "storage")
    assert LOST in told_white
    assert pressed["is_accepted"]
    assert numbers == list(range(1, len(numbers) + 1))
    kinds = [type(event) for event in events]
    assert kinds.count(ClocksStopped) == kinds.count(ClocksStarted) == 1


def test_an_order_to_go_on_of_which_nobody_knew_whether_it_was_written_costs_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody was shown clocks that stood, as they were known, and the journal let them run."""
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    journal = CutJournal()
    with staged_on(journal, tmp_path) as stage:
        links = stage.arrange(arbiter="new", customs=CUSTOMS)
        with stage.seats(links) as (white, black, arbiter):
            assert arbiter.ask(type="ask", name="stop")["is_accepted"]
            journal.cuts_after = True
            unsure = arbiter.ask(type="ask", name="continue")
            journal.cuts_after = journal.is_cut = False
            for page in (white, black, arbiter):
                told(page, BACK)
                page.event("clocks-started")
        events = journal.read(links["game"]["id"])

    assert (unsure["type"], unsure["code"]) == ("problem", "storage")
    lost, stood = [e for e in events if isinstance(e, ClocksStarted | ClocksStopped)][1:3]
    assert isinstance(lost, ClocksStarted)
    assert isinstance(stood, ClocksStopped)
    assert stood.at_ms == lost.at_ms


def test_who_comes_while_nothing_can_be_written_stays_and_the_game_begins_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    journal = CutJournal()
    with staged_on(journal, tmp_path) as stage:
        links = stage.arrange(customs=CUSTOMS)
        with stage.page(links["white"]) as white:
            journal.is_cut = True
            with stage.page(links["black"]) as black:
                told(black, LOST)
                journal.is_cut = False
                for page in (white, black):
                    page.event("game-started")
                assert white.press_after("e2e4", 0)["is_accepted"]
                answered = black.press_after("e7e5", 1)

    assert answered["is_accepted"]


def test_who_was_there_when_the_game_had_to_be_read_again_is_there_the_next_time_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    journal = CutJournal()
    with staged_on(journal, tmp_path) as stage:
        links = stage.arrange(arbiter="new", customs=CUSTOMS)
        with stage.page(links["white"]) as white:
            journal.cuts_after = True
            with stage.page(links["black"]) as black:
                told(black, LOST)
                journal.cuts_after = journal.is_cut = False
                black.event("game-started")
                journal.is_cut = True
                assert white.move("e2e4", 0)["type"] == "problem"
                told(black, LOST)
                journal.is_cut = False
                black.event("clocks-started")
                moved = white.press_after("e2e4", 0)

    assert moved["is_accepted"]


@pytest.mark.slow
def test_moves_that_wait_for_the_database_cost_a_server_none_of_its_games(
    database_url: str, tmp_path: Path
) -> None:
    """They use all connections for longer than a lease lasts; another server looks meanwhile."""
    lost: list[str] = []
    with opened_storage(tmp_path, Sharing(url=database_url, reached_at="own:1")) as storage:
        storage.parts.watch(_ignored, lost.extend, storage.parts.led)
        led = {*storage.parts.led()}
        with (
            Database(database_url, patience_s=60) as database,
            ThreadPoolExecutor(MORE_THAN_CONNECTIONS) as threads,
            opened_storage(tmp_path, Sharing(url=database_url, reached_at="other:1")) as other,
        ):
            other.parts.watch(_ignored, _ignored, tuple)
            with database.changing() as connection:
                connection.execute("LOCK TABLE game_event IN ACCESS EXCLUSIVE MODE")
                is_over = threading.Event()
                for _ in range(MORE_THAN_CONNECTIONS):
                    threads.submit(_read, storage, is_over)
                connection.execute("SELECT pg_sleep(%s)", (STANDS_S,))
            is_over.set()
            taken = {*other.parts.led()}

    assert led
    assert (taken, lost) == (set(), [])


def _ignored(_parts: Collection[str]) -> None:
    """As nobody plays."""


def _read(storage: Storage, is_over: threading.Event) -> None:
    while not is_over.is_set():
        with suppress(JournalLost):
            storage.journal.latest_ms()
