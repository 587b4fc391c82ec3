"""Opens the storage of games, seats and events: files of a data folder, or a database.

A folder belongs to one server. A database may be shared. Either one server has all games, and the
others wait until its lease lapses; or the games are dealt into parts, and each server leads some of
them. Programs that only read, import or export use the same storage.
"""

import os
import secrets
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from voice_chess.adapters.sound_record.folder_sounds import FolderSounds
from voice_chess.adapters.sound_record.sound_files import PortableSounds
from voice_chess.adapters.storage.folder_lock import NAME as LOCK
from voice_chess.adapters.storage.folder_lock import FolderLock
from voice_chess.adapters.storage.lease_keeper import LeaseKeeper
from voice_chess.adapters.storage.parts_keeper import PartsKeeper
from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.adapters.storage.sqlite_event_journal import SqliteEventJournal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.own_command import command_to_install
from voice_chess.plain_error import BadInput
from voice_chess.session.lease import Fellow, Lease
from voice_chess.session.lobby.event_ports import EventJournal
from voice_chess.session.lobby.parts import EVERYTHING, USUAL_PARTS, AllParts, Dealing, Parts
from voice_chess.session.lobby.register import Register
from voice_chess.session.ports import Journal
from voice_chess.web.ports import SoundRecords

if TYPE_CHECKING:
    from voice_chess.adapters.storage.postgres.database import Database

JOURNAL, SEATS, EVENTS = "journal.sqlite", "seats.sqlite", "events.sqlite"
"""The files of a data folder that hold its games, its seats and its events."""
_GAMES = "games"
"""The folder of sound and, beside a table, of scoresheets."""
KEY = "seats.key"
SIGNING_KEY = "signing.key"
"""The file of the key with which records of events and exports are signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """A database that servers share; one has all games, or each has some.

    `waits` is called once with the lease of the server that has the games, `lost` with the message
    that says who has taken them from this server.
    """

    url: str
    waits: Callable[[Lease], None] = field(default=lambda _: None)
    lost: Callable[[str], None] = field(default=lambda _: None)
    reached_at: str | None = None
    """Where other servers reach this one, as host:port, if each has some games; else None."""
    parts: int | None = None
    """The number of parts into which the games are dealt then; None: as before, or as usual."""


class KeptSounds(SoundRecords, PortableSounds, Protocol):
    """The sound of games: recorded, played again, exported and imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """All that is kept. A server that starts now must not read a time before `latest_ms`."""

    journal: Journal
    register: Register
    events: EventJournal
    sounds: KeptSounds
    latest_ms: int
    lease: Callable[[], Lease] | None = None
    """Returns the lease as it was last renewed; None where no other server may have all games."""
    parts: Parts = field(default_factory=AllParts)
    time: SystemTime | None = None
    """The time of a server that takes over games of others while it runs; else None."""


@contextmanager
def opened_storage(data: Path, sharing: Sharing | None = None) -> Iterator[Storage]:
    """Open the storage for a server; nobody else writes there meanwhile, or to its part of it.

    Where one server has all games of a shared database, this waits until no other has them. Raises
    `JournalLost` or `BadInput`.
    """
    if sharing is None:
        with _in_files(data) as storage:
            yield storage
        return
    # Leases have connections of their own: moves that wait for each other must not delay a renewal.
    with (
        opened_database(sharing.url) as database,
        opened_database(sharing.url, is_left_alone=True) as of_leases,
    ):
        from voice_chess.adapters.storage.postgres.leases import PostgresLeases
        from voice_chess.adapters.storage.postgres.register import secret_of

        node = f"{socket.gethostname()} (process {os.getpid()}, {secrets.token_hex(4)})"
        if sharing.reached_at is not None:
            with _beside_others(database, of_leases, data, node, sharing) as storage:
                yield storage
            return
        # A server that waits must fail now, and not later, if codes would open nothing here.
        secret = secret_of(database, data / KEY)
        leases = PostgresLeases(of_leases, _dealt(database, 1))
        with LeaseKeeper(
            leases, EVERYTHING, node, waits=sharing.waits, lost=sharing.lost
        ) as keeper:
            found = _in_database(database, secret, keeper.held)
            yield replace(found, lease=lambda: keeper.held)


@contextmanager
def _beside_others(
    database: "Database", of_leases: "Database", data: Path, node: str, sharing: Sharing
) -> Iterator[Storage]:
    """Open a database whose games are shared out among servers; raises `BadInput` if they can't be.

    What this server writes carries the lease of the part to which the game or event belongs.
    """
    from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
    from voice_chess.adapters.storage.postgres.journal import PostgresJournal
    from voice_chess.adapters.storage.postgres.leases import PostgresFellows, PostgresLeases
    from voice_chess.adapters.storage.postgres.register import secret_of
    from voice_chess.adapters.storage.postgres.sounds import PostgresSounds

    dealing = Dealing(_dealt(database, sharing.parts))
    leases, fellows = PostgresLeases(of_leases, dealing.count), PostgresFellows(of_leases)
    found = _in_database(database, secret_of(database, data / KEY))
    time = SystemTime(not_before_ms=found.latest_ms)

    def catch_up() -> None:
        time.advance(max(found.journal.latest_ms(), database.now_ms()))

    own = Fellow(node=node, address=sharing.reached_at or "")
    with PartsKeeper(leases, fellows, own, dealing, before_taking=catch_up) as keeper:
        yield replace(
            found,
            sounds=PostgresSounds(database, keeper.lease_of_game),
            journal=PostgresJournal(database, keeper.lease_of_game),
            events=PostgresEventJournal(database, keeper.lease_of_event),
            parts=keeper,
            time=time,
        )


def _dealt(database: "Database", wanted: int | None) -> int:
    """Return the number of parts; raises `BadInput` where a running server has another number."""
    from voice_chess.adapters.storage.postgres.leases import DealtOtherwise, dealt

    try:
        return dealt(database, wanted, USUAL_PARTS)
    except DealtOtherwise as found:
        raise BadInput(_told_otherwise(found.parts, found.other)) from found


def _told_otherwise(parts: int, other: Lease) -> str:
    if other.hall == EVERYTHING:
        who, do = "One that has all games", "Start all servers of a database with --share, or none"
    elif parts > 1:
        who = f"One that has some of the games, which are dealt into {parts} parts,"
        do = f"Start all servers of a database with --share and --parts {parts}, or none"
    else:
        who, do = "One of an older version, which deals the games otherwise,", "End it first"
    return f"{who} uses this database: {other.node}. {do}."


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesCounted:
    """How many games a storage holds, and how many of them have seats."""

    written: int
    seated: int


def games_counted(data: Path, url: str | None = None) -> GamesCounted | None:
    """Count the games of a storage, as far as it could be opened for a server.

    It is only read, and may not be there yet; None for a database of an earlier version, whose
    tables are left as they are. Raises `JournalLost` or `BadInput`.
    """
    if url is not None:
        return _counted_in_database(data, url)
    if not is_begun(data):
        with _seats_read(data) as (_, register):
            return GamesCounted(written=0, seated=len(register.games()))
    with storage_read(data) as storage:
        return _counted(storage)


def is_begun(data: Path) -> bool:
    """Whether this folder has a journal.

    Where a first start found no room even for its tables, it is empty and alone. An empty one
    beside other files has lost what it held.
    """
    journal = data / JOURNAL
    if not journal.exists():
        return False
    return journal.stat().st_size > 0 or any(
        (data / each).exists() for each in (SEATS, EVENTS, _GAMES)
    )


def _counted_in_database(data: Path, url: str) -> GamesCounted | None:
    with opened_database(url, is_left_alone=True) as database:
        from voice_chess.adapters.storage.postgres.database import TablesFound
        from voice_chess.adapters.storage.postgres.register import secret_looked_at

        match database.tables:
            case TablesFound.NONE:
                return GamesCounted(written=0, seated=0)
            case TablesFound.EARLIER:
                return None
            case TablesFound.PRESENT:
                return _counted(_in_database(database, secret_looked_at(database, data / KEY)))


def _counted(storage: Storage) -> GamesCounted:
    games, seats = storage.journal.game_ids(), storage.register.games()
    return GamesCounted(written=len(games), seated=len(seats))


@contextmanager
def storage_read(data: Path, url: str | None = None) -> Iterator[Storage]:
    """Open a storage for reading; others may write. Raises `JournalLost`, `BadInput`.

    Files may lie in a folder that can't be written. A database that holds nothing yet is refused.
    """
    if url is None:
        with _read_in_files(data) as storage:
            yield storage
        return
    with opened_database(url, is_begun=True) as database:
        from voice_chess.adapters.storage.postgres.register import secret_of

        yield _in_database(database, secret_of(database, data / KEY))


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesLookedAt:
    """The games of a database, for programs that open no seat, and so need no key of codes."""

    name: str
    journal: Journal
    sounds: PortableSounds


@contextmanager
def games_looked_at(url: str) -> Iterator[GamesLookedAt]:
    """Open the games of a database for reading; servers may write. Raises as `opened_database`."""
    with opened_database(url, is_begun=True) as database:
        from voice_chess.adapters.storage.postgres.journal import PostgresJournal
        from voice_chess.adapters.storage.postgres.sounds import PostgresSounds

        yield GamesLookedAt(
            name=database.name,
            journal=PostgresJournal(database),
            sounds=PostgresSounds(database),
        )


@contextmanager
def journal_between_servers(url: str) -> Iterator[Journal]:
    """Open the journal of a database for writing, where no server has any of its games.

    Raises `JournalLost` or `BadInput`.
    """
    with opened_database(url, is_begun=True) as database:
        from voice_chess.adapters.storage.postgres.unserved_journal import UnservedJournal

        yield UnservedJournal(database)


@contextmanager
def storage_made(data: Path, url: str | None, secret: bytes) -> Iterator[Storage]:
    """Make a storage, which is complete when the block ends, or not there at all.

    The folder or the database must be empty. Nobody else uses it meanwhile. `secret` is the
    key of its codes. Raises `BadInput`, `JournalLost`, `OSError`.
    """
    if url is None:
        with _folder_made(data) as unfinished:
            _keep(secret, unfinished / KEY)
            with _in_files(unfinished) as storage:
                yield storage
        return
    with ExitStack() as undo:
        _keep_unless_undone(secret, data / KEY, undo)
        with opened_database(url) as database, database.all_or_nothing() as connection:
            from voice_chess.adapters.storage.postgres.leases import keep_all_away
            from voice_chess.adapters.storage.postgres.register import has_secret, secret_of

            if not keep_all_away(connection):
                message = "A server has this database; end it first. Nothing was changed."
                raise BadInput(message)
            if has_secret(connection):
                message = (
                    f"The database {database.name} is not empty: a server has used it already. "
                    "Create another one for the import, and name it. Nothing was changed."
                )
                raise BadInput(message)
            yield _in_database(database, secret_of(database, data / KEY))
            # A database lost at the very end may have stored everything all the same: keep the key.
            undo.pop_all()


@contextmanager
def _folder_made(data: Path) -> Iterator[Path]:
    """Yield a temporary folder, which takes this one's place when the block has filled it.

    What a killed program left in it is removed. Raises `FolderTaken` where another one fills it.
    """
    data = data.resolve()  # a name such as "." has no folder beside it
    if data.exists() and any(data.iterdir()):
        message = f"{data} is not empty; an import goes into a new folder. Nothing was changed."
        raise BadInput(message)
    unfinished = data.with_name(f"{data.name}.part")
    with ExitStack() as undo:
        with FolderLock(unfinished, "import"):
            undo.callback(shutil.rmtree, unfinished, ignore_errors=True)
            for left in unfinished.iterdir():
                if left.is_dir():
                    shutil.rmtree(left)
                elif left.name != LOCK:
                    left.unlink()
            yield unfinished
        if data.exists():
            data.rmdir()
        unfinished.rename(data)
        undo.pop_all()


def _keep_unless_undone(secret: bytes, path: Path, undo: ExitStack) -> None:
    """Write the key and make its folder; `undo` gets what removes all that was not there before."""
    made = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    is_new = not path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in reversed(made):
        undo.callback(folder.rmdir)
    if is_new:
        undo.callback(path.unlink, missing_ok=True)
    _keep(secret, path)


def _keep(secret: bytes, path: Path) -> None:
    """Write the key into its file, unless it is there. Raises `BadInput` where another key is."""
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
    elif path.read_bytes() != secret:
        message = f"{path} is another server's; name another --data. Nothing was changed."
        raise BadInput(message)


def opened_database(url: str, *, is_begun: bool = False, is_left_alone: bool = False) -> "Database":
    """Open a database. Raises `JournalLost`, and `BadInput` where its driver is not installed."""
    try:
        from voice_chess.adapters.storage.postgres.database import Database
    except ImportError as error:
        message = f"A database needs its driver: {command_to_install('voice-chess[postgres]')}"
        raise BadInput(message) from error
    return Database(url, is_begun=is_begun, is_left_alone=is_left_alone)


def told_place(data: Path, database: str | None = None) -> str:
    """Return a sentence that says where games are kept, without the password of a database.

    Raises as `opened_storage`.
    """
    if database is None:
        return f"Games are kept in {data}."
    from voice_chess.adapters.storage.postgres.database import told_as

    name = told_as(database)
    return f"Games and their sound are kept in the database {name}, learnt voices in {data}."


@contextmanager
def _in_files(data: Path) -> Iterator[Storage]:
    with (
        closing(SharedJournal(data / JOURNAL)) as journal,
        closing(SqliteRegister(data / SEATS)) as register,
        closing(SqliteEventJournal(data / EVENTS)) as events,
    ):
        latest_ms = journal.latest_ms()
        yield Storage(
            journal=journal,
            register=register,
            events=events,
            sounds=FolderSounds(data / _GAMES),
            latest_ms=latest_ms,
        )


@contextmanager
def _read_in_files(data: Path) -> Iterator[Storage]:
    """Open the files for reading: events first, whose games then are among the seats and games."""
    with (
        _seats_read(data) as (events, register),
        closing(SqliteJournal(data / JOURNAL, is_for_reading=True)) as journal,
    ):
        sounds = FolderSounds(data / _GAMES)
        yield Storage(journal=journal, register=register, events=events, sounds=sounds, latest_ms=0)


@contextmanager
def _seats_read(data: Path) -> Iterator[tuple[SqliteEventJournal, SqliteRegister]]:
    """Open the files of events and of seats for reading; those of a table's folder are missing."""
    with (
        closing(SqliteEventJournal(data / EVENTS, is_for_reading=True)) as events,
        closing(SqliteRegister(data / SEATS, is_for_reading=True)) as register,
    ):
        yield events, register


def _in_database(database: "Database", secret: bytes, lease: Lease | None = None) -> Storage:
    """Return the storage in a database, whose time goes on from the database's clock.

    The clocks of the servers that share it may differ.
    """
    from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
    from voice_chess.adapters.storage.postgres.journal import PostgresJournal
    from voice_chess.adapters.storage.postgres.register import PostgresRegister
    from voice_chess.adapters.storage.postgres.sounds import PostgresSounds

    journal = PostgresJournal(database, lease)
    return Storage(
        journal=journal,
        register=PostgresRegister(database, secret),
        events=PostgresEventJournal(database, lease),
        sounds=PostgresSounds(database, lease),
        latest_ms=max(journal.latest_ms(), database.now_ms()),
    )
