"""Connections to one PostgreSQL database, shared by threads; an unreachable one is reported.

It has its own pool instead of psycopg's, where every caller waits for the next attempt to connect.
Here a thousand games must learn at once that they have to stop, and go on within a second of the
database's return.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, Self, TypeVar

import psycopg
from psycopg import Connection
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import Diagnostic

from voice_chess.adapters.storage.migrations import Migration, NewerFormat, migrations, missing
from voice_chess.adapters.storage.postgres.columns import let_take
from voice_chess.session.lease import LASTS_MS
from voice_chess.session.ports import JournalLost

Answer = TypeVar("Answer")
PROGRAM = "voice-chess"
"""The name under which the database lists all our connections."""
_MIGRATIONS = "voice_chess.adapters.storage.postgres.migrations"
_MIGRATING = 0x766F6963
"""The number of the lock under which one program at a time changes the format."""
_MOST_CONNECTIONS = 16
_ASKED_AGAIN_S = 1.0
_FORMATS = "SELECT to_regclass('migration') IS NOT NULL AND to_regclass('game_event') IS NOT NULL"
"""Both tables, because other programs have a table `migration`, too."""
_HOLDS_OTHER_TABLES = """
SELECT EXISTS (
    SELECT 1 FROM pg_class
    WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    AND relkind IN ('r', 'p') AND NOT EXISTS (
        SELECT 1 FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
    )
)
"""
"""Tables that an extension has brought along are nobody's data, so they don't count."""
_MADE_FORMATS = """
CREATE TABLE migration (
    number integer PRIMARY KEY,
    name text NOT NULL,
    done_at timestamptz NOT NULL DEFAULT clock_timestamp()
)
"""
_IS_DURABLE = """
SELECT current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off'
"""
_IS_FOR_READING = "SELECT current_setting('transaction_read_only') = 'on'"
_MAY_MAKE_TABLES = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"
_NOW = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_SETTINGS = """
SELECT set_config('idle_in_transaction_session_timeout', %s, false),
    set_config('plan_cache_mode', 'force_generic_plan', false)
"""
"""The time-out: nobody waits longer for a program that stops in the middle of a transaction.

Plans are made once: planning the append of one move anew costs more than doing it."""
_IN_DOUBT = frozenset({"XX001", "XX002"})
"""Error codes of PostgreSQL for data or an index that is not as it was written."""
_WAITS_FOR_COPY = "SyncRepWaitForLSN"
"""The source of PostgreSQL's warning, in any language, that a wait for a standby was ended."""


class PatientConnection(Connection[Any]):
    """Closes itself if the database says nothing for `patience_s`."""

    patience_s = 5.0
    silence: str | None = None
    """Why it was closed, if the database was silent."""
    is_uncopied = False
    """Whether a write here may lack its copy at a standby, though the database waits for one."""

    def heed(self, told: Diagnostic) -> None:
        """Take a notice that comes beside the database's responses, such as that of a commit."""
        self.is_uncopied |= told.source_function == _WAITS_FOR_COPY

    def wait(
        self, gen: PQGen[Answer], interval: float = 0.1, timeout: float | None = None
    ) -> Answer:
        """Wait for the database. Raises `psycopg.OperationalError` if nothing has come in time."""
        ends = time.monotonic() + self.patience_s
        try:
            return super().wait(gen, interval, self.patience_s if timeout is None else timeout)
        except psycopg.OperationalError as error:
            if timeout is not None or time.monotonic() < ends:
                raise
            self.close()
            self.silence = f"it says nothing for {self.patience_s:g} s"
            raise psycopg.OperationalError(self.silence) from error


class TablesFound(Enum):
    """Which tables a database had when it was opened and left as it was."""

    NONE = "none"
    EARLIER = "earlier"
    """Those of an earlier version of the program."""
    PRESENT = "present"


class Database:
    """The shared database, for any thread. Every method raises `JournalLost` if it is away."""

    def __init__(
        self,
        url: str,
        *,
        patience_s: float = 5.0,
        is_begun: bool = False,
        is_left_alone: bool = False,
    ) -> None:
        """Connect, and bring the format up to date, unless it `is_left_alone`.

        In an empty database the tables are made, unless it `is_begun` already. A database of
        another program is left alone.
        """
        self.name = told_as(url)
        self._patience_s = patience_s
        self._connection_info = make_conninfo(
            url, connect_timeout=max(2, round(patience_s)), application_name=PROGRAM
        )
        self._idle: list[PatientConnection] = []
        self._lock = threading.Lock()
        self._room = threading.BoundedSemaphore(_MOST_CONNECTIONS)
        self._away: tuple[float, str] | None = None
        """The next attempt's time, in monotonic s, and why it was away; nobody waits until then."""
        self._whole: PatientConnection | None = None
        self.tables = TablesFound.PRESENT
        try:
            with self.changing() as connection:
                _check_durable(connection)
                if is_left_alone:
                    self.tables = _tables_in(connection)
                else:
                    _migrate(connection, is_begun=is_begun)
        except JournalLost:
            self.close()
            raise

    @property
    def is_away(self) -> bool:
        """Whether the database was unreachable at the last attempt."""
        return self._away is not None

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def using(self) -> Iterator[PatientConnection]:
        """Yield a connection for reading; each statement is a transaction by itself."""
        if self._whole is not None:
            yield self._whole
            return
        with self._told_plainly(), self._room:
            connection = self._taken()
            try:
                yield connection
                _check_copied(connection)
            finally:
                self._put_back(connection)

    @contextmanager
    def changing(self) -> Iterator[PatientConnection]:
        """Yield a connection in a transaction: on exit its changes are safe on disk, or undone.

        If the database goes away at the very end it is one of the two, but unknown which.
        """
        with self.using() as connection, connection.transaction():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[PatientConnection]:
        """Yield the same with a pipeline: no more round trips than the fetches inside need.

        The failure of a statement whose result nobody fetches shows at the end.
        """
        with self.using() as connection, connection.pipeline(), connection.transaction():
            yield connection

    @contextmanager
    def all_or_nothing(self) -> Iterator[PatientConnection]:
        """Make one transaction of all that is done meanwhile. For a single thread alone."""
        with self.changing() as connection:
            self._whole = connection
            try:
                yield connection
            finally:
                self._whole = None

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.using() as connection:
            return connection.execute(query.encode(), values).fetchall()

    def is_for_reading(self) -> bool:
        """Return whether nothing can be written, as in a database that follows another one."""
        ((found,),) = self.rows(_IS_FOR_READING)
        return bool(found)

    def now_ms(self) -> int:
        """Return the database's clock, in ms since 1970 (UTC)."""
        with self.using() as connection:
            return now_ms(connection)

    def _taken(self) -> PatientConnection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            if self._away is not None:
                asked_again_s, why = self._away
                if time.monotonic() < asked_again_s:
                    raise psycopg.OperationalError(why)
                # This caller asks; until there is news the others get the reason that is known.
                self._away = (time.monotonic() + self._patience_s, why)
        return self._connected()

    def _connected(self) -> PatientConnection:
        try:
            connection = PatientConnection.connect(self._connection_info, autocommit=True)
        except psycopg.OperationalError as error:
            with self._lock:
                self._away = (time.monotonic() + _ASKED_AGAIN_S, _reason(error))
            raise
        connection.patience_s = self._patience_s
        connection.add_notice_handler(connection.heed)
        let_take(connection.adapters)
        connection.execute(_SETTINGS, (str(LASTS_MS),))
        with self._lock:
            self._away = None
        return connection

    def _put_back(self, connection: PatientConnection) -> None:
        if connection.closed:
            # The other connections are as dead as this one.
            self.close()
            if connection.silence is not None:
                # The next caller asks again at once; the others have waited long enough.
                with self._lock:
                    self._away = self._away or (time.monotonic(), connection.silence)
        elif connection.info.transaction_status is psycopg.pq.TransactionStatus.IDLE:
            with self._lock:
                self._idle.append(connection)
        else:
            connection.close()

    @contextmanager
    def _told_plainly(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise JournalLost(self._lost(_reason(error), error.sqlstate)) from error
        except NewerFormat as error:
            what_now = "nothing that was written is lost; use that version, or another database."
            raise JournalLost(self._told_lost(str(error), what_now)) from error

    def _lost(self, reason: str, state: str | None) -> str:
        what_now = "nothing that was written is lost."
        if state in _IN_DOUBT:
            what_now = (
                "some of what was written may be lost; make a backup of it before anything else."
            )
        elif state is None:
            what_now = (
                "nothing that was written is lost. See whether it runs and its address is right."
            )
        return self._told_lost(reason, what_now)

    def _told_lost(self, reason: str, what_now: str) -> str:
        return f"The database {self.name} can't be used ({reason}): {what_now}"


def now_ms(connection: PatientConnection) -> int:
    """Return the database's clock, in ms since 1970 (UTC), which is the same for all its users."""
    ((told,),) = connection.execute(_NOW).fetchall()
    return int(told)


def told_as(url: str) -> str:
    """Return a name for the database that hides the password. Raises `JournalLost`."""
    try:
        parts = conninfo_to_dict(url)
    except (psycopg.Error, UnicodeError) as error:
        # psycopg's message holds the address, and the address can hold a password.
        message = "This is no address of a database; one is postgresql://user@host/name"
        raise JournalLost(message) from error
    name = parts.get("dbname") or parts.get("user") or ""
    return f"{name} on {parts.get('host') or 'this computer'}".strip()


def _reason(error: psycopg.Error) -> str:
    """Return the error's first line, without the driver's prefix."""
    told = error.diag.message_primary or str(error) or type(error).__name__
    return told.splitlines()[0].removeprefix("connection failed: ").rstrip(".:")


def _check_durable(connection: PatientConnection) -> None:
    ((is_durable,),) = connection.execute(_IS_DURABLE).fetchall()
    if not is_durable:
        message = "it does not wait for its disk: set fsync and synchronous_commit to on"
        raise psycopg.DataError(message)


def _check_copied(connection: PatientConnection) -> None:
    """Raise an error if a commit did not wait for its standby: only a warning shows that."""
    if connection.is_uncopied:
        connection.close()
        message = "the wait for its standby was ended from outside"
        raise psycopg.OperationalError(message)


def _tables_in(connection: PatientConnection) -> TablesFound:
    """Return which tables there are, having checked that a server could make or change them."""
    ((is_for_reading,),) = connection.execute(_IS_FOR_READING).fetchall()
    if is_for_reading:
        message = "it can only be read"
        raise psycopg.DataError(message)
    if _has_formats(connection):
        return TablesFound.EARLIER if _still_missing(connection) else TablesFound.PRESENT
    _check_is_ours_to_begin(connection, is_begun=False)
    ((may_begin,),) = connection.execute(_MAY_MAKE_TABLES).fetchall()
    if not may_begin:
        message = "its user may not make tables there"
        raise psycopg.DataError(message)
    return TablesFound.NONE


def _has_formats(connection: PatientConnection) -> bool:
    ((has_formats,),) = connection.execute(_FORMATS).fetchall()
    return bool(has_formats)


def _still_missing(connection: PatientConnection) -> Sequence[Migration]:
    ((done,),) = connection.execute("SELECT coalesce(max(number), 0) FROM migration").fetchall()
    return missing(migrations(_MIGRATIONS), done)


def _migrate(connection: PatientConnection, *, is_begun: bool) -> None:
    """Apply what is missing of the format, all or nothing, with other programs locked out."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
    if not _has_formats(connection):
        _check_is_ours_to_begin(connection, is_begun=is_begun)
        connection.execute(_MADE_FORMATS)
    for migration in _still_missing(connection):
        connection.execute(migration.sql.encode())
        connection.execute(
            "INSERT INTO migration (number, name) VALUES (%s, %s)",
            (migration.number, migration.name),
        )


def _check_is_ours_to_begin(connection: PatientConnection, *, is_begun: bool) -> None:
    """Refuse a wrong address before anything is created there."""
    ((has_others,),) = connection.execute(_HOLDS_OTHER_TABLES).fetchall()
    if has_others:
        message = "it has tables of another program; make an empty one for voice-chess"
        raise psycopg.DataError(message)
    if is_begun:
        message = "it is empty, no server has ever kept games there"
        raise psycopg.DataError(message)
