"""What all SQLite files of the program share: transactions, migrations, and plain errors."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

from voice_chess.adapters.storage.migrations import Migration, NewerFormat, migrations, missing
from voice_chess.adapters.storage.placed_connection import FileGone, PlacedConnection
from voice_chess.adapters.storage.sqlite_reading import (
    ForeignFile,
    OwnTable,
    connected_for_reading,
)
from voice_chess.session.ports import JournalLost

_HARMLESS = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
    }
)
"""Errors of SQLite that leave everything written before as it was."""
_PRIMARY = 0xFF

WrittenBefore: TypeAlias = Literal["whole", "newer", "foreign", "gone", "in doubt"]
"""The state of what was written before the error.

"whole": as it was; "newer": in a newer version's format; "foreign": by another program; "gone": in
a file that is no longer in its place; "in doubt": nobody knows.
"""
WHAT_NOW: Mapping[WrittenBefore, str] = {
    "whole": "nothing that was written is lost; make room or free it, or choose another data "
    "folder.",
    "newer": "nothing that was written is lost; use that version, or choose another data folder.",
    "foreign": "nothing was changed; choose another data folder.",
    "gone": "what was written is in that file; put it back in its place, with the files beside it, "
    "while this program runs.",
    "in doubt": "some of what was written may be lost; copy the folder before anything else.",
}
"""What to do about an error with a file, as the end of a sentence."""


@contextmanager
def all_or_nothing(connection: PlacedConnection) -> Iterator[None]:
    """Run the block in a transaction: on exit it is safe on disk, or was never done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.check_place()
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def part_of_all(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as a part of `all_or_nothing`: if it fails it alone is undone."""
    connection.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        # After some errors SQLite undoes the whole transaction by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK TO part")
        raise
    connection.execute("RELEASE part")


@contextmanager
def one_snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all queries of the block see the same state, whatever other programs write meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def told_plainly(told: Callable[[str, WrittenBefore], str]) -> Iterator[None]:
    """Turn an error with the file into `JournalLost`, with the message that `told` makes.

    `told` gets the reason, and the state of all that was written before.
    """
    try:
        yield
    except (sqlite3.Error, OSError, NewerFormat, ForeignFile, FileGone) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise JournalLost(told(reason, _written_before(error))) from error


PATIENCE_MS = 2_000
"""How long a file that another process writes is waited for, in ms."""


def connected(path: Path, *, patience_ms: int = PATIENCE_MS) -> PlacedConnection:
    """Return a connection that any thread may use, without transactions of its own."""
    return sqlite3.connect(
        path,
        isolation_level=None,
        timeout=patience_ms / 1_000,
        check_same_thread=False,
        factory=PlacedConnection,
    )


def opened(path: Path, package: str, own: OwnTable) -> PlacedConnection:
    """Open a file and bring it to the format of these migrations; any thread may use it.

    Raises `sqlite3.Error`, `OSError`, `NewerFormat` and `ForeignFile`.
    """
    own.check_file(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = connected(path)
    _migrate(connection, migrations(package))
    make_safe(connection)
    connection.settle(path)
    return connection


def copied(path: Path, package: str, own: OwnTable) -> PlacedConnection:
    """Copy a file into memory, in the format of these migrations; without a file it is empty.

    Neither the file nor its folder is changed. Raises as `opened`.
    """
    copy = connected(Path(":memory:"))
    if path.exists():
        with closing(connected_for_reading(path)) as connection:
            own.check(connection)
            connection.backup(copy)
    _migrate(copy, migrations(package))
    return copy


def make_safe(connection: sqlite3.Connection) -> None:
    """Make commits safe on disk, and deleted data unreadable in the file."""
    connection.execute("PRAGMA synchronous = FULL")
    # Not every build of SQLite has this as its default.
    connection.execute("PRAGMA secure_delete = ON")


def check_version(connection: sqlite3.Connection, known: int) -> None:
    """Raise `NewerFormat` if a newer version of the program has made the file."""
    found = _format(connection)
    if found > known:
        raise NewerFormat(found)


def _migrate(connection: PlacedConnection, known: Sequence[Migration]) -> None:
    """Apply what is missing, all or nothing; leave a file of an unknown format untouched."""
    missing(known, _format(connection))
    connection.execute("PRAGMA journal_mode = WAL")
    with all_or_nothing(connection):
        # Another program may have applied some while this one waited.
        for migration in missing(known, _format(connection)):
            for statement in _statements(migration.sql):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {migration.number}")


def _statements(sql: str) -> Iterator[str]:
    """Yield single statements, because `executescript` would end the transaction first."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _format(connection: sqlite3.Connection) -> int:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def _written_before(error: Exception) -> WrittenBefore:
    if isinstance(error, NewerFormat):
        return "newer"
    if isinstance(error, ForeignFile):
        return "foreign"
    if isinstance(error, FileGone):
        return "gone"
    code = getattr(error, "sqlite_errorcode", None)
    is_refused = code is not None and code & _PRIMARY in _HARMLESS
    return "whole" if is_refused or isinstance(error, OSError) else "in doubt"
