"""Tries real faults of the games' storage many times: `python -m tests.real_faults --runs 30`.

A process that owns the games writes one event after another, in a step of its loop like a server
when a piece is moved by hand, and reports each event that is stored. Meanwhile the process, its
database or its disk is killed, stopped or filled. Then its reports are compared with the stored
events: none may be missing, stored twice or out of order. The results are printed as a table at
the end.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.patroni_machines import three_machines
from tests.postgres_server import (
    PostgresServer,
    address_of_either,
    postgres_server,
    synchronous_standby,
)
from tests.small_disk import filled, small_disk
from tests.waiting import waited
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.shared_journal import SharedJournal

GAME = "g"
FENCED = 2
PATIENCE_S = 180
STANDS_S = 30
LARGE_ENOUGH_MB = 16
"""A size of disk, in MB, with room for SQLite's log, which grows to 4 MiB before a checkpoint."""
WRITER = """
import asyncio, sys, time
from contextlib import suppress
from pathlib import Path
from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.game.moves import MoveAnnounced
from voice_chess.session.in_loop import in_loop
from voice_chess.session.lease import LeaseLost
from voice_chess.session.ports import Conflict, JournalLost
where, node = sys.argv[1:]
if where.startswith("postgresql:"):
    from voice_chess.adapters.storage.postgres.database import Database
    from voice_chess.adapters.storage.postgres.journal import PostgresJournal
    from voice_chess.adapters.storage.postgres.leases import PostgresLeases
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
    journal, renew = SharedJournal(Path(where)), lambda: None
def write():
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
asyncio.run(in_loop(write))
"""


class Stuck(Exception):
    """The owner writes nothing although the fault is long over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The events reported as stored, the stored events, and other faults, in words."""

    told: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def lost(self) -> int:
        """The number of reported events that are not stored."""
        return len(set(self.told) - set(self.kept))

    @property
    def twice(self) -> int:
        """The number of events that are stored more than once."""
        return sum(count > 1 for count in Counter(self.kept).values())

    @property
    def wrong(self) -> tuple[str, ...]:
        """All faults in words."""
        return (
            *self.faults,
            *([f"{self.lost} acknowledged events lost"] if self.lost else []),
            *([f"{self.twice} events kept twice"] if self.twice else []),
            *(["out of order"] if list(self.kept) != sorted(self.kept) else []),
        )


class Owner:
    """A process that writes events, and its reports."""

    def __init__(self, where: str, node: str, folder: Path) -> None:
        self._told = folder / f"{node}.told"
        with self._told.open("w", encoding="ascii") as told:
            self.process = subprocess.Popen(
                [sys.executable, "-c", WRITER, where, node], stdout=told, stderr=subprocess.DEVNULL
            )

    def told(self) -> list[int]:
        """Return every number reported in a complete line."""
        return [int(line) for line in self._told.read_text("ascii").split("\n")[:-1]]

    def goes_on(self, more: int) -> None:
        """Wait until it has reported so many more events. Raises `Stuck`."""
        wanted, until_s = len(self.told()) + more, time.monotonic() + PATIENCE_S
        while len(self.told()) < wanted:
            if time.monotonic() > until_s or self.process.poll() is not None:
                message = "the owner does not go on"
                raise Stuck(message)
            time.sleep(0.02)

    def end(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE_S)


Fault = Callable[[PostgresServer, Path, Random], Outcome]


def owner_killed(server: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Kill the owner with SIGKILL; another takes over."""
    with _two_owners(server, folder, chance) as (url, one, two):
        one.process.send_signal(signal.SIGKILL)
        two.goes_on(20)
    return Outcome(told=(*one.told(), *two.told()), kept=_kept(url))


def owner_stopped(server: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Stop the owner for half a minute and continue it; by then another has taken over."""
    faults = []
    with _two_owners(server, folder, chance) as (url, one, two):
        one.process.send_signal(signal.SIGSTOP)
        stopped_s = time.monotonic()
        two.goes_on(20)
        time.sleep(max(0.0, stopped_s + STANDS_S - time.monotonic()))
        before = len(one.told())
        one.process.send_signal(signal.SIGCONT)
        if one.process.wait(PATIENCE_S) != FENCED:
            faults.append("the old owner was not refused")
        # One event that was being stored may be reported now; nothing new may be stored.
        if len(one.told()) > before + 1:
            faults.append("the old owner went on")
        two.goes_on(20)
    return Outcome(told=(*one.told(), *two.told()), kept=_kept(url), faults=tuple(faults))


def database_killed(server: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Kill all processes of PostgreSQL with SIGKILL."""
    return _database_gone(server, folder, chance, signal.SIGKILL)


def database_stopped_at_once(server: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Stop PostgreSQL as with `pg_ctl stop -m immediate`."""
    return _database_gone(server, folder, chance, signal.SIGQUIT)


def primary_killed(_: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Kill the primary PostgreSQL with SIGKILL, and promote its standby."""
    return _promoted(folder, chance, signal.SIGKILL)


def primary_stopped(_: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Stop the primary PostgreSQL, promote its standby, and continue the old primary."""
    return _promoted(folder, chance, signal.SIGSTOP)


def machine_killed(_: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Kill all processes on the primary's machine; Patroni promotes the other machine."""
    return _machine_lost(folder, chance, signal.SIGKILL)


def machine_stopped(_: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Stop all processes on the primary's machine until Patroni has promoted the other one."""
    return _machine_lost(folder, chance, signal.SIGSTOP)


def disk_full(_: PostgresServer, folder: Path, chance: Random) -> Outcome:
    """Fill the disk under the files, and make room again."""
    with small_disk(folder / "disk", megabytes=LARGE_ENOUGH_MB) as disk:
        path = disk / "journal.sqlite"
        with _owner(str(path), "one", folder) as one:
            one.goes_on(chance.randrange(1, 100))
            ballast = filled(disk)
            time.sleep(0.5)
            ballast.unlink()
            one.goes_on(20)
        with closing(SharedJournal(path)) as journal:
            kept = tuple(event.at_ms for event in journal.read(GAME))
        return Outcome(told=tuple(one.told()), kept=kept)


FAULTS: dict[str, Fault] = {
    "owner killed": owner_killed,
    "owner stopped for 30 s": owner_stopped,
    "database killed": database_killed,
    "database stopped at once": database_stopped_at_once,
    "primary killed, standby promoted": primary_killed,
    "primary stopped, standby promoted": primary_stopped,
    "machine killed, Patroni": machine_killed,
    "machine stopped, Patroni": machine_stopped,
    "disk full": disk_full,
}


def _database_gone(
    server: PostgresServer, folder: Path, chance: Random, how: signal.Signals
) -> Outcome:
    url = server.new_database()
    with _owner(url, "one", folder) as one:
        one.goes_on(chance.randrange(1, 200))
        time.sleep(chance.random() / 10)
        server.stop(how)
        server.start()
        one.goes_on(20)
    return Outcome(told=tuple(one.told()), kept=_kept(url))


def _promoted(folder: Path, chance: Random, how: signal.Signals) -> Outcome:
    with postgres_server() as primary:
        url = primary.new_database()
        with synchronous_standby(primary) as standby:
            either = address_of_either(primary, standby, url)
            with _owner(either, "one", folder) as one:
                one.goes_on(chance.randrange(1, 200))
                time.sleep(chance.random() / 10)
                primary.send(how)
                standby.promote()
                one.goes_on(20)
                primary.send(signal.SIGCONT)
                one.goes_on(20)
            kept = _kept(url.replace(str(primary.folder), str(standby.folder)))
    return Outcome(told=tuple(one.told()), kept=kept)


def _machine_lost(folder: Path, chance: Random, how: signal.Signals) -> Outcome:
    with three_machines() as machines:
        with _owner(machines.url, "one", folder) as one:
            one.goes_on(chance.randrange(1, 200))
            primary = machines.primary()
            if primary is None:
                message = "no machine takes writes"
                raise Stuck(message)
            primary.send(how)
            one.goes_on(20)
            if how is signal.SIGKILL:
                primary.start_again()
            primary.send(signal.SIGCONT)
            waited(machines.is_followed)
            one.goes_on(20)
        waited(machines.is_followed)
        return Outcome(told=tuple(one.told()), kept=_kept(machines.url))


@contextmanager
def _two_owners(
    server: PostgresServer, folder: Path, chance: Random
) -> Iterator[tuple[str, Owner, Owner]]:
    """Run two owners: one has the games, and the other waits for them."""
    url = server.new_database()
    with _owner(url, "one", folder) as one:
        one.goes_on(chance.randrange(1, 200))
        with _owner(url, "two", folder) as two:
            time.sleep(chance.random())
            yield url, one, two


@contextmanager
def _owner(where: str, node: str, folder: Path) -> Iterator[Owner]:
    owner = Owner(where, node, folder)
    try:
        yield owner
    finally:
        owner.end()


def _kept(url: str) -> tuple[int, ...]:
    with Database(url) as database:
        return tuple(event.at_ms for event in PostgresJournal(database).read(GAME))


def _tried(name: str, run: int, server: PostgresServer) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = FAULTS[name](server, Path(folder), Random(run))
        except Stuck as error:
            found = Outcome(faults=(str(error),))
    for wrong in found.wrong:
        sys.stdout.write(f"{name}, run {run}: {wrong}\n")
    return found


def _row(name: str, found: Sequence[Outcome]) -> str:
    survived = sum(not outcome.wrong for outcome in found)
    told, lost = (sum(each) for each in zip(*((len(o.told), o.lost) for o in found), strict=True))
    twice = sum(outcome.twice for outcome in found)
    return f"| {name} | {len(found)} | {survived} | {told:,} | {lost} | {twice} |\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.real_faults", description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="of each fault")
    parser.add_argument("--fault", choices=FAULTS, action="append")
    chosen = parser.parse_args()
    table, has_failed = "", False
    with postgres_server() as server:
        for name in chosen.fault or FAULTS:
            found = [_tried(name, run, server) for run in range(chosen.runs)]
            has_failed |= any(outcome.wrong for outcome in found)
            table += _row(name, found)
            sys.stdout.write(f"{name}: done\n")
            sys.stdout.flush()
    head = "| Fault | Tried | Survived | Events told | Lost | Twice |\n|---|---|---|---|---|---|\n"
    sys.stdout.write(head + table)
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
