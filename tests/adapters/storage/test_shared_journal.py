"""Many games write at once: one transaction for all of them, and each is told of its own."""

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.setup import GameStarted
from voice_chess.session.evidence import LineTyped
from voice_chess.session.in_loop import in_loop
from voice_chess.session.ports import (
    Conflict,
    DoneBefore,
    JournalDamaged,
    JournalLost,
    RequestKey,
)

STARTED = GameStarted(at_ms=0)
GAMES = [f"game{number}" for number in range(12)]
STEPS = [f"step{number}" for number in range(6)]
OTHERS = [f"other{number}" for number in range(6)]
"""Of a loop, and of another."""
UNWRITABLE = MoveAnnounced(at_ms=1, white=True, uci="\ud800")


def moved(number: int) -> MoveAnnounced:
    return MoveAnnounced(at_ms=number, white=number % 2 == 0, uci="e2e4")


def write_thirty(journal: SharedJournal, game: str) -> None:
    """Moves of a game that begins with them, one after the other."""
    version = 0
    while version < 30:
        version = journal.append(game, [moved(version)], after=version)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody can write meanwhile: whatever is asked for gathers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    with closing(SqliteJournal(path)) as journal:
        yield journal


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(len(GAMES)) as threads:
        yield threads


def test_writings_of_many_games_wait_for_the_disk_once(journal: SqliteJournal) -> None:
    statements: list[str] = []
    journal._connection.set_trace_callback(statements.append)  # noqa: SLF001 - only the connection traces statements

    versions = journal.together(
        [partial(journal.append, game, [STARTED], after=0) for game in GAMES]
    )

    assert versions == [1] * len(GAMES)
    assert statements.count("COMMIT") == 1
    assert all(journal.read(game) == (STARTED,) for game in GAMES)


def test_one_game_may_write_twice_in_a_transaction_in_its_order(journal: SqliteJournal) -> None:
    outcomes = journal.together(
        [
            partial(journal.append, "g", [STARTED], after=0),
            partial(journal.append, "g", [moved(1)], after=1),
        ]
    )

    assert outcomes == [1, 2]
    assert journal.read("g") == (STARTED, moved(1))


def test_a_stale_writer_fails_alone(journal: SqliteJournal) -> None:
    journal.append("b", [STARTED], after=0)

    one, stale, other = journal.together(
        [partial(journal.append, game, [STARTED], after=0) for game in "abc"]
    )

    assert (one, other) == (1, 1)
    assert isinstance(stale, Conflict)
    assert journal.read("b") == (STARTED,)


def test_what_was_done_before_is_told_alone(journal: SqliteJournal) -> None:
    asked = RequestKey(seat="white", key="page-1")
    journal.append("b", [STARTED], after=0, requests=[asked])

    one, before, other = journal.together(
        [partial(journal.append, game, [STARTED], after=0, requests=[asked]) for game in "abc"]
    )

    assert (one, other) == (1, 1)
    assert isinstance(before, DoneBefore)
    assert [journal.requests(game) for game in "abc"] == [(asked,)] * 3


def test_what_cannot_be_written_leaves_no_half_of_itself(journal: SqliteJournal) -> None:
    _, broken, *_ = journal.together(
        [
            partial(journal.append, "a", [STARTED], after=0),
            partial(journal.append, "b", [STARTED, UNWRITABLE], after=0),
            partial(journal.append, "c", [STARTED], after=0),
        ]
    )

    assert isinstance(broken, ValueError)
    assert journal.game_ids() == ("a", "c")


def test_a_damaged_game_is_refused_and_the_others_go_on(journal: SqliteJournal) -> None:
    for game in "ab":
        journal.append(game, [STARTED, moved(1)], after=0)
    connection = journal._connection  # noqa: SLF001 - damages a row, as another program would
    connection.execute("UPDATE event SET body = '{\"at_ms\":7}' WHERE game = 'a' AND version = 1")
    connection.execute("DELETE FROM chain_end WHERE game = 'a'")

    damaged, whole = journal.together(
        [partial(journal.append, game, [moved(2)], after=2) for game in "ab"]
    )

    assert isinstance(damaged, JournalDamaged)
    assert whole == 3
    with pytest.raises(JournalDamaged, match="event 1"):
        journal.read("a")


def test_a_full_disk_fails_all_of_them_and_keeps_nothing_of_any(journal: SqliteJournal) -> None:
    journal.append("a", [STARTED], after=0)
    (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()  # noqa: SLF001 - to imitate a full disk
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")  # noqa: SLF001 - to imitate a full disk
    long = LineTyped(at_ms=0, text="äh " * 20_000)
    with pytest.raises(JournalLost, match=r"full.*nothing that was written is lost"):
        journal.together(
            [
                partial(journal.append, "a", [moved(1)], after=1),
                partial(journal.note, "b", [long]),
            ]
        )
    journal._connection.execute("PRAGMA max_page_count = 10000")  # noqa: SLF001 - the disk has room again

    assert journal.read("a") == (STARTED,)
    assert journal.evidence("b") == ()
    assert journal.append("a", [moved(1)], after=1) == 2


def test_each_game_is_told_its_own_outcome_when_they_write_at_once(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    with closing(SharedJournal(path)) as journal:
        journal.append(GAMES[3], [STARTED], after=0)
        with held(path):
            waiting = [threads.submit(journal.append, game, [STARTED], after=0) for game in GAMES]
            time.sleep(0.2)
            before = [one.done() for one in waiting]
        outcomes = [told(one) for one in waiting]

        assert not any(before), "told of before it was written"
        assert isinstance(outcomes.pop(3), Conflict)
        assert outcomes == [1] * (len(GAMES) - 1)
        assert all(journal.read(game) == (STARTED,) for game in GAMES)


def test_every_game_fails_while_the_file_cannot_be_written_and_goes_on_after(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    with closing(SharedJournal(path)) as journal:
        with held(path):
            waiting = [threads.submit(journal.append, game, [STARTED], after=0) for game in GAMES]
            lost = [told(one) for one in waiting]
        versions = [journal.append(game, [STARTED], after=0) for game in GAMES]

    assert [type(one) for one in lost] == [JournalLost] * len(GAMES)
    assert versions == [1] * len(GAMES)


def test_each_game_is_kept_in_its_order_however_many_write(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    with closing(SharedJournal(path)) as journal:
        for _ in threads.map(partial(write_thirty, journal), GAMES):
            pass
        kept = [journal.read(game) for game in GAMES]

    assert kept == [tuple(map(moved, range(30)))] * len(GAMES)


def test_steps_of_loops_and_threads_write_in_turn_and_all_is_kept_in_its_order(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    with closing(SharedJournal(path)) as journal:
        write = partial(write_thirty, journal)

        async def write_together(games: Sequence[str]) -> None:
            await asyncio.gather(*(in_loop(partial(write, game)) for game in games))

        loops = [threads.submit(asyncio.run, write_together(games)) for games in (STEPS, OTHERS)]
        for _ in threads.map(write, GAMES):
            pass
        for one in loops:
            one.result()
        kept = [journal.read(game) for game in (*GAMES, *STEPS, *OTHERS)]

    assert kept == [tuple(map(moved, range(30)))] * len(kept)


def test_many_steps_of_a_loop_are_one_transaction(path: Path) -> None:
    with closing(SharedJournal(path)) as journal:
        statements: list[str] = []
        journal._journal._connection.set_trace_callback(statements.append)  # noqa: SLF001 - only the connection traces statements

        async def write() -> list[int]:
            with held(path):
                waiting = [
                    asyncio.create_task(in_loop(partial(journal.append, game, [STARTED], after=0)))
                    for game in STEPS
                ]
                await asyncio.sleep(0.1)
                assert not any(one.done() for one in waiting), "told before it is written"
            return await asyncio.gather(*waiting)

        versions = asyncio.run(write())

    assert versions == [1] * len(STEPS)
    assert statements.count("COMMIT") <= 2, "the first may be under way before the others come"


def test_what_was_asked_before_it_is_closed_is_done_and_nothing_after(path: Path) -> None:
    journal = SharedJournal(path)
    journal.append("g", [STARTED], after=0)
    journal.close()

    with pytest.raises(JournalLost, match="closed"):
        journal.append("g", [moved(1)], after=1)
    with closing(SqliteJournal(path)) as again:
        assert again.read("g") == (STARTED,)


def test_whoever_comes_to_a_file_that_nobody_uses_writes_without_another_thread(path: Path) -> None:
    with closing(SharedJournal(path)) as journal:
        writers: list[int] = []
        journal._journal._connection.create_function(  # noqa: SLF001 - only SQLite tells which thread writes
            "writer", 0, lambda: writers.append(threading.get_ident())
        )
        journal._journal._connection.executescript(  # noqa: SLF001 - to imitate a full disk
            "CREATE TEMP TRIGGER seen AFTER INSERT ON event BEGIN SELECT writer(); END"
        )
        journal.append("g", [STARTED], after=0)

    assert writers == [threading.get_ident()]


def test_an_error_of_one_that_asks_leaves_the_file_to_the_others(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    with closing(SharedJournal(path)) as journal:
        with held(path):
            waiting = [
                threads.submit(
                    journal.append, game, [UNWRITABLE if game == GAMES[0] else STARTED], after=0
                )
                for game in GAMES
            ]
            time.sleep(0.2)
        outcomes = [told(one) for one in waiting]
        again = journal.append(GAMES[0], [STARTED], after=0)

    assert isinstance(outcomes[0], ValueError)
    assert outcomes[1:] == [1] * (len(GAMES) - 1)
    assert again == 1


def told(one: "Future[int]") -> int | BaseException:
    """What it came to."""
    return one.exception() or one.result()


WRITERS = """
import sys
from pathlib import Path
from threading import Thread
from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.game.moves import MoveAnnounced
journal = SharedJournal(Path(sys.argv[1]))
def write(game):
    version = len(journal.read(game))
    while True:
        event = MoveAnnounced(at_ms=version, white=True, uci="e2e4")
        version = journal.append(game, [event, event], after=version)
        sys.stdout.write(f"{game} {version}\\n")
        sys.stdout.flush()
for number in range(8):
    Thread(target=write, args=(f"game{number}",)).start()
"""


def test_loses_nothing_it_acknowledged_to_any_game_when_the_process_is_killed(path: Path) -> None:
    chance = random.Random(11)
    acknowledged: dict[str, int] = {}
    for _ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", WRITERS, str(path)], stdout=subprocess.PIPE, text=True
        ) as writers:
            assert writers.stdout is not None
            lines = [writers.stdout.readline() for _ in range(chance.randrange(20, 300))]
            writers.send_signal(signal.SIGKILL)
            lines += writers.stdout.read().split("\n")[:-1]
        for line in lines:
            game, version = line.split()
            acknowledged[game] = int(version)
        with closing(SqliteJournal(path)) as journal:
            kept = {game: len(journal.read(game)) for game in journal.game_ids()}

        assert all(kept[game] >= version for game, version in acknowledged.items())
        assert all(version % 2 == 0 for version in kept.values()), "half an append was kept"
