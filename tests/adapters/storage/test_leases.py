"""Two owners of one hall: one has it at a time, and the other writes nothing."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psycopg
import pytest

from tests.postgres_server import execute
from voice_chess.adapters.simulation.memory_storage import MemoryLeases
from voice_chess.adapters.storage import lease_keeper
from voice_chess.adapters.storage.lease_keeper import LeaseKeeper
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.leases import (
    DealtOtherwise,
    PostgresLeases,
    dealt,
    owned,
)
from voice_chess.event.changes import PlayerWithdrew
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.setup import GameStarted
from voice_chess.session.evidence import LineTyped
from voice_chess.session.lease import LASTS_MS, Lease, LeaseLost, Leases
from voice_chess.session.lobby.parts import EVERYTHING
from voice_chess.session.ports import JournalLost

HALL = "hall"
STARTED = GameStarted(at_ms=0)
MOVED = MoveAnnounced(at_ms=4_000, white=True, uci="e2e4")
LAPSE = "UPDATE lease SET until_ms = until_ms - 60000"


@dataclass
class Kept:
    """Leases, and how to let all of them lapse."""

    leases: Leases
    lapse: Callable[[], None]


@pytest.fixture(params=["memory", "postgres"])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "memory":
        leases = MemoryLeases()

        def lapse() -> None:
            leases.now_ms += 60_000

        yield Kept(leases, lapse)
    else:
        url = request.getfixturevalue("database_url")
        with Database(url) as database:
            yield Kept(PostgresLeases(database), lambda: execute(url, LAPSE))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with Database(database_url) as database:
        yield database


def test_a_hall_is_one_nodes_at_a_time_and_each_taking_raises_its_epoch(kept: Kept) -> None:
    first = kept.leases.take(HALL, "one")

    assert (first.node, first.epoch) == ("one", 1)
    assert kept.leases.take(HALL, "two") == first
    kept.lapse()
    assert kept.leases.take(HALL, "two").epoch == 2


def test_all_leases_that_last_are_told_with_whose_they_are(kept: Kept) -> None:
    north, south = kept.leases.take("north", "one"), kept.leases.take("south", "two")
    found = sorted(kept.leases.lasting(), key=lambda lease: lease.hall)
    kept.leases.give_back(north)

    assert found == [north, south]
    assert kept.leases.lasting() == (south,)
    kept.lapse()
    assert kept.leases.lasting() == ()


def test_halls_are_apart(kept: Kept) -> None:
    kept.leases.take("north", "one")

    assert kept.leases.take("south", "two").node == "two"


def test_a_lease_that_is_renewed_does_not_lapse(kept: Kept) -> None:
    held = kept.leases.take(HALL, "one")
    kept.lapse()

    now = kept.leases.renew(held)

    assert now.epoch == held.epoch
    assert kept.leases.take(HALL, "two").node == "one"


def test_who_has_lost_the_hall_can_neither_renew_it_nor_give_it_back(kept: Kept) -> None:
    held = kept.leases.take(HALL, "one")
    kept.lapse()
    kept.leases.take(HALL, "two")

    with pytest.raises(LeaseLost, match="the server two"):
        kept.leases.renew(held)
    kept.leases.give_back(held)
    assert kept.leases.take(HALL, "one").node == "two"


def test_a_hall_that_is_given_back_is_anybodys_at_once(kept: Kept) -> None:
    kept.leases.give_back(kept.leases.take(HALL, "one"))

    assert kept.leases.take(HALL, "two").node == "two"


def test_many_halls_are_taken_renewed_and_given_back_at_once(kept: Kept) -> None:
    kept.leases.take("south", "two")
    found = kept.leases.take_all(["west", "south", "north"], "one")
    assert [(lease.hall, lease.node, lease.epoch) for lease in found] == [
        ("west", "one", 1),
        ("south", "two", 1),
        ("north", "one", 1),
    ]
    west, south, north = found
    kept.lapse()
    kept.leases.take("north", "two")

    going = kept.leases.renew_all([west, north])
    assert [(lease.hall, lease.epoch) for lease in going] == [("west", 1)]
    assert kept.leases.take("west", "two").node == "one", "it was renewed"
    kept.leases.give_back_all([*going, north, south])

    assert kept.leases.take("west", "two").node == "two"
    assert kept.leases.take("north", "one").node == "two", "who had lost it gave nothing back"


def test_two_servers_that_want_the_same_halls_at_once_share_them_without_a_deadlock(
    database: Database,
) -> None:
    leases, together = PostgresLeases(database), threading.Barrier(4)
    halls = [f"part {number}" for number in range(200)]

    def want(node: int) -> tuple[Lease, ...]:
        together.wait()
        for _ in range(5):
            held = leases.take_all(halls[:: 1 if node % 2 else -1], str(node))
            leases.renew_all(held)
        return held

    with ThreadPoolExecutor(4) as nodes:
        found = [set(each) for each in nodes.map(want, range(4))]

    owners = {(lease.hall, lease.node) for each in found for lease in each}
    assert len(owners) == len(halls)


def test_games_are_dealt_otherwise_only_once_nobody_has_any(
    database_url: str, database: Database
) -> None:
    assert dealt(database, None, 256) == 256
    assert dealt(database, 256, 256) == 256
    held = PostgresLeases(database, 256).take("part 7", "one")
    assert dealt(database, None, 13) == 256, "as the others have it"
    for wanted in (1, 128):
        with pytest.raises(DealtOtherwise) as found:
            dealt(database, wanted, 256)
        assert (found.value.parts, found.value.other) == (256, held)
    execute(database_url, LAPSE)

    assert dealt(database, 128, 256) == 128
    assert dealt(database, None, 256) == 128


def test_who_only_stood_still_takes_and_writes_nothing_of_what_is_dealt_otherwise_by_now(
    database_url: str, database: Database
) -> None:
    dealt(database, 256, 256)
    leases = PostgresLeases(database, 256)
    old = leases.take("part 7", "one")
    execute(database_url, LAPSE)
    dealt(database, 1, 256)

    with pytest.raises(LeaseLost):
        leases.renew(old)
    with pytest.raises(LeaseLost, match="deal the games otherwise"):
        leases.take("part 7", "one")
    with pytest.raises(LeaseLost):
        PostgresJournal(database, old).append("g", [STARTED], after=0)
    assert PostgresLeases(database, 1).take(EVERYTHING, "two").node == "two"


def test_a_server_of_an_older_version_that_has_games_is_not_taken_for_nobody(
    database: Database,
) -> None:
    theirs = PostgresLeases(database).take("games 4", "old")

    with pytest.raises(DealtOtherwise) as found:
        dealt(database, None, 256)

    assert (found.value.parts, found.value.other) == (0, theirs)


def test_many_who_want_a_hall_at_once_agree_on_whose_it_is(database: Database) -> None:
    leases, together = PostgresLeases(database), threading.Barrier(6)

    def want(node: int) -> Lease:
        together.wait()
        return leases.take(HALL, str(node))

    with ThreadPoolExecutor(6) as nodes:
        found = set(nodes.map(want, range(6)))

    assert len(found) == 1


def test_an_owner_that_was_taken_for_dead_writes_nothing_any_more(
    database_url: str, database: Database
) -> None:
    leases = PostgresLeases(database)
    old = leases.take(HALL, "one")
    games, events = PostgresJournal(database, old), PostgresEventJournal(database, old)
    games.append("g", [STARTED], after=0)
    execute(database_url, LAPSE)
    new = leases.take(HALL, "two")

    for write in (
        lambda: games.append("g", [MOVED], after=1),
        lambda: games.append("fresh", [STARTED], after=0),
        lambda: games.note("g", [LineTyped(at_ms=1, text="e4")]),
        lambda: games.beat(["g"], 9_000),
        lambda: events.append("e", [PlayerWithdrew(at_ms=1, player=1, first_round=1)], after=0),
    ):
        with pytest.raises(LeaseLost, match="the server two"):
            write()

    theirs = PostgresJournal(database, new)
    assert theirs.read("g") == (STARTED,)
    assert theirs.game_ids() == ("g",)
    assert theirs.evidence("g") == ()
    assert theirs.latest_ms() == 0
    assert theirs.append("g", [MOVED], after=1) == 2


def test_who_takes_a_hall_waits_for_what_its_owner_is_just_writing(
    database_url: str, database: Database
) -> None:
    held = PostgresLeases(database).take(HALL, "one")
    execute(database_url, LAPSE)
    with ThreadPoolExecutor(1) as other, psycopg.connect(database_url) as owner:
        owner.execute(
            "SELECT 1 FROM lease WHERE hall = %s AND epoch = %s FOR KEY SHARE", (HALL, held.epoch)
        )
        taking = other.submit(PostgresLeases(database).take, HALL, "two")
        with pytest.raises(TimeoutError):
            taking.result(0.3)
        owner.commit()

        assert taking.result(10).node == "two"


@contextmanager
def standing_in_the_middle(database: Database, held: Lease) -> Iterator[None]:
    """What is asked has come, so that the row is held, and nothing follows it."""
    with suppress(JournalLost), database.writing() as connection:
        owned(connection, held)()
        yield


@pytest.mark.slow
def test_an_owner_that_stands_still_in_the_middle_of_writing_keeps_nobody_out(
    database_url: str, database: Database
) -> None:
    leases, until_s = PostgresLeases(database), time.monotonic() + 60
    now = held = leases.take(HALL, "one")
    with Database(database_url) as their_database:
        with standing_in_the_middle(their_database, held):
            execute(database_url, LAPSE)
            while now.node != "two" and time.monotonic() < until_s:
                time.sleep(0.2)
                with suppress(JournalLost):
                    now = leases.take(HALL, "two")
        with pytest.raises(LeaseLost):
            PostgresJournal(their_database, held).append("g", [STARTED], after=0)

    assert (now.node, now.epoch) == ("two", 2)


@pytest.mark.parametrize("written", [(), (STARTED,)], ids=["fresh", "begun"])
def test_who_writes_waits_for_whoever_is_just_taking_the_hall_and_then_fails(
    written: tuple[Event, ...], database_url: str, database: Database
) -> None:
    journal = PostgresJournal(database, PostgresLeases(database).take(HALL, "one"))
    journal.append("g", written, after=0)
    with ThreadPoolExecutor(1) as old, psycopg.connect(database_url) as taker:
        taker.execute("SELECT 1 FROM lease WHERE hall = %s FOR UPDATE", (HALL,))
        taker.execute("UPDATE lease SET node = 'two', epoch = epoch + 1")
        writing = old.submit(journal.append, "g", [MOVED], after=len(written))
        with pytest.raises(TimeoutError):
            writing.result(0.3)
        taker.commit()

        with pytest.raises(LeaseLost):
            writing.result(10)
    assert journal.read("g") == written


def test_an_owner_that_writes_without_a_pause_can_renew(
    database_url: str, database: Database
) -> None:
    held = PostgresLeases(database).take(HALL, "one")
    with psycopg.connect(database_url) as owner:
        owner.execute("SELECT 1 FROM lease WHERE hall = %s FOR KEY SHARE", (HALL,))

        assert PostgresLeases(database).renew(held).epoch == held.epoch


def test_a_program_that_stands_still_in_a_change_keeps_nobody_out(database: Database) -> None:
    with database.using() as connection:
        told = connection.execute("SHOW idle_in_transaction_session_timeout").fetchone()

    assert told == (f"{LASTS_MS // 1_000}s",)


@dataclass
class Owner:
    """A server that wants the hall, in a thread of its own."""

    node: str
    leases: MemoryLeases

    def __post_init__(self) -> None:
        self.waited: list[Lease] = []
        self.lost: list[str] = []
        self.has_lost = threading.Event()

    def keeper(self) -> LeaseKeeper:
        return LeaseKeeper(
            self.leases, HALL, self.node, waits=self.waited.append, lost=self._give_up
        )

    def _give_up(self, why: str) -> None:
        self.lost.append(why)
        self.has_lost.set()


@pytest.fixture
def leases(monkeypatch: pytest.MonkeyPatch) -> MemoryLeases:
    monkeypatch.setattr(lease_keeper, "RENEWED_EVERY_MS", 10)
    return MemoryLeases()


def test_a_second_server_is_told_whose_the_games_are_and_gets_them_when_the_first_ends(
    leases: MemoryLeases,
) -> None:
    one, two = Owner("one", leases), Owner("two", leases)
    first = one.keeper()
    with ThreadPoolExecutor(1) as standing_by:
        second = standing_by.submit(two.keeper)
        with pytest.raises(TimeoutError):
            second.result(0.2)
        with first:
            pass
        with second.result(10) as keeper:
            assert keeper.held.epoch == 2

    assert [lease.node for lease in two.waited] == ["one"]
    assert one.lost == two.lost == []


def test_a_server_whose_games_were_taken_over_is_told_by_whom_once(leases: MemoryLeases) -> None:
    one = Owner("one", leases)
    with one.keeper():
        leases.now_ms += 60_000
        taker = leases
        found = taker.take(HALL, "two")
        while found.node != "two":
            leases.now_ms += 60_000
            found = taker.take(HALL, "two")
        assert one.has_lost.wait(10)

    assert len(one.lost) == 1
    assert "the server two" in one.lost[0]
    assert leases.take(HALL, "three").node == "two"
