"""Games in a shared database that go on at the same time: one transaction, and each its own end."""

import random
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial

import psycopg
import pytest

from tests.postgres_server import PostgresServer, execute
from tests.waiting import waited
from voice_chess.adapters.storage.postgres.database import Database, PatientConnection
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.leases import PostgresLeases
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.setup import GameStarted
from voice_chess.session.lease import Lease, LeaseLost
from voice_chess.session.ports import Conflict, DoneBefore, JournalLost, RequestKey

STARTED = GameStarted(at_ms=0)
GAMES = tuple(f"game{number}" for number in range(8))
HELD = "held"
"""The game behind which the others gather."""


def moved(number: int) -> MoveAnnounced:
    return MoveAnnounced(at_ms=number, white=number % 2 == 0, uci="e2e4")


MOVED = moved(1)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with Database(database_url) as database:
        yield database


@pytest.fixture
def leases(database: Database) -> Mapping[str, Lease]:
    """Each game is a hall."""
    halls = (*GAMES, HELD)
    return dict(zip(halls, PostgresLeases(database).take_all(halls, "one"), strict=True))


@pytest.fixture
def journal(database: Database, leases: Mapping[str, Lease]) -> PostgresJournal:
    """Every game has begun here."""
    journal = PostgresJournal(database, leases.__getitem__)
    for game in leases:
        journal.append(game, [STARTED], after=0)
    return journal


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(len(GAMES) + 1) as threads:
        yield threads


@contextmanager
def row_held(url: str, game: str) -> Iterator[None]:
    """Whoever goes on with this game waits meanwhile."""
    with psycopg.connect(url) as other:
        other.execute("SELECT 1 FROM game_end WHERE game = %s FOR UPDATE", (game,))
        yield


@contextmanager
def gathered(
    url: str,
    journal: PostgresJournal,
    threads: ThreadPoolExecutor,
    writings: Sequence[Callable[[], int]],
) -> Iterator[list[Future[int]]]:
    """All of these wait for `HELD`, and behind it are done together."""
    with row_held(url, HELD):
        first = threads.submit(journal.append, HELD, [MOVED], after=1)
        waited(lambda: len(waiting_for_locks(url)) == 1)
        futures = [threads.submit(one) for one in writings]
        waited(lambda: len(journal._gathering._waiting) == len(writings))  # noqa: SLF001 - only the queue tells when all wait
        yield [first, *futures]


def waiting_for_locks(url: str) -> list[int]:
    """Who waits for a row that another holds, by the number of its process."""
    query = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with psycopg.connect(url, autocommit=True) as connection:
        return [pid for (pid,) in connection.execute(query).fetchall()]


def told(one: "Future[int]") -> int | BaseException:
    """What it came to."""
    return one.exception() or one.result()


def test_games_that_go_on_at_the_same_time_are_one_transaction(
    database_url: str,
    database: Database,
    journal: PostgresJournal,
    threads: ThreadPoolExecutor,
) -> None:
    writings = [
        partial(
            journal.append,
            game,
            [MOVED] * number,
            after=1,
            requests=[RequestKey(seat="белый ♞", key=f"page-{number}")],
        )
        for number, game in enumerate(GAMES, start=1)
    ]
    with gathered(database_url, journal, threads, writings) as waiting:
        assert not any(one.done() for one in waiting), "told of before it was written"
    versions = [one.result() for one in waiting]

    assert versions == [2, *range(2, 2 + len(GAMES))]
    for number, game in enumerate(GAMES, start=1):
        assert journal.read(game) == (STARTED, *[MOVED] * number)
        assert journal.requests(game) == (RequestKey(seat="белый ♞", key=f"page-{number}"),)
    together = "SELECT DISTINCT xmin::text FROM game_event WHERE version > 1 AND game <> %s"
    assert len(database.rows(together, HELD)) == 1


def test_what_one_game_is_refused_the_others_are_not(
    database_url: str,
    database: Database,
    leases: Mapping[str, Lease],
    journal: PostgresJournal,
    threads: ThreadPoolExecutor,
) -> None:
    asked = RequestKey(seat="white", key="1")
    usual, fenced, stale, repeated, taken, *_ = GAMES
    journal.append(repeated, [MOVED], after=1, requests=[asked])
    PostgresJournal(database, leases.__getitem__).append(stale, [MOVED], after=1)
    theirs = "UPDATE lease SET epoch = epoch + 1, node = 'two' WHERE hall = %s"
    with psycopg.connect(database_url) as other:
        other.execute(theirs, (fenced,))
    writings = [
        partial(journal.append, usual, [MOVED], after=1, requests=[asked]),
        partial(journal.append, fenced, [MOVED], after=1),
        partial(journal.append, stale, [MOVED], after=1),
        partial(journal.append, repeated, [MOVED], after=2, requests=[asked]),
        partial(journal.append, taken, [MOVED], after=1),
    ]
    with psycopg.connect(database_url) as taker:
        taker.execute("SELECT 1 FROM lease WHERE hall = %s FOR UPDATE", (taken,))
        with gathered(database_url, journal, threads, writings) as waiting:
            pass
        outcomes = [told(one) for one in waiting[:-1]]
        assert not waiting[-1].done(), "somebody is just taking its hall"
        taker.execute(theirs, (taken,))
    outcomes.append(told(waiting[-1]))

    assert outcomes[:2] == [2, 2]
    assert [type(one) for one in outcomes[2:]] == [LeaseLost, Conflict, DoneBefore, LeaseLost]
    assert journal.read(fenced) == journal.read(taken) == (STARTED,)
    assert all(journal.read(game) == (STARTED, MOVED) for game in (usual, stale, repeated))


def test_what_the_database_cannot_write_leaves_the_others_written(
    database_url: str, journal: PostgresJournal, threads: ThreadPoolExecutor
) -> None:
    writings = [
        partial(
            journal.append,
            game,
            [MOVED],
            after=1,
            requests=[RequestKey(seat="white", key="\0" if game == GAMES[3] else "1")],
        )
        for game in GAMES
    ]
    with gathered(database_url, journal, threads, writings) as waiting:
        pass
    outcomes = [told(one) for one in waiting]

    assert isinstance(outcomes.pop(1 + 3), JournalLost)
    assert outcomes == [2] * len(GAMES)
    assert journal.read(GAMES[3]) == (STARTED,)
    assert journal.append(GAMES[3], [MOVED], after=1) == 2


def test_of_a_connection_that_breaks_all_learn_that_were_written_by_it(
    database_url: str, journal: PostgresJournal, threads: ThreadPoolExecutor
) -> None:
    """Nobody knows what was written of theirs; those behind them are written all the same."""
    writings = [partial(journal.append, game, [MOVED], after=1) for game in GAMES]
    with row_held(database_url, GAMES[0]):
        with gathered(database_url, journal, threads, writings) as waiting:
            pass
        assert waiting[0].result() == 2
        waited(lambda: len(waiting_for_locks(database_url)) == 1)
        behind = threads.submit(journal.append, HELD, [MOVED], after=2)
        waited(lambda: len(journal._gathering._waiting) == 1)  # noqa: SLF001 - only the queue tells when all wait
        (writer,) = waiting_for_locks(database_url)
        execute(database_url, f"SELECT pg_terminate_backend({writer})")
        outcomes = [told(one) for one in waiting[1:]]

    assert [type(one) for one in outcomes] == [JournalLost] * len(GAMES)
    assert len({id(one) for one in outcomes}) == len(GAMES), "each is raised by itself"
    assert behind.result() == 3
    for game in GAMES:
        assert journal.read(game) == (STARTED,)
        assert journal.append(game, [MOVED], after=1) == 2


def test_one_asks_whether_a_database_that_said_nothing_is_there_and_nobody_waits_for_them(
    own_postgres: PostgresServer, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database(own_postgres.new_database(), patience_s=0.5) as database:
        journal = PostgresJournal(database)
        for game in GAMES:
            journal.append(game, [STARTED], after=0)
        asking: list[int] = []
        connect = PatientConnection.connect

        def counted(*args: object, **kwargs: object) -> object:
            asking.append(threading.get_ident())
            return connect(*args, **kwargs)  # type: ignore[arg-type]  # handed on as it came

        monkeypatch.setattr(PatientConnection, "connect", counted)
        own_postgres.send(signal.SIGSTOP)
        try:
            waiting = [threads.submit(journal.append, game, [MOVED], after=1) for game in GAMES]
            outcomes = [told(one) for one in waiting]
        finally:
            own_postgres.send(signal.SIGCONT)

        assert [type(one) for one in outcomes] == [JournalLost] * len(GAMES)
        assert len(asking) <= 1
        for game in GAMES:
            assert until_kept(journal, game) in ((STARTED,), (STARTED, MOVED))


def until_kept(journal: PostgresJournal, game: str) -> tuple[Event, ...]:
    """What is kept, once the database is back."""
    found: list[tuple[Event, ...]] = []

    def is_found() -> bool:
        with suppress(JournalLost):
            found.append(journal.read(game))
        return bool(found)

    waited(is_found)
    return found[0]


def test_halls_change_hands_while_all_their_games_go_on_and_nothing_is_written_twice(
    database_url: str, database: Database
) -> None:
    """Two servers take from each other by lot, and each writes where it believes itself owner."""
    kept: dict[str, list[int]] = {game: [] for game in GAMES}
    ends = threading.Event()
    with Database(database_url) as others:
        nodes = [Node(one, name) for one, name in ((database, "one"), (others, "two"))]
        with ThreadPoolExecutor(2 * len(GAMES) + 2) as threads:
            writing = [
                threads.submit(node.write, game, kept[game], ends)
                for node in nodes
                for game in GAMES
            ]
            taking = [
                threads.submit(node.take_by_lot, seed, database_url)
                for seed, node in enumerate(nodes)
            ]
            wait(taking)
            ends.set()
            for one in taking:
                one.result()
            for one in writing:
                one.result()
        found = {game: [event.at_ms for event in nodes[0].journal.read(game)] for game in GAMES}

    assert all(kept.values()), "each game went on"
    for game in GAMES:
        assert found[game] == [*range(len(found[game]))]
        assert sorted(kept[game]) == found[game], "what is told is kept, and told once"


class Node:
    """A server that takes halls and goes on with their games."""

    def __init__(self, database: Database, name: str) -> None:
        self.name = name
        self.leases = PostgresLeases(database)
        self.held: dict[str, Lease] = {}
        self.journal = PostgresJournal(database, self.lease_of)

    def lease_of(self, game: str) -> Lease:
        if game not in self.held:
            raise LeaseLost(game)
        return self.held[game]

    def take_by_lot(self, seed: int, url: str) -> None:
        chance = random.Random(seed)
        for _ in range(20):
            halls = chance.sample(GAMES, 4)
            with psycopg.connect(url, autocommit=True) as other:
                for hall in halls:
                    other.execute("UPDATE lease SET until_ms = 0 WHERE hall = %s", (hall,))
            for lease in self.leases.take_all(halls, self.name):
                if lease.node == self.name:
                    self.held[lease.hall] = lease

    def write(self, game: str, kept: list[int], ends: threading.Event) -> None:
        """Where this is the owner, until it finds that it is not."""
        while not ends.wait(0.01):
            held = self.held.get(game)
            with suppress(LeaseLost, Conflict):
                version = len(self.journal.read(game)) if held is not None else 0
                while held is not None and not ends.is_set():
                    self.journal.append(game, [moved(version)], after=version)
                    kept.append(version)
                    version += 1
            if self.held.get(game) is held:
                self.held.pop(game, None)
