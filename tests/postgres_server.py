"""PostgreSQL servers for tests, each on its own socket; tests skip if PostgreSQL is missing.

A server ends with the process that started it; tests can kill, stop and restart it.
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

from tests.memory_folder import folder_in_memory
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
    """One PostgreSQL cluster."""

    folder: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and return when it accepts connections."""
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
        """Return the address of an empty database: a schema, which is quick to create."""
        name = f"test_{secrets.token_hex(6)}"
        execute(self.url(), f"CREATE SCHEMA {name}")
        return self.url(name)

    def send(self, number: signal.Signals) -> None:
        """Signal all its processes: SIGKILL is like a power cut, SIGSTOP like a hanging machine."""
        assert self.process is not None
        for pid in (self.process.pid, *_children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def stop(self, number: signal.Signals = signal.SIGQUIT) -> None:
        """Stop it: SIGQUIT as with `pg_ctl stop -m immediate`, SIGKILL all processes at once."""
        if self.process is None:
            return
        self.send(signal.SIGCONT)
        if number is signal.SIGKILL:
            self.send(number)
        self.process.send_signal(number)
        self.process.wait(PATIENCE_S)
        self.process = None

    def processor_s(self) -> float:
        """Return the processor time of all its processes so far, in seconds."""
        assert self.process is not None
        return processor_s_of_all(self.process.pid)

    def promote(self) -> None:
        """Make a standby the primary, which takes writes."""
        execute(self.url(), "SELECT pg_promote()")


def address_of_either(one: PostgresServer, other: PostgresServer, url: str) -> str:
    """Return an address that leads to the server that takes writes; `url` is for the first one."""
    both = url.replace(f"host={one.folder}", f"host={one.folder},{other.folder}")
    return f"{both}&target_session_attrs=read-write"


def execute(url: str, statement: str) -> None:
    """Execute a statement on a connection of its own."""
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
    """Run a standby that has every commit of the primary before the client is told of it."""
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
    # The path of a socket must be short, and the database's user must reach it.
    folder = Path(tempfile.mkdtemp(prefix="voice-chess-pg-", dir=folder_in_memory()))
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
    """Return a command prefix that changes to a plain user: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return ["setpriv", "--no-new-privs"]
    import pwd  # not on every system on which the other tests run

    found = pwd.getpwnam(USER)
    ids = [f"--reuid={found.pw_uid}", f"--regid={found.pw_gid}", "--clear-groups"]
    return ["setpriv", *ids]


def _children(parent: int) -> list[int]:
    """Return the child processes, each of which has its own process group."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii")
    return [int(pid) for pid in found.split()]
