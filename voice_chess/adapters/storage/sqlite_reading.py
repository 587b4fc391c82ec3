"""Reads an SQLite file without leaving a trace, even from a medium that can't be written to."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Set as AbstractSet
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from voice_chess.adapters.storage.placed_connection import PlacedConnection


class ForeignFile(Exception):
    """Another program has made the file."""

    def __init__(self) -> None:
        super().__init__("it is a database of another program, or another file of this one")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTable:
    """A table that each file of one kind has had from its first format on."""

    name: str
    columns: AbstractSet[str]

    def check(self, connection: sqlite3.Connection) -> None:
        """Raise `ForeignFile` if there are tables and this one is none of them."""
        (count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        found = {row[1] for row in connection.execute(f"PRAGMA table_info({self.name})")}
        if count and not self.columns <= found:
            raise ForeignFile

    def check_file(self, path: Path) -> None:
        """Check the file, if there is one, and leave it as it is, also if it is refused."""
        if path.exists():
            with closing(connected_for_reading(path)) as connection:
                self.check(connection)


def connected_for_reading(path: Path) -> PlacedConnection:
    """Return a connection that can't change anything. Raises `sqlite3.Error` or `OSError`."""
    if not path.is_file():
        raise FileNotFoundError(2, "there is no such file", str(path))
    try:
        return _tried(path, "mode=ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    # SQLite puts files beside it. Without a log left it can do without them.
    log = path.with_name(f"{path.name}-wal")
    if not log.is_file() or log.stat().st_size == 0:
        return _tried(path, "mode=ro&immutable=1")
    return _copied(path, log)


def _tried(path: Path, how: str) -> PlacedConnection:
    """Connect and query once, because opening alone finds no errors."""
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path.resolve()))}?{how}",
        uri=True,
        isolation_level=None,
        factory=PlacedConnection,
    )
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _copied(path: Path, log: Path) -> PlacedConnection:
    """Return a copy in memory with the rest of its log; nobody writes to a read-only medium."""
    with tempfile.TemporaryDirectory(prefix="voice-chess-") as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name(log.name))
        on_disk = sqlite3.connect(copy)
        try:
            in_memory = sqlite3.connect(":memory:", isolation_level=None, factory=PlacedConnection)
            on_disk.backup(in_memory)
        finally:
            on_disk.close()
    return in_memory
