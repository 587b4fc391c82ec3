"""Competitions in one SQLite file: safe on disk on return, before anybody is told."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from voice_chess.adapters.storage.event_chain import Chain, checked, linked, told_conflict, written
from voice_chess.adapters.storage.event_codec import CHANGES
from voice_chess.adapters.storage.placed_connection import PlacedConnection
from voice_chess.adapters.storage.sqlite_reading import OwnTable
from voice_chess.adapters.storage.sqlite_transactions import (
    WHAT_NOW,
    WrittenBefore,
    all_or_nothing,
    copied,
    one_snapshot,
    opened,
    told_plainly,
)
from voice_chess.event.changes import Change
from voice_chess.session.ports import Conflict, JournalDamaged

_MIGRATIONS = "voice_chess.adapters.storage.sqlite_migrations.events"
_OWN = OwnTable(name="change", columns={"event", "version", "name", "body"})


class SqliteEventJournal:
    """`EventJournal` in a file, for any thread."""

    def __init__(self, path: Path, *, is_for_reading: bool = False) -> None:
        """Open or create it; for reading, take a copy and change nothing, not even the folder.

        Raises `JournalLost` if that can't be done.
        """
        self._path = path
        self._lock = threading.Lock()
        with told_plainly(self._told):
            self._connection = (copied if is_for_reading else opened)(path, _MIGRATIONS, _OWN)

    def close(self) -> None:
        self._connection.close()

    def append(self, event_id: str, changes: Sequence[Change], *, after: int) -> int:
        with self._using() as connection, all_or_nothing(connection):
            chain = self._end(event_id)
            if chain.version != after:
                raise Conflict(told_conflict(f"the event {event_id}", chain.version, after))
            rows, end = linked(chain, map(CHANGES.encode, changes))
            connection.executemany(
                "INSERT INTO change VALUES (?, ?, ?, ?, ?)", [(event_id, *row) for row in rows]
            )
            connection.execute(
                "INSERT INTO event (id, version, checksum) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET version = excluded.version, "
                "checksum = excluded.checksum",
                (event_id, end.version, end.checksum),
            )
            return end.version

    def read(self, event_id: str) -> tuple[Change, ...]:
        """Return all changes. Raises `JournalDamaged` if they are not as they were written."""
        with self._using() as connection, one_snapshot(connection):
            found = connection.execute(
                "SELECT version, name, body, chain FROM change WHERE event = ? ORDER BY version",
                (event_id,),
            )
            rows, end = written(found), self._end(event_id)
        if checked(rows, end).broken_at is not None:
            message = (
                f"The file {self._path} is damaged: the event {event_id} is not as it was written. "
                "Copy the folder before anything else."
            )
            raise JournalDamaged(message)
        return tuple(CHANGES.decode(row.name, row.body) for row in rows)

    def delete(self, event_id: str) -> None:
        with self._using() as connection, all_or_nothing(connection):
            connection.execute("DELETE FROM change WHERE event = ?", (event_id,))
            connection.execute("DELETE FROM event WHERE id = ?", (event_id,))

    def event_ids(self) -> tuple[str, ...]:
        return tuple(self.versions())

    def versions(self) -> dict[str, int]:
        with self._using() as connection:
            return dict(connection.execute("SELECT id, version FROM event ORDER BY number"))

    def _end(self, event_id: str) -> Chain:
        row = self._connection.execute(
            "SELECT version, checksum FROM event WHERE id = ?", (event_id,)
        ).fetchone()
        return Chain.of_row(row)

    @contextmanager
    def _using(self) -> Iterator[PlacedConnection]:
        with self._lock, told_plainly(self._told):
            yield self._connection

    def _told(self, reason: str, before: WrittenBefore) -> str:
        return f"The events in {self._path} can't be used ({reason}): {WHAT_NOW[before]}"
