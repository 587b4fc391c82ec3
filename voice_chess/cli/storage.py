"""Where a server keeps games, seats and events: in files of its data folder, or in a database."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from voice_chess.adapters.journal_thread import JournalThread
from voice_chess.adapters.sqlite_event_journal import SqliteEventJournal
from voice_chess.adapters.sqlite_register import SqliteRegister
from voice_chess.cli.command import BadInput
from voice_chess.session.event_ports import EventJournal
from voice_chess.session.ports import Journal
from voice_chess.session.register import Register

if TYPE_CHECKING:
    from voice_chess.adapters.postgres.database import Database

KEY = "seats.key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """All that is kept; no time of a server that starts now comes before `latest_ms`."""

    journal: Journal
    register: Register
    events: EventJournal
    latest_ms: int


@contextmanager
def opened_storage(data: Path, database: str | None = None) -> Iterator[Storage]:
    """In this folder, or at the address of a database. Raises `JournalLost` or `BadInput`."""
    with _in_files(data) if database is None else _in_database(database, data) as storage:
        yield storage


def opened_database(url: str) -> "Database":
    """Raises `JournalLost`, and `BadInput` where the driver is not installed."""
    try:
        from voice_chess.adapters.postgres.database import Database
    except ImportError as error:
        message = "A database needs its driver: pip install 'voice-chess[postgres]'"
        raise BadInput(message) from error
    return Database(url)


def told_place(data: Path, database: str | None = None) -> str:
    """Where games are kept, without the password of a database. Raises as `opened_storage`."""
    if database is None:
        return f"Games are kept in {data}."
    from voice_chess.adapters.postgres.database import told_as

    return f"Games are kept in the database {told_as(database)}, their sound in {data}."


@contextmanager
def _in_files(data: Path) -> Iterator[Storage]:
    with (
        closing(JournalThread(data / "journal.sqlite")) as journal,
        closing(SqliteRegister(data / "seats.sqlite")) as register,
        closing(SqliteEventJournal(data / "events.sqlite")) as events,
    ):
        latest_ms = journal.latest_ms()
        yield Storage(journal=journal, register=register, events=events, latest_ms=latest_ms)


@contextmanager
def _in_database(url: str, data: Path) -> Iterator[Storage]:
    """The time goes on from the database's: the machines that share it may differ."""
    with opened_database(url) as database:
        from voice_chess.adapters.postgres.event_journal import PostgresEventJournal
        from voice_chess.adapters.postgres.journal import PostgresJournal
        from voice_chess.adapters.postgres.register import PostgresRegister

        journal = PostgresJournal(database)
        yield Storage(
            journal=journal,
            register=PostgresRegister(database, data / KEY),
            events=PostgresEventJournal(database),
            latest_ms=max(journal.latest_ms(), database.now_ms()),
        )
