"""Measures how many moves per second journals store: `python -m tests.benchmarks.databases`.

Each thread has a game of its own. A move is one append of two events and of the key of the page's
request. It counts once it is safe on disk: in PostgreSQL only while the server's lease lasts, and
with a standby on both disks. Processor time, of this program and of the database with its standby,
is the figure that other work on the machine changes least.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles

from tests.postgres_server import PostgresServer, postgres_server, synchronous_standby
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.leases import PostgresLeases
from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.game.moves import MoveAnnounced
from voice_chess.session.ports import Journal, RequestKey

THREADS = (1, 4, 16, 32)


def appends_of(journal: Journal, game: str, until_s: float) -> list[float]:
    """Append moves until this time, and return how long each append took, in seconds."""
    took: list[float] = []
    while time.monotonic() < until_s:
        at = len(took)
        began_s = time.perf_counter()
        move = MoveAnnounced(at_ms=at, white=True, uci="e2e4")
        asked = RequestKey(seat="white", key=f"page-{at}")
        journal.append(game, [move, move], after=2 * at, requests=[asked])
        took.append(time.perf_counter() - began_s)
    return took


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Appends per second, the time that one took, and the processor time that it cost."""

    per_second: float
    median_ms: float
    late_ms: float
    """The time within which 99 of 100 appends were done."""
    program_ms: float
    database_ms: float


def measured(
    journal: Journal, threads: int, seconds: float, databases: Sequence[PostgresServer]
) -> Measured:
    took: list[float] = []
    lock = threading.Lock()
    until_s = time.monotonic() + seconds

    def used_s() -> float:
        return sum(map(PostgresServer.processor_s, databases))

    def work(number: int) -> None:
        mine = appends_of(journal, f"{threads}-{number}", until_s)
        with lock:
            took.extend(mine)

    workers = [threading.Thread(target=partial(work, number)) for number in range(threads)]
    program_s, database_s = time.process_time(), used_s()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    program_s, database_s = time.process_time() - program_s, used_s() - database_s
    hundredths = quantiles(took, n=100)
    return Measured(
        per_second=len(took) / seconds,
        median_ms=1_000 * hundredths[49],
        late_ms=1_000 * hundredths[98],
        program_ms=1_000 * program_s / len(took),
        database_ms=1_000 * database_s / len(took),
    )


@contextmanager
def leased(url: str) -> Iterator[Journal]:
    with Database(url) as database:
        yield PostgresJournal(database, PostgresLeases(database).take("everything", "one"))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.databases", description=__doc__
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="of each row")
    seconds = parser.parse_args().seconds
    sys.stdout.write("| Journal | Games at once | Appends a second | Median | 99 of 100 within |")
    sys.stdout.write(" Processor time of the program | Of the database |\n")
    sys.stdout.write("|---|---|---|---|---|---|---|\n")

    def told(name: str, journal: Journal, *databases: PostgresServer) -> None:
        for threads in THREADS:
            found = measured(journal, threads, seconds, databases)
            sys.stdout.write(
                f"| {name} | {threads} | {found.per_second:,.0f} | {found.median_ms:.1f} ms "
                f"| {found.late_ms:.1f} ms | {found.program_ms:.3f} ms "
                f"| {found.database_ms:.3f} ms |\n"
            )
            sys.stdout.flush()

    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SharedJournal(Path(folder) / "journal.sqlite")) as file,
    ):
        told("a file, SQLite", file)
    with postgres_server() as server:
        with leased(server.new_database()) as journal:
            told("PostgreSQL", journal, server)
        url = server.new_database()
        with synchronous_standby(server) as standby, leased(url) as journal:
            told("PostgreSQL with a standby", journal, server, standby)


if __name__ == "__main__":
    main()
