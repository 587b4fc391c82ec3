"""Where a server keeps games, seats and events: in files of its data folder, or in a database."""

import os
import secrets
import shutil
import socket
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from voice_chess.adapters.sound_record.archive_store import SoundShelf
from voice_chess.adapters.sound_record.sound_files import PortableSounds
from voice_chess.adapters.storage.lease_keeper import LeaseKeeper
from voice_chess.adapters.storage.parts_keeper import PartsKeeper
from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.adapters.storage.sqlite_event_journal import SqliteEventJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.compose.bad_input import BadInput
from voice_chess.session.lease import Lease, Leases
from voice_chess.session.lobby.event_ports import EventJournal
from voice_chess.session.lobby.parts import EVENTS, PARTS, AllParts, Parts
from voice_chess.session.lobby.register import Register
from voice_chess.session.ports import Journal
from voice_chess.web.ports import SoundRecords

if TYPE_CHECKING:
    from voice_chess.adapters.storage.postgres.database import Database

KEY = "seats.key"
SIGNING_KEY = "signing.key"
"""What the records of events and exports are signed with."""
EVERYTHING = "everything"
"""The hall of all games and events: one server has them, others stand by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """A database that servers share; one has all games, or each has some.

    `waits` is told once who has them, `lost` who has taken them from this one.
    """

    url: str
    waits: Callable[[Lease], None] = field(default=lambda _: None)
    lost: Callable[[str], None] = field(default=lambda _: None)
    reached_at: str | None = None
    """Where other servers reach this one, as host:port, if it has games beside them."""


class KeptSounds(SoundRecords, PortableSounds, Protocol):
    """The sound of games, recorded, given and taken elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """All that is kept; no time of a server that starts now comes before `latest_ms`."""

    journal: Journal
    register: Register
    events: EventJournal
    sounds: KeptSounds
    latest_ms: int
    lease: Callable[[], Lease] | None = None
    """As it was renewed last, where servers share the database."""
    parts: Parts = field(default_factory=AllParts)
    time: SystemTime | None = None
    """That of a server which takes over games of others while it runs."""


@contextmanager
def opened_storage(data: Path, sharing: Sharing | None = None) -> Iterator[Storage]:
    """Nobody else writes to it meanwhile. Raises `JournalLost` or `BadInput`.

    Where servers share a database, this waits until no other has the games.
    """
    if sharing is None:
        with _in_files(data) as storage:
            yield storage
        return
    with opened_database(sharing.url) as database:
        from voice_chess.adapters.storage.postgres.leases import PostgresLeases

        node = f"{socket.gethostname()} (process {os.getpid()}, {secrets.token_hex(4)})"
        leases = PostgresLeases(database)
        if sharing.reached_at is not None:
            with _beside_others(database, data, node, sharing.reached_at) as storage:
                yield storage
            return
        _check_free(leases, PARTS, "One that has some of the games")
        with LeaseKeeper(
            leases, EVERYTHING, node, waits=sharing.waits, lost=sharing.lost
        ) as keeper:
            yield replace(_in_database(database, data, keeper.held), lease=lambda: keeper.held)


@contextmanager
def _beside_others(
    database: "Database", data: Path, node: str, reached_at: str
) -> Iterator[Storage]:
    """Its games are shared out among the servers; raises `BadInput` where one has all of them."""
    from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
    from voice_chess.adapters.storage.postgres.journal import PostgresJournal
    from voice_chess.adapters.storage.postgres.leases import PostgresFellows, PostgresLeases
    from voice_chess.adapters.storage.postgres.sounds import PostgresSounds

    leases = PostgresLeases(database)
    _check_free(leases, (EVERYTHING,), "One that has all games")
    found = _in_database(database, data)
    time = SystemTime(not_before_ms=found.latest_ms)

    def catch_up() -> None:
        time.advance(max(found.journal.latest_ms(), database.now_ms()))

    with PartsKeeper(
        leases, PostgresFellows(database), node, reached_at, before_taking=catch_up
    ) as keeper:
        yield replace(
            found,
            sounds=PostgresSounds(database, keeper.lease_of_game),
            journal=PostgresJournal(database, keeper.lease_of_game),
            events=PostgresEventJournal(database, lambda: keeper.lease_of_part(EVENTS)),
            parts=keeper,
            time=time,
        )


def _check_free(leases: Leases, halls: Collection[str], who: str) -> None:
    """Raises `BadInput` where another server has one of these."""
    held = [lease for lease in leases.lasting() if lease.hall in halls]
    if held:
        message = (
            f"{who} uses this database: {held[0].node}. "
            "Start all servers of a database with --share, or none of them."
        )
        raise BadInput(message)


@contextmanager
def storage_looked_at(data: Path, url: str | None = None) -> Iterator[Storage]:
    """The same for who writes nothing, while others may."""
    if url is None:
        with _in_files(data) as storage:
            yield storage
        return
    with opened_database(url) as database:
        yield _in_database(database, data)


@contextmanager
def storage_made(data: Path, url: str | None, secret: bytes) -> Iterator[Storage]:
    """A storage that is there whole on return, or not at all; a database need not be empty.

    Nobody else uses it meanwhile. `secret` is that of its codes. Raises `BadInput`, `JournalLost`,
    `OSError`.
    """
    if url is None:
        with _folder_made(data) as unfinished:
            _keep(secret, unfinished / KEY)
            with _in_files(unfinished) as storage:
                yield storage
        return
    data.mkdir(parents=True, exist_ok=True)
    _keep(secret, data / KEY)
    with opened_database(url) as database, database.all_or_nothing() as connection:
        from voice_chess.adapters.storage.postgres.leases import keep_all_away

        if not keep_all_away(connection):
            message = "A server has this database; end it first. Nothing was changed."
            raise BadInput(message)
        yield _in_database(database, data)


@contextmanager
def _folder_made(data: Path) -> Iterator[Path]:
    """Another folder, which takes this one's place once it is full."""
    if data.exists() and any(data.iterdir()):
        message = f"{data} is not empty; an import goes into a new folder. Nothing was changed."
        raise BadInput(message)
    unfinished = data.with_name(f"{data.name}.part")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    try:
        yield unfinished
        if data.exists():
            data.rmdir()
        unfinished.rename(data)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _keep(secret: bytes, path: Path) -> None:
    """Raises `BadInput` where another one is kept."""
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
    elif path.read_bytes() != secret:
        message = f"{path} is another server's; name another --data. Nothing was changed."
        raise BadInput(message)


def opened_database(url: str) -> "Database":
    """Raises `JournalLost`, and `BadInput` where the driver is not installed."""
    try:
        from voice_chess.adapters.storage.postgres.database import Database
    except ImportError as error:
        message = "A database needs its driver: pip install 'voice-chess[postgres]'"
        raise BadInput(message) from error
    return Database(url)


def told_place(data: Path, database: str | None = None) -> str:
    """Where games are kept, without the password of a database. Raises as `opened_storage`."""
    if database is None:
        return f"Games are kept in {data}."
    from voice_chess.adapters.storage.postgres.database import told_as

    name = told_as(database)
    return f"Games and their sound are kept in the database {name}, learnt voices in {data}."


@contextmanager
def _in_files(data: Path) -> Iterator[Storage]:
    with (
        closing(SharedJournal(data / "journal.sqlite")) as journal,
        closing(SqliteRegister(data / "seats.sqlite")) as register,
        closing(SqliteEventJournal(data / "events.sqlite")) as events,
    ):
        latest_ms = journal.latest_ms()
        yield Storage(
            journal=journal,
            register=register,
            events=events,
            sounds=SoundShelf(data / "games"),
            latest_ms=latest_ms,
        )


def _in_database(database: "Database", data: Path, lease: Lease | None = None) -> Storage:
    """The time goes on from the database's: the machines that share it may differ."""
    from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
    from voice_chess.adapters.storage.postgres.journal import PostgresJournal
    from voice_chess.adapters.storage.postgres.register import PostgresRegister
    from voice_chess.adapters.storage.postgres.sounds import PostgresSounds

    journal = PostgresJournal(database, lease)
    return Storage(
        journal=journal,
        register=PostgresRegister(database, data / KEY),
        events=PostgresEventJournal(database, lease),
        sounds=PostgresSounds(database, lease),
        latest_ms=max(journal.latest_ms(), database.now_ms()),
    )
