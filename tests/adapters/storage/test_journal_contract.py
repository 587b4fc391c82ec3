"""What every journal promises, and what the one in a file promises besides."""

import asyncio
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import cast

import psycopg
import pytest

from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.clocks import FlagFell
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.setup import GameStarted
from voice_chess.session.evidence import LineTyped
from voice_chess.session.in_loop import in_loop
from voice_chess.session.ports import (
    MOST_REQUESTS,
    Conflict,
    DoneBefore,
    Journal,
    JournalDamaged,
    JournalLost,
    RequestKey,
    WholePart,
)

STARTED = GameStarted(at_ms=0)
MOVED = MoveAnnounced(at_ms=4_000, white=True, uci="e2e4")
FELL = FlagFell(at_ms=900_000, white=False)
TYPED = LineTyped(at_ms=4_000, text="Eva vier")
SAID = LineTyped(at_ms=5_000, text="gedrückt")
ASKED = RequestKey(seat="white", key="page-1")
OTHER = RequestKey(seat="white", key="page-2")


class InSteps:
    """A journal each of whose calls is a step of a loop."""

    def __init__(self, journal: Journal) -> None:
        self.asked = journal

    def __getattr__(self, name: str) -> Callable[..., object]:
        method = getattr(self.asked, name)
        return lambda *args, **named: asyncio.run(in_loop(partial(method, *args, **named)))


@pytest.fixture(
    params=["memory", "sqlite", "thread", "postgres", "thread in steps", "postgres in steps"]
)
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    kind, in_steps, _ = request.param.partition(" in steps")
    kept: Journal
    with ExitStack() as opened:
        if kind == "memory":
            kept = MemoryJournal()
        elif kind == "sqlite":
            kept = opened.enter_context(closing(SqliteJournal(tmp_path / "journal.sqlite")))
        elif kind == "thread":
            kept = opened.enter_context(closing(SharedJournal(tmp_path / "journal.sqlite")))
        else:
            url = request.getfixturevalue("database_url")
            kept = PostgresJournal(opened.enter_context(Database(url)))
        yield cast("Journal", InSteps(kept)) if in_steps else kept


Damage = Callable[[str, int], None]


@pytest.fixture
def damage(journal: Journal, request: pytest.FixtureRequest, tmp_path: Path) -> Damage:
    """Spoils an event of a game, by its number, behind the back of the journal."""

    def spoilt(game_id: str, number: int) -> None:
        where = (game_id, number)
        if isinstance(journal, MemoryJournal):
            journal.damaged_at[game_id] = number
        elif isinstance(getattr(journal, "asked", journal), PostgresJournal):
            with psycopg.connect(request.getfixturevalue("database_url")) as connection:
                connection.execute(
                    "UPDATE game_event SET body = body || ' ' WHERE game = %s AND version = %s",
                    where,
                )
        else:
            with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as file, file:
                file.execute(
                    "UPDATE event SET body = body || ' ' WHERE game = ? AND version = ?", where
                )

    return spoilt


def test_reads_back_in_order(journal: Journal) -> None:
    version = journal.append("g", [STARTED, MOVED], after=0)
    version = journal.append("g", [FELL], after=version)

    assert version == 3
    assert journal.read("g") == (STARTED, MOVED, FELL)


def test_keeps_games_apart(journal: Journal) -> None:
    journal.append("one", [STARTED], after=0)
    journal.append("two", [STARTED, MOVED], after=0)

    assert journal.read("one") == (STARTED,)
    assert journal.game_ids() == ("one", "two")
    assert journal.read("three") == ()


def test_a_whole_game_is_read_whole(journal: Journal) -> None:
    journal.append("g", [STARTED, MOVED], after=0)

    assert journal.read_whole("g") == WholePart(events=(STARTED, MOVED))
    assert journal.read_whole("nowhere") == WholePart(events=())


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_damaged_game_is_not_read_and_what_is_whole_of_it_is(
    number: int, journal: Journal, damage: Damage
) -> None:
    journal.append("g", [STARTED, MOVED, FELL], after=0)
    journal.append("other", [STARTED], after=0)
    damage("g", number)

    with pytest.raises(JournalDamaged) as told:
        journal.read("g")
    found = journal.read_whole("g")

    assert found.events == (STARTED, MOVED, FELL)[: number - 1]
    assert str(found.damage) == str(told.value)
    assert f"game g event {number} " in str(found.damage)
    assert journal.read_whole("other") == WholePart(events=(STARTED,))


def test_a_damaged_game_can_be_deleted_and_its_name_begun_anew(
    journal: Journal, damage: Damage
) -> None:
    journal.append("g", [STARTED, MOVED], after=0)
    damage("g", 2)

    journal.delete("g")

    assert journal.read_whole("g") == WholePart(events=())
    journal.append("g", [STARTED, MOVED], after=0)
    assert journal.read("g") == (STARTED, MOVED)


def test_nothing_is_kept_of_a_game_that_is_deleted(journal: Journal) -> None:
    for game in ("one", "two"):
        journal.append(game, [STARTED, MOVED], after=0)
        journal.append(game, [FELL], after=2, requests=[ASKED])
        journal.note(game, [TYPED])
        journal.beat([game], 5_000)

    journal.delete("one")
    journal.delete("nowhere")

    assert (journal.read("one"), journal.evidence("one")) == ((), ())
    assert journal.last_beat_ms("one") is None
    assert journal.game_ids() == ("two",)
    assert (journal.read("two"), journal.evidence("two")) == ((STARTED, MOVED, FELL), (TYPED,))
    assert (journal.requests("one"), journal.requests("two")) == ((), (ASKED,))
    assert journal.append("one", [STARTED], after=0, requests=[ASKED]) == 1


@pytest.mark.parametrize("events", [[FELL], []], ids=["an event", "nothing"])
def test_refuses_a_stale_writer(events: list[Event], journal: Journal) -> None:
    """Also one who only asks whether the game still ends where they know."""
    journal.append("g", [STARTED, MOVED], after=0)

    with pytest.raises(Conflict, match="version 2"):
        journal.append("g", events, after=1)

    assert journal.read("g") == (STARTED, MOVED)


def test_refuses_a_writer_from_the_future(journal: Journal) -> None:
    with pytest.raises(Conflict):
        journal.append("g", [FELL], after=3)

    assert journal.game_ids() == ()


@pytest.mark.parametrize("after", [1, 2])
def test_what_is_requested_again_was_done_before_and_nothing_is_appended(
    after: int, journal: Journal
) -> None:
    journal.append("g", [STARTED], after=0)
    journal.append("g", [MOVED], after=1, requests=[ASKED])

    with pytest.raises(DoneBefore):
        journal.append("g", [FELL], after=after, requests=[ASKED])

    assert journal.read("g") == (STARTED, MOVED)
    assert journal.append("g", [FELL], after=2, requests=[OTHER]) == 3
    assert journal.requests("g") == (ASKED, OTHER)


@pytest.mark.parametrize(
    ("game", "request_key"),
    [("g", OTHER), ("g", RequestKey(seat="black", key=ASKED.key)), ("h", ASKED)],
    ids=["another key", "another seat", "another game"],
)
def test_a_request_is_that_of_its_seat_at_its_game(
    game: str, request_key: RequestKey, journal: Journal
) -> None:
    journal.append("h", [STARTED], after=0)
    journal.append("g", [STARTED], after=0, requests=[ASKED])

    assert journal.append(game, [MOVED], after=1, requests=[request_key]) == 2
    assert request_key in journal.requests(game)


def test_a_request_whose_events_were_not_appended_is_not_kept(journal: Journal) -> None:
    journal.append("g", [STARTED], after=0)

    with pytest.raises(Conflict):
        journal.append("g", [MOVED], after=0, requests=[ASKED])
    assert journal.append("g", [], after=1, requests=[ASKED]) == 1

    assert journal.requests("g") == ()
    assert journal.append("g", [MOVED], after=1, requests=[ASKED]) == 2


def test_requests_up_to_a_version_are_those_whose_events_belong_to_it(journal: Journal) -> None:
    journal.append("g", [STARTED], after=0)
    journal.append("g", [MOVED], after=1, requests=[ASKED])
    read = journal.read("g")
    journal.append("g", [FELL], after=2, requests=[OTHER])

    assert journal.requests("g", up_to=len(read)) == (ASKED,)
    assert journal.requests("g", up_to=3) == (ASKED, OTHER)
    assert journal.requests("g", up_to=1) == ()


def test_the_last_requests_of_a_game_are_told_and_all_are_kept(journal: Journal) -> None:
    made = [RequestKey(seat="white", key=f"page-{number}") for number in range(MOST_REQUESTS + 2)]
    for version, each in enumerate(made):
        journal.append("g", [MOVED], after=version, requests=[each])

    assert journal.requests("g") == tuple(made[2:])
    with pytest.raises(DoneBefore):
        journal.append("g", [MOVED], after=len(made), requests=[made[0]])


def test_what_has_no_letter_comes_back_as_it_was(journal: Journal) -> None:
    odd = LineTyped(at_ms=1, text="\0 \x1f ♞ 𝄞 '; DROP TABLE event; -- %s")
    journal.note("g", [odd])

    assert journal.evidence("g") == (odd,)


def test_evidence_is_no_event(journal: Journal) -> None:
    journal.note("g", [TYPED])
    journal.append("g", [STARTED], after=0)
    journal.note("g", [SAID])

    assert journal.evidence("g") == (TYPED, SAID)
    assert journal.read("g") == (STARTED,)
    assert journal.evidence("h") == ()


def test_evidence_of_an_append_is_kept_with_its_events_or_not_at_all(journal: Journal) -> None:
    journal.append("g", [STARTED], after=0, evidence=[TYPED])
    journal.append("g", [MOVED], after=1, requests=[ASKED], evidence=[SAID, TYPED])
    with pytest.raises(DoneBefore):
        journal.append("g", [FELL], after=1, requests=[ASKED], evidence=[SAID])
    with pytest.raises(Conflict):
        journal.append("g", [FELL], after=1, evidence=[SAID])

    assert journal.evidence("g") == (TYPED, SAID, TYPED)
    assert journal.read("g") == (STARTED, MOVED)


def test_is_there_after_closing(tmp_path: Path) -> None:
    path = tmp_path / "new" / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        journal.append("g", [STARTED, MOVED], after=0)
        journal.note("g", [TYPED])

    with closing(SqliteJournal(path)) as journal:
        assert journal.read("g") == (STARTED, MOVED)
        assert journal.evidence("g") == (TYPED,)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_request_is_known_to_whoever_opens_the_journal_next(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("database_url") if kind == "postgres" else None
    path = tmp_path / "journal.sqlite"
    with opened(path, url) as journal:
        journal.append("g", [STARTED], after=0, requests=[ASKED])

    with opened(path, url) as journal:
        with pytest.raises(DoneBefore):
            journal.append("g", [MOVED], after=1, requests=[ASKED])

        assert journal.requests("g") == (ASKED,)
        assert journal.read("g") == (STARTED,)


@contextmanager
def opened(path: Path, url: str | None) -> Iterator[Journal]:
    """The journal in this database, or in a file."""
    if url is None:
        with closing(SqliteJournal(path)) as journal:
            yield journal
    else:
        with Database(url) as database:
            yield PostgresJournal(database)


def test_a_file_from_before_requests_is_read_and_keeps_them_from_now_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        journal.append("g", [STARTED], after=0)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DROP TABLE request")

    with closing(SqliteJournal(path, is_for_reading=True)) as journal:
        assert (journal.read("g"), journal.requests("g")) == ((STARTED,), ())
    with closing(SqliteJournal(path)) as journal:
        journal.append("g", [MOVED], after=1, requests=[ASKED])

        assert (journal.read("g"), journal.requests("g")) == ((STARTED, MOVED), (ASKED,))


def test_waits_for_the_disk_before_it_returns(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        pragmas = [
            journal._connection.execute(f"PRAGMA {name}").fetchone()[0]  # noqa: SLF001 - settings of this connection alone
            for name in ("journal_mode", "synchronous")
        ]

    assert pragmas == ["wal", 2]


def test_two_writers_never_write_the_same_version(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as one, closing(SqliteJournal(path)) as two:
        one.append("g", [STARTED], after=0)
        with pytest.raises(Conflict):
            two.append("g", [MOVED], after=0)
        two.append("g", [MOVED], after=1)

        assert one.read("g") == (STARTED, MOVED)


@pytest.mark.parametrize("is_for_reading", [True, False])
def test_a_game_that_another_program_plays_is_read_whole(
    tmp_path: Path, *, is_for_reading: bool
) -> None:
    """`record` reads, and `export` too, while a server goes on."""
    path = tmp_path / "journal.sqlite"
    with (
        closing(SqliteJournal(path)) as playing,
        ThreadPoolExecutor(1) as server,
        closing(SqliteJournal(path, is_for_reading=is_for_reading)) as reading,
    ):

        def play() -> None:
            for version in range(200):
                playing.append("g", [MOVED], after=version)

        played = server.submit(play)
        while not played.done():
            reading.read("g")
            assert reading.read_whole("g").damage is None

        assert reading.read("g") == (MOVED,) * 200


WRITER = """
import sys
from pathlib import Path
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.moves import MoveAnnounced
from voice_chess.session.ports import RequestKey
journal = SqliteJournal(Path(sys.argv[1]))
version = len(journal.read("g"))
print("ready", flush=True)
while True:
    event = MoveAnnounced(at_ms=version, white=True, uci="e2e4")
    request = RequestKey(seat="white", key=f"page-{version}")
    version = journal.append("g", [event, event], after=version, requests=[request])
    print(version, flush=True)
"""


def test_loses_nothing_it_acknowledged_when_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    chance = random.Random(7)
    acknowledged = 0
    for _ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            for _ in range(chance.randrange(5, 60)):
                acknowledged = int(writer.stdout.readline())
            writer.send_signal(signal.SIGKILL)
            rest = writer.stdout.read().split("\n")[:-1]
        acknowledged = int(rest[-1]) if rest else acknowledged
        with closing(SqliteJournal(path)) as journal:
            events, requests = journal.read("g"), journal.requests("g")

        assert len(events) >= acknowledged
        assert len(events) % 2 == 0, "half an append was kept"
        last = [int(each.key.removeprefix("page-")) for each in requests]
        assert last == [*range(0, len(events), 2)][-MOST_REQUESTS:], "one without the other"


@pytest.mark.parametrize("seed", range(20))
def test_a_torn_write_leaves_a_prefix(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    events: list[Event] = [
        MoveAnnounced(at_ms=number, white=True, uci="e2e4") for number in range(30)
    ]
    path, torn = tmp_path / "journal.sqlite", tmp_path / "torn.sqlite"
    with closing(SqliteJournal(path)) as journal:
        for version, event in enumerate(events):
            journal.append("g", [event], after=version)
        shutil.copy(path, torn)
        wal = (tmp_path / "journal.sqlite-wal").read_bytes()
    (tmp_path / "torn.sqlite-wal").write_bytes(wal[: chance.randrange(len(wal))])

    with closing(SqliteJournal(torn)) as journal:
        kept = journal.read("g")

    assert list(kept) == events[: len(kept)]


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        journal.append("g", [STARTED], after=0)
        journal._connection.execute("PRAGMA max_page_count = 1")  # noqa: SLF001 - to imitate a full disk
        long = LineTyped(at_ms=0, text="äh " * 20_000)
        with pytest.raises(JournalLost, match=r"full.*nothing that was written is lost"):
            journal.note("g", [long])

        assert journal.read("g") == (STARTED,)


def test_a_locked_file_is_told_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path, patience_ms=50)) as journal:
        journal.append("g", [STARTED], after=0)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalLost, match="locked"):
                journal.append("g", [MOVED], after=1)
        journal.append("g", [MOVED], after=1)

        assert journal.read("g") == (STARTED, MOVED)


@pytest.mark.parametrize("damage", [b"not a database at all, but long enough" * 99, b"\0" * 8_192])
def test_a_damaged_file_is_told(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(damage)

    with pytest.raises(JournalLost, match=r"journal\.sqlite can't be used") as lost:
        SqliteJournal(path)
    assert "may be lost; copy the folder" in str(lost.value)


def test_a_page_damaged_inside_is_told(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        for number in range(400):
            journal.append("g", [MoveAnnounced(at_ms=1, white=True, uci="e2e4")], after=number)
    content = bytearray(path.read_bytes())
    content[9_000:20_000] = bytes(11_000)
    path.write_bytes(content)

    with pytest.raises(JournalLost, match="can't be used"):
        SqliteJournal(path)


def test_a_read_only_journal_is_told(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        journal._connection.execute("PRAGMA query_only = ON")  # noqa: SLF001 - a read-only file would not stop root
        with pytest.raises(JournalLost, match="readonly"):
            journal.append("g", [STARTED], after=0)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(JournalLost, match="can't be used"):
        SqliteJournal(tmp_path / "file" / "journal.sqlite")


def test_keeps_when_the_clocks_of_a_game_were_last_seen_running(journal: Journal) -> None:
    journal.beat(["one", "two"], 4_000)
    journal.beat(["two"], 5_000)

    assert journal.last_beat_ms("one") == 4_000
    assert journal.last_beat_ms("two") == 5_000
    assert journal.last_beat_ms("three") is None
    assert journal.read("one") == ()


def test_knows_the_latest_time_in_it(journal: Journal) -> None:
    assert journal.latest_ms() == 0

    journal.append("one", [FELL, MOVED], after=0)
    assert journal.latest_ms() == 900_000

    journal.beat(["two"], 901_000)
    assert journal.latest_ms() == 901_000
