"""Real faults of what keeps the games, time and again: `python -m tests.real_faults --runs 10`.

A process that owns the games writes one event after the other and tells of each that it is kept,
while it, its database or its disk is killed, stopped or filled. Afterwards what it told is compared
with what is kept: nothing may be missing, nothing twice, nothing out of order.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from tests.postgres_server import PostgresServer, postgres_server
from tests.small_disk import filled, small_disk
from voice_chess.adapters.journal_thread import JournalThread
from voice_chess.adapters.postgres.database import Database
from voice_chess.adapters.postgres.journal import PostgresJournal

GAME = "g"
FENCED = 2
PATIENCE_S = 60
WRITER = """
import sys, time
from contextlib import suppress
from pathlib import Path
from voice_chess.adapters.journal_thread import JournalThread
from voice_chess.game.events import MoveAnnounced
from voice_chess.session.lease import LeaseLost
from voice_chess.session.ports import Conflict, JournalLost
where, node = sys.argv[1:]
if where.startswith("postgresql:"):
    from voice_chess.adapters.postgres.database import Database
    from voice_chess.adapters.postgres.journal import PostgresJournal
    from voice_chess.adapters.postgres.leases import PostgresLeases
    database = Database(where)
    leases = PostgresLeases(database)
    lease = None
    while lease is None or lease.node != node:
        time.sleep(0.2)
        with suppress(JournalLost):
            lease = leases.take("everything", node)
    journal = PostgresJournal(database, lease)
    renew = lambda: leases.renew(lease)
else:
    journal, renew = JournalThread(Path(where)), lambda: None
renewed_s, behind = time.monotonic(), True
while True:
    try:
        if time.monotonic() > renewed_s + 1:
            renew()
            renewed_s = time.monotonic()
        if behind:
            kept = [event.at_ms for event in journal.read("g")]
            behind = False
        event = MoveAnnounced(at_ms=len(kept), white=True, uci="e2e4")
        journal.append("g", [event], after=len(kept))
        kept.append(event.at_ms)
        print(event.at_ms, flush=True)
    except LeaseLost:
        sys.exit(2)
    except (JournalLost, Conflict):
        behind = True
        time.sleep(0.1)
"""


class Owner:
    """A process that writes, and what it has told."""

    def __init__(self, where: str, node: str, folder: Path) -> None:
        self._told = folder / f"{node}.told"
        with self._told.open("w", encoding="ascii") as told:
            self.process = subprocess.Popen(
                [sys.executable, "-c", WRITER, where, node], stdout=told, stderr=subprocess.DEVNULL
            )

    def told(self) -> list[int]:
        """Every number that it has told to the end of its line."""
        return [int(line) for line in self._told.read_text("ascii").split("\n")[:-1]]

    def goes_on(self, more: int) -> None:
        """Wait until it has told so many more."""
        wanted, until_s = len(self.told()) + more, time.monotonic() + PATIENCE_S
        while len(self.told()) < wanted:
            if time.monotonic() > until_s or self.process.poll() is not None:
                message = "the owner does not go on"
                raise AssertionError(message)
            time.sleep(0.02)

    def end(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE_S)


def owner_killed(server: PostgresServer, folder: Path, chance: Random) -> list[str]:
    """Kill -9 of the owner; another takes over."""
    return _taken_over(server, folder, chance, signal.SIGKILL)


def owner_stopped(server: PostgresServer, folder: Path, chance: Random) -> list[str]:
    """The owner stands still until another has taken over, and then goes on."""
    return _taken_over(server, folder, chance, signal.SIGSTOP)


def database_killed(server: PostgresServer, folder: Path, chance: Random) -> list[str]:
    """Kill -9 of PostgreSQL, all of it."""
    return _database_gone(server, folder, chance, signal.SIGKILL)


def database_stopped_at_once(server: PostgresServer, folder: Path, chance: Random) -> list[str]:
    """`pg_ctl stop -m immediate`."""
    return _database_gone(server, folder, chance, signal.SIGQUIT)


def disk_full(_: PostgresServer, folder: Path, chance: Random) -> list[str]:
    """The disk under the files is full, and has room again."""
    with small_disk(folder / "disk", megabytes=2) as disk:
        path = disk / "journal.sqlite"
        with _owner(str(path), "one", folder) as one:
            one.goes_on(chance.randrange(1, 100))
            ballast = filled(disk)
            time.sleep(0.5)
            ballast.unlink()
            one.goes_on(20)
        with closing(JournalThread(path)) as journal:
            return _compared(one.told(), [event.at_ms for event in journal.read(GAME)])


FAULTS: dict[str, Callable[[PostgresServer, Path, Random], list[str]]] = {
    "owner killed": owner_killed,
    "owner stopped, then going on": owner_stopped,
    "database killed": database_killed,
    "database stopped at once": database_stopped_at_once,
    "disk full": disk_full,
}


def _taken_over(
    server: PostgresServer, folder: Path, chance: Random, how: signal.Signals
) -> list[str]:
    url = server.new_database()
    with _owner(url, "one", folder) as one:
        one.goes_on(chance.randrange(1, 200))
        with _owner(url, "two", folder) as two:
            time.sleep(chance.random())
            one.process.send_signal(how)
            two.goes_on(20)
            found = []
            if how is signal.SIGSTOP:
                before = len(one.told())
                one.process.send_signal(signal.SIGCONT)
                if one.process.wait(PATIENCE_S) != FENCED:
                    found.append("the old owner was not refused")
                # What was on its way when it stopped may be told now; nothing new may be kept.
                if len(one.told()) > before + 1:
                    found.append("the old owner went on")
            two.goes_on(20)
    return found + _compared(one.told() + two.told(), _kept(url))


def _database_gone(
    server: PostgresServer, folder: Path, chance: Random, how: signal.Signals
) -> list[str]:
    url = server.new_database()
    with _owner(url, "one", folder) as one:
        one.goes_on(chance.randrange(1, 200))
        time.sleep(chance.random() / 10)
        server.stop(how)
        server.start()
        one.goes_on(20)
    return _compared(one.told(), _kept(url))


@contextmanager
def _owner(where: str, node: str, folder: Path) -> Iterator[Owner]:
    owner = Owner(where, node, folder)
    try:
        yield owner
    finally:
        owner.end()


def _kept(url: str) -> list[int]:
    with Database(url) as database:
        return [event.at_ms for event in PostgresJournal(database).read(GAME)]


def _compared(told: list[int], kept: list[int]) -> list[str]:
    """What is wrong, in words."""
    lost = sorted(set(told) - set(kept))
    twice = [number for number, count in Counter(kept).items() if count > 1]
    found = [f"{len(lost)} acknowledged events lost"] if lost else []
    found += [f"{len(twice)} events kept twice"] if twice else []
    return found + (["out of order"] if kept != sorted(kept) else [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="of each fault")
    parser.add_argument("--fault", choices=FAULTS, action="append")
    chosen = parser.parse_args()
    failing = 0
    with postgres_server() as server:
        for name in chosen.fault or FAULTS:
            survived = 0
            for run in range(chosen.runs):
                with tempfile.TemporaryDirectory() as folder:
                    found = FAULTS[name](server, Path(folder), Random(run))
                survived += not found
                for wrong in found:
                    sys.stdout.write(f"{name}, run {run}: {wrong}\n")
            failing += chosen.runs - survived
            sys.stdout.write(f"{name}: {chosen.runs} tried, {survived} survived\n")
            sys.stdout.flush()
    return int(failing > 0)


if __name__ == "__main__":
    sys.exit(main())
