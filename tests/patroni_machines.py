"""Runs three "machines" as docs/federation.md sets them up, each at a loopback address."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.postgres_server import PROGRAMS, USER, as_user
from tests.waiting import waited
from voice_chess.docs.topics import topic

ETCD, PATRONI = "/usr/bin/etcd", "/usr/bin/patroni"
NAMES = ("one", "two", "three")
_BLOCK = re.compile(r"^```\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(eq=False)
class Machine:
    """The programs at one address: etcd, and on a machine with a database also Patroni."""

    name: str
    address: str
    folder: Path
    programs: dict[str, tuple[tuple[str, ...], dict[str, str]]] = field(default_factory=dict)
    """The command and environment of each program, by name."""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def begin(self, *command: str, **settings: str) -> None:
        """Run this program, now and whenever the machine starts again."""
        self.programs[Path(command[0]).name] = command, settings
        self._run(*command, **settings)

    def start_again(self) -> None:
        """Run all programs again after the machine was killed."""
        for command, settings in self.programs.values():
            self._run(*command, **settings)

    def _run(self, *command: str, **settings: str) -> None:
        env = {**os.environ, "HOME": str(self.folder), **settings}
        with (self.folder / f"{Path(command[0]).name}.log").open("ab") as log:
            ours = [*as_user(), "--pdeathsig", "KILL", *command]
            self.processes.append(
                subprocess.Popen(ours, env=env, cwd=self.folder, stdout=log, stderr=log)
            )

    def send(self, number: signal.Signals) -> None:
        """Send a signal to all its processes."""
        for pid in self._pids():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _pids(self) -> Iterator[int]:
        """Yield its processes, found by their folder: PostgreSQL leaves the session of Patroni."""
        own = str(self.folder)
        for found in Path("/proc").iterdir():
            with suppress(OSError):
                if found.name.isdigit() and (found / "cwd").readlink().is_relative_to(own):
                    yield int(found.name)


@dataclass(frozen=True)
class Machines:
    """All three machines, and the address of their database for the server."""

    machines: tuple[Machine, ...]
    url: str

    def primary(self) -> Machine | None:
        """Return the only machine that takes writes; None if there is none or more than one.

        A machine that was stopped may still believe that it is the primary.
        """
        asked = "SELECT pg_is_in_recovery()"
        writing = [one for one in self.machines[:2] if _asked(one, asked) == [(False,)]]
        return writing[0] if len(writing) == 1 else None

    def is_followed(self) -> bool:
        """Whether a synchronous standby confirms every commit."""
        primary = self.primary()
        asked = "SELECT sync_state FROM pg_stat_replication"
        return primary is not None and _asked(primary, asked) == [("sync",)]


def _asked(machine: Machine, query: str) -> list[tuple[object, ...]] | None:
    """Return the rows of a query; None if the database can't be reached."""
    with (
        suppress(psycopg.Error),
        psycopg.connect(_administration(machine), connect_timeout=2) as connection,
    ):
        return connection.execute(query.encode()).fetchall()
    return None


def _administration(machine: Machine) -> str:
    return f"postgresql://postgres:FIRST@{machine.address}/postgres"


@contextmanager
def three_machines() -> Iterator[Machines]:
    """Run three machines, ready for a server; skip the test if Patroni or etcd is missing."""
    if not (Path(ETCD).exists() and Path(PATRONI).exists() and (PROGRAMS / "initdb").exists()):
        pytest.skip("NOT TESTED: no Patroni here: apt install postgresql-15 patroni etcd-server")
    chance = Random()
    network = f"127.{chance.randrange(1, 255)}.{chance.randrange(255)}."
    with tempfile.TemporaryDirectory(prefix="voice-chess-ha-") as folder:
        shutil.chown(folder, USER)
        machines = tuple(_machine(Path(folder), network, number) for number in range(3))
        try:
            yield _set_up(machines, network)
        finally:
            for machine in machines:
                machine.send(signal.SIGKILL)
                for process in machine.processes:
                    process.wait()


def _machine(folder: Path, network: str, number: int) -> Machine:
    own = folder / NAMES[number]
    own.mkdir()
    shutil.chown(own, USER)
    return Machine(NAMES[number], f"{network}{number + 1}", own)


def _set_up(machines: tuple[Machine, ...], network: str) -> Machines:
    etcd, patroni, made, serving = _told()
    for machine in machines:
        lines = _moved(etcd, machine, network).split()
        settings = dict(line.split("=", 1) for line in lines)
        machine.begin(ETCD, ETCD_DATA_DIR=str(machine.folder / "etcd"), **settings)
    for machine in machines[:2]:
        config = machine.folder / "config.yml"
        own = f"{machine.folder}/data\n  parameters: {{unix_socket_directories: {machine.folder}}}"
        told = _moved(patroni, machine, network).replace("/var/lib/postgresql/15/chess", own)
        config.write_text(told.replace(f"{network}0/24", "127.0.0.0/8"), "utf-8")
        machine.begin(PATRONI, str(config))
    address = re.search(r'"(postgresql:.*?)"', serving)
    assert address is not None
    url = address[1].replace("10.0.0.", network).replace("chess@", "chess:THIRD@")
    found = Machines(machines, url)
    waited(found.is_followed)
    primary = found.primary()
    assert primary is not None
    with psycopg.connect(_administration(primary), autocommit=True) as connection:
        for statement in made.strip().split("\n"):
            connection.execute(statement.encode())
    return found


def _told() -> tuple[str, str, str, str]:
    """Return the page's code blocks: etcd, Patroni, SQL statements, and the server's command."""
    page = topic("federation").text
    section = page[page.index("\n## Three machines") : page.index("\n## Backup")]
    etcd, patroni, made, serving = (block["text"] for block in _BLOCK.finditer(section))
    return etcd, patroni, made, serving


def _moved(told: str, machine: Machine, network: str) -> str:
    """Adapt the page's settings to a machine: its own name, and its own address for itself."""
    lines = []
    for line in told.splitlines():
        is_shared = "INITIAL_CLUSTER=" in line or "hosts:" in line
        address = line if is_shared else line.replace("10.0.0.1:", f"{machine.address}:")
        lines.append(address.replace("10.0.0.", network))
    moved = "\n".join(lines)
    return moved.replace("NAME=one", f"NAME={machine.name}").replace(
        "name: one", f"name: {machine.name}", 1
    )
