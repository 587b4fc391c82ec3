"""What the shared database promises besides: formats, failures told plainly, nothing lost."""

import random
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from tests.postgres_server import PostgresServer, execute
from tests.waiting import waited
from voice_chess.adapters.storage.migrations import migrations
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.register import PostgresRegister
from voice_chess.cli.command_line import main
from voice_chess.event.changes import PlayerWithdrew
from voice_chess.game.clocks import FlagFell
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.setup import GameStarted
from voice_chess.session.ports import (
    MOST_REQUESTS,
    Conflict,
    DoneBefore,
    JournalDamaged,
    JournalLost,
    RequestKey,
)

STARTED = GameStarted(at_ms=0)
MOVED = MoveAnnounced(at_ms=4_000, white=True, uci="e2e4")
FELL = FlagFell(at_ms=900_000, white=False)
HIDDEN = "hunter2"
MIGRATIONS = "voice_chess.adapters.storage.postgres.migrations"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with Database(database_url) as database:
        yield database


def test_a_database_that_can_only_be_read_is_known_without_writing(database: Database) -> None:
    register = PostgresRegister(database, b"secret")
    with database.all_or_nothing() as connection:
        register.check_room()
        connection.execute("SET TRANSACTION READ ONLY")

        with pytest.raises(JournalLost, match="only be read"):
            register.check_room()


def test_programs_that_begin_together_make_the_format_once(database_url: str) -> None:
    with ThreadPoolExecutor(6) as starting, ExitStack() as stack:
        opened = [
            stack.enter_context(found) for found in starting.map(Database, [database_url] * 6)
        ]

        made = tuple((each.number,) for each in migrations(MIGRATIONS))
        assert {tuple(found.rows("SELECT number FROM migration")) for found in opened} == {made}


def test_a_database_of_a_newer_version_is_told_and_left_alone(database_url: str) -> None:
    Database(database_url).close()
    execute(database_url, "INSERT INTO migration (number, name) VALUES (99, 'to come')")

    with pytest.raises(JournalLost, match=r"newer version of voice-chess: format 99.*is lost"):
        Database(database_url)


@pytest.mark.parametrize("table", ["entry (x integer)", "migration (version text)"])
def test_a_database_of_another_program_is_told_and_left_alone(
    database_url: str, table: str
) -> None:
    execute(database_url, f"CREATE TABLE {table}")

    with pytest.raises(JournalLost, match="tables of another program; make an empty one"):
        Database(database_url)

    assert tables_in(database_url) == [table.partition(" ")[0]]


def test_an_empty_database_is_not_filled_by_who_looks_for_games(database_url: str) -> None:
    with pytest.raises(JournalLost, match="it is empty, no server has ever kept games there"):
        Database(database_url, is_begun=True)

    assert tables_in(database_url) == []
    Database(database_url).close()
    Database(database_url, is_begun=True).close()


def tables_in(url: str) -> list[str]:
    query = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
    with psycopg.connect(url) as connection:
        return [name for (name,) in connection.execute(query).fetchall()]


def test_of_many_writers_at_once_one_writes_each_version(database: Database) -> None:
    journal, together = PostgresJournal(database), threading.Barrier(4)

    def race(version: int) -> bool:
        together.wait()
        try:
            journal.append("g", [MOVED], after=version)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(4) as writers:
        won = [list(writers.map(race, [version] * 4)) for version in range(25)]

    assert [results.count(True) for results in won] == [1] * 25
    assert journal.read("g") == (MOVED,) * 25


def test_programs_go_on_by_turns_with_a_game_that_the_other_has_changed(
    database_url: str, database: Database
) -> None:
    asked = [RequestKey(seat="white", key=f"page-{number}") for number in range(6)]
    with Database(database_url) as others:
        journals = (PostgresJournal(database), PostgresJournal(others))
        for version in range(6):
            # Each has left the game two versions before, and has written the one before that.
            journals[version // 2 % 2].append(
                "g", [MOVED], after=version, requests=[asked[version]]
            )
        for journal in journals:
            with pytest.raises(Conflict):
                journal.append("g", [FELL], after=4)
            with pytest.raises(DoneBefore):
                journal.append("g", [FELL], after=6, requests=[asked[5]])

        assert journals[1].read("g") == (MOVED,) * 6
        assert journals[1].requests("g") == tuple(asked)


def test_a_game_that_was_deleted_elsewhere_is_not_gone_on_with(
    database_url: str, database: Database
) -> None:
    journal = PostgresJournal(database)
    journal.append("g", [STARTED], after=0)
    with Database(database_url) as others:
        PostgresJournal(others).delete("g")

    with pytest.raises(Conflict):
        journal.append("g", [MOVED], after=1)
    assert journal.read("g") == ()


def test_what_is_written_within_a_change_that_fails_was_never_written(database: Database) -> None:
    journal = PostgresJournal(database)
    journal.append("g", [STARTED], after=0)
    with suppress(JournalLost), database.all_or_nothing() as connection:
        journal.append("g", [MOVED, MOVED], after=1)
        connection.execute("SELECT 1 / 0")

    assert journal.read("g") == (STARTED,)
    assert journal.append("g", [FELL], after=1) == 2


def test_of_writers_that_begin_a_game_together_one_begins_it(database: Database) -> None:
    journal, together = PostgresJournal(database), threading.Barrier(4)

    def begin(game_id: str) -> bool:
        together.wait()
        try:
            journal.append(game_id, [STARTED], after=0)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(4) as writers:
        won = [list(writers.map(begin, [f"g{number}"] * 4)) for number in range(25)]

    assert [results.count(True) for results in won] == [1] * 25


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE game_event SET body = replace(body, 'e2e4', 'a2a4')",
        "DELETE FROM game_event WHERE version = 1",
        "DELETE FROM game_event WHERE version = 2",
    ],
)
def test_a_game_that_is_not_as_it_was_written_is_not_read(
    damage: str, database_url: str, database: Database
) -> None:
    journal = PostgresJournal(database)
    journal.append("g", [STARTED, MOVED], after=0)
    journal.append("other", [STARTED], after=0)
    execute(database_url, f"{damage} AND game = 'g'" if "WHERE" in damage else damage)

    with pytest.raises(JournalDamaged, match="of game g event"):
        journal.read("g")
    assert journal.read("other") == (STARTED,)


def test_an_event_that_is_not_as_it_was_written_is_not_read(
    database_url: str, database: Database
) -> None:
    journal = PostgresEventJournal(database)
    journal.append("spring", [PlayerWithdrew(at_ms=1, player=1, first_round=1)], after=0)
    execute(database_url, "UPDATE competition_change SET body = replace(body, '1', '2')")

    with pytest.raises(JournalDamaged, match="the event spring"):
        journal.read("spring")


def test_the_database_tells_the_time_to_all_of_its_users(database: Database) -> None:
    ((told,),) = database.rows("SELECT (extract(epoch FROM now()) * 1000)::bigint")

    assert 0 <= database.now_ms() - told < 60_000


@pytest.mark.parametrize(
    ("address", "why"),
    [
        (f"postgresql://u:{HIDDEN}@127.0.0.1:1/chess", "chess on 127.0.0.1 .*refused"),
        (f"postgresql://u:{HIDDEN}@nowhere.invalid/chess", "chess on nowhere.invalid"),
        (f"postgresql://[u:{HIDDEN}", "no address of a database"),
        (f"u:{HIDDEN}", "no address of a database"),
        (f"postgresql://u:{HIDDEN}@\udcfc/chess", "no address of a database"),
    ],
)
def test_a_database_that_is_not_there_is_told_without_its_password(address: str, why: str) -> None:
    with pytest.raises(JournalLost, match=why) as lost:
        Database(address)

    assert HIDDEN not in str(lost.value)
    assert "\n" not in str(lost.value)


def test_of_several_machines_the_one_that_can_be_written_to_is_found(
    postgres: PostgresServer, database_url: str
) -> None:
    several = database_url.replace("host=", "target_session_attrs=read-write&host=/nowhere,")

    with Database(several) as database:
        assert PostgresJournal(database).game_ids() == ()
        assert database.name == f"postgres on /nowhere,{postgres.folder}"


def test_a_database_that_does_not_wait_for_its_disk_is_refused(database_url: str) -> None:
    careless = f"{database_url}%20-csynchronous_commit%3Doff"

    with pytest.raises(JournalLost, match="does not wait for its disk"):
        Database(careless)


def test_nobody_waits_for_a_database_that_is_known_to_be_away(own_postgres: PostgresServer) -> None:
    with Database(own_postgres.new_database()) as database:
        journal = PostgresJournal(database)
        version = journal.append("g", [STARTED], after=0)
        own_postgres.stop()
        for _ in range(50):
            with pytest.raises(JournalLost, match="nothing that was written is lost"):
                journal.append("g", [MOVED], after=version)
        own_postgres.start()
        _until_back(journal)

        assert journal.append("g", [MOVED], after=version) == version + 1
        assert journal.read("g") == (STARTED, MOVED)


def test_a_database_that_says_nothing_is_given_up_and_found_again(
    own_postgres: PostgresServer,
) -> None:
    with Database(own_postgres.new_database(), patience_s=0.5) as database:
        journal = PostgresJournal(database)
        version = journal.append("g", [STARTED], after=0)
        own_postgres.send(signal.SIGSTOP)
        try:
            with pytest.raises(JournalLost, match="it says nothing for"):
                journal.append("g", [MOVED], after=version)
        finally:
            own_postgres.send(signal.SIGCONT)
        _until_back(journal)

        assert journal.read("g")[:1] == (STARTED,)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_database_is_killed(
    own_postgres: PostgresServer,
) -> None:
    """Each game has a writer; an append that nobody was told of may be there, too, and whole."""
    chance, acknowledged = random.Random(5), dict.fromkeys(("a", "b", "c", "d"), 0)
    with Database(own_postgres.new_database()) as database:
        journal = PostgresJournal(database)

        def write(game_id: str) -> None:
            # What was read once is told as much as what was acknowledged.
            acknowledged[game_id] = version = len(journal.read(game_id))
            while True:
                events: list[Event] = [
                    MoveAnnounced(at_ms=version + number, white=True, uci="e2e4")
                    for number in range(2)
                ]
                request = RequestKey(seat="white", key=str(version))
                try:
                    version = journal.append(game_id, events, after=version, requests=[request])
                except JournalLost:
                    return
                acknowledged[game_id] = version

        for how in (signal.SIGKILL, signal.SIGQUIT, signal.SIGKILL):
            before = dict(acknowledged)
            with ThreadPoolExecutor(4) as writers:
                running = [writers.submit(write, game_id) for game_id in acknowledged]
                while sum(acknowledged.values()) < sum(before.values()) + chance.randrange(20, 80):
                    assert not all(one.done() for one in running)
                own_postgres.stop(how)
            own_postgres.start()
            _until_back(journal)
            for game_id, version in acknowledged.items():
                kept = [event.at_ms for event in journal.read(game_id)]
                assert kept == list(range(len(kept)))
                assert len(kept) in (version, version + 2)
                requests = [int(each.key) for each in journal.requests(game_id)]
                assert requests == [*range(0, len(kept), 2)][-MOST_REQUESTS:]


def _until_back(journal: PostgresJournal) -> None:
    """It is asked again after a second at the latest."""
    for _ in range(100):
        try:
            journal.latest_ms()
        except JournalLost:
            threading.Event().wait(0.1)
        else:
            return
    pytest.fail("the database was not found again")


def test_without_its_driver_a_database_is_told_to_need_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "voice_chess.adapters.storage.postgres.database", None)
    options = ["--data", str(tmp_path), "--port", "0", "--database", "postgresql://host/name"]

    assert main(["serve", *options]) == 2
    assert capsys.readouterr().err == (
        "voice-chess: A database needs its driver: "
        f"{shlex.quote(sys.executable)} -m pip install 'voice-chess[postgres]'\n"
    )


def test_a_server_whose_database_is_away_at_the_start_tells_it_and_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"postgresql://u:{HIDDEN}@127.0.0.1:1/chess"
    options = ["--data", str(tmp_path), "--port", "0", "--database", address]

    assert main(["serve", *options]) == 2
    told = capsys.readouterr().err
    assert told.startswith("voice-chess: The database chess on 127.0.0.1 can't be used (")
    assert told.count("\n") == 1
    assert HIDDEN not in told


def test_what_no_standby_may_have_is_not_told_as_kept(own_postgres: PostgresServer) -> None:
    """PostgreSQL answers a commit whose wait was ended as if all were well, and only warns."""
    url = own_postgres.new_database()
    with Database(url) as database, ThreadPoolExecutor(1) as writing:
        journal = PostgresJournal(database)
        _have_a_standby_waited_for(own_postgres, "nobody")
        try:
            written = writing.submit(_write_on, journal)
            waited(lambda: _ended_waits(own_postgres) == 1)
            with pytest.raises(JournalLost, match="wait for its standby was ended"):
                written.result()
        finally:
            _have_a_standby_waited_for(own_postgres, "")

        kept = len(journal.read("g"))
        assert journal.append("g", [MOVED], after=kept) == kept + 1


def _write_on(journal: PostgresJournal) -> None:
    """Until it is refused: the first may be done before the database waits for anybody."""
    version = 0
    while True:
        version = journal.append("g", [MOVED], after=version)


def _have_a_standby_waited_for(server: PostgresServer, name: str) -> None:
    execute(server.url(), f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
    execute(server.url(), "SELECT pg_reload_conf()")


def _ended_waits(server: PostgresServer) -> int:
    """Of those who wait for a standby, this many were told not to."""
    waiting = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    with psycopg.connect(server.url(), autocommit=True) as connection:
        return len(connection.execute(waiting).fetchall())
