"""How many moves a second journals keep: `python -m tests.benchmarks.databases`.

Each thread has a game of its own, and a move is one append of two events and of the key by which
a page has asked for it. Each is safe on disk
before it counts, in PostgreSQL only while the lease of its server lasts, and with a standby on
both disks.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles

from tests.postgres_server import postgres_server, synchronous_standby
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.leases import PostgresLeases
from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.game.moves import MoveAnnounced
from voice_chess.session.ports import Journal, RequestKey

THREADS = (1, 4, 16)


def appends_of(journal: Journal, game: str, until_s: float) -> list[float]:
    """How long each took, in seconds."""
    took: list[float] = []
    while time.monotonic() < until_s:
        at = len(took)
        began_s = time.perf_counter()
        move = MoveAnnounced(at_ms=at, white=True, uci="e2e4")
        asked = RequestKey(seat="white", key=f"page-{at}")
        journal.append(game, [move, move], after=2 * at, requests=[asked])
        took.append(time.perf_counter() - began_s)
    return took


def measured(journal: Journal, threads: int, seconds: float) -> tuple[float, float, float]:
    """Appends a second, and median and 99th percentile of one in ms."""
    took: list[float] = []
    lock = threading.Lock()
    until_s = time.monotonic() + seconds

    def work(number: int) -> None:
        mine = appends_of(journal, f"{threads}-{number}", until_s)
        with lock:
            took.extend(mine)

    workers = [threading.Thread(target=partial(work, number)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    hundredths = quantiles(took, n=100)
    return len(took) / seconds, 1_000 * hundredths[49], 1_000 * hundredths[98]


@contextmanager
def leased(url: str) -> Iterator[Journal]:
    with Database(url) as database:
        yield PostgresJournal(database, PostgresLeases(database).take("everything", "one"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each row")
    seconds = parser.parse_args().seconds
    sys.stdout.write("| Journal | Games at once | Appends a second | Median | 99 of 100 within |\n")
    sys.stdout.write("|---|---|---|---|---|\n")

    def told(name: str, journal: Journal) -> None:
        for threads in THREADS:
            rate, median, late = measured(journal, threads, seconds)
            row = f"| {name} | {threads} | {rate:,.0f} | {median:.1f} ms | {late:.1f} ms |\n"
            sys.stdout.write(row)
            sys.stdout.flush()

    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SharedJournal(Path(folder) / "journal.sqlite")) as file,
    ):
        told("a file, SQLite", file)
    with postgres_server() as server:
        with leased(server.new_database()) as journal:
            told("PostgreSQL", journal)
        url = server.new_database()
        with synchronous_standby(server), leased(url) as journal:
            told("PostgreSQL with a standby", journal)


if __name__ == "__main__":
    main()
