"""A PostgreSQL server of a test's own, on a socket of its own; skipped aloud where it is missing.

It ends with whoever started it, and lets itself be killed, stopped and started again.
"""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.processor_time import processor_s_of_all
from tests.waiting import waited

PROGRAMS = Path("/usr/lib/postgresql/15/bin")
USER = "postgres"
PATIENCE_S = 60
_SETTINGS = (
    *("-c", "listen_addresses=", "-c", "unix_socket_permissions=0777"),
    *("-c", "max_connections=200", "-c", "shared_buffers=32MB", "-c", "log_min_messages=panic"),
)


@dataclass
class PostgresServer:
    """One cluster of databases."""

    folder: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Return once it is there."""
        data, sockets = self.folder / "data", str(self.folder)
        command = [str(PROGRAMS / "postgres"), "-D", str(data), "-k", sockets, *_SETTINGS]
        self.process = subprocess.Popen(
            [*as_user(), "--pdeathsig", "QUIT", *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
        )
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=5).close()
            except psycopg.OperationalError:
                assert time.monotonic() < until, "PostgreSQL does not start"
                assert self.process.poll() is None, "PostgreSQL has ended by itself"
                time.sleep(0.05)
            else:
                return

    def url(self, schema: str = "public") -> str:
        host = self.folder
        return f"postgresql://{USER}@/postgres?host={host}&options=-csearch_path%3D{schema}"

    def new_database(self) -> str:
        """The address of an empty one: a schema, which is made in no time."""
        name = f"test_{secrets.token_hex(6)}"
        execute(self.url(), f"CREATE SCHEMA {name}")
        return self.url(name)

    def send(self, number: signal.Signals) -> None:
        """To all its processes: SIGKILL is a power cut, SIGSTOP a machine that hangs."""
        assert self.process is not None
        for pid in (self.process.pid, *_children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def stop(self, number: signal.Signals = signal.SIGQUIT) -> None:
        """SIGQUIT ends it as `pg_ctl stop -m immediate` does, SIGKILL all its processes at once."""
        if self.process is None:
            return
        self.send(signal.SIGCONT)
        if number is signal.SIGKILL:
            self.send(number)
        self.process.send_signal(number)
        self.process.wait(PATIENCE_S)
        self.process = None

    def processor_s(self) -> float:
        """How long all its processes have used the processor so far."""
        assert self.process is not None
        return processor_s_of_all(self.process.pid)

    def promote(self) -> None:
        """A standby takes writes from now on."""
        execute(self.url(), "SELECT pg_promote()")


def address_of_either(one: PostgresServer, other: PostgresServer, url: str) -> str:
    """Of whichever of the two takes writes; `url` is that of a database at the first."""
    both = url.replace(f"host={one.folder}", f"host={one.folder},{other.folder}")
    return f"{both}&target_session_attrs=read-write"


def execute(url: str, statement: str) -> None:
    """Behind the back of whoever uses this database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    if not (PROGRAMS / "initdb").exists() or shutil.which("setpriv") is None:
        pytest.skip("NOT TESTED: no PostgreSQL 15 here: apt install postgresql-15")
    with _folder() as folder:
        _made(
            *("initdb", "-D", str(folder / "data"), "-U", USER, "--auth", "trust", "--no-sync"),
            *("--no-instructions", "-E", "UTF8", "--no-locale"),
            folder=folder,
        )
        with _running(PostgresServer(folder)) as server:
            yield server


@contextmanager
def synchronous_standby(primary: PostgresServer) -> Iterator[PostgresServer]:
    """Another server that has every commit of the first before anybody is told of it."""
    with _folder() as folder:
        _made(
            *("pg_basebackup", "-D", str(folder / "data"), "-h", str(primary.folder), "-U", USER),
            *("--write-recovery-conf", "--checkpoint=fast", "--no-sync"),
            folder=folder,
        )
        with _running(PostgresServer(folder)) as standby:
            execute(primary.url(), "ALTER SYSTEM SET synchronous_standby_names = '*'")
            execute(primary.url(), "SELECT pg_reload_conf()")
            waited(lambda: _is_followed(primary))
            yield standby


def _is_followed(primary: PostgresServer) -> bool:
    with psycopg.connect(primary.url()) as connection:
        found = connection.execute("SELECT sync_state FROM pg_stat_replication").fetchall()
    return found == [("sync",)]


@contextmanager
def _folder() -> Iterator[Path]:
    # Sockets have short names, and the user of the database must reach it.
    folder = Path(tempfile.mkdtemp(prefix="voice-chess-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(server: PostgresServer) -> Iterator[PostgresServer]:
    try:
        server.start()
        yield server
    finally:
        server.stop()


def _made(program: str, *words: str, folder: Path) -> None:
    command = [*as_user(), str(PROGRAMS / program), *words]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)


def as_user() -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return ["setpriv", "--no-new-privs"]
    import pwd  # not on every system on which the other tests run

    found = pwd.getpwnam(USER)
    ids = [f"--reuid={found.pw_uid}", f"--regid={found.pw_gid}", "--clear-groups"]
    return ["setpriv", *ids]


def _children(parent: int) -> list[int]:
    """Each has a process group of its own."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii")
    return [int(pid) for pid in found.split()]
