"""Competitions in a shared database: safe on disk on return, before anybody is told."""

from collections.abc import Sequence

from psycopg.errors import UniqueViolation

from voice_chess.adapters.storage.event_chain import Chain, checked, linked, told_conflict, written
from voice_chess.adapters.storage.event_codec import CHANGES
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.leases import LeaseOfHall, lease_of, owned
from voice_chess.event.changes import Change
from voice_chess.session.ports import Conflict, JournalDamaged

_END = "SELECT version, checksum FROM competition WHERE id = %s"
_END_TO_CHANGE = "SELECT version, checksum FROM competition WHERE id = %s FOR UPDATE"
_CHANGES = """
SELECT version, name, body, chain FROM competition_change WHERE competition = %s ORDER BY version
"""
_APPEND = """
INSERT INTO competition_change (competition, version, name, body, chain)
VALUES (%s, %s, %s, %s, %s)
"""
_MOVE_END = """
INSERT INTO competition (id, version, checksum) VALUES (%s, %s, %s)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, checksum = excluded.checksum
"""
_DELETE = (
    "DELETE FROM competition_change WHERE competition = %s",
    "DELETE FROM competition WHERE id = %s",
)


class PostgresEventJournal:
    """`EventJournal` for any number of threads, and for one program at a time, as with games."""

    def __init__(self, database: Database, lease: LeaseOfHall = None) -> None:
        """`lease`: one for all events, or a function that returns each event's lease."""
        self._database = database
        self._lease = lease

    def append(self, event_id: str, changes: Sequence[Change], *, after: int) -> int:
        with self._database.changing() as connection:
            owned(connection, lease_of(self._lease, event_id))()
            known = Chain.of_row(connection.execute(_END_TO_CHANGE, (event_id,)).fetchone())
            if known.version != after:
                raise Conflict(told_conflict(f"the event {event_id}", known.version, after))
            rows, end = linked(known, map(CHANGES.encode, changes))
            try:
                connection.cursor().executemany(_APPEND, [(event_id, *row) for row in rows])
            except UniqueViolation as error:
                # No row could be locked: another program has begun this event at the same moment.
                raise Conflict(told_conflict(f"the event {event_id}", after + 1, after)) from error
            connection.execute(_MOVE_END, (event_id, end.version, end.checksum))
            return end.version

    def read(self, event_id: str) -> tuple[Change, ...]:
        """Return all changes. Raises `JournalDamaged` if they are not as they were written."""
        # One snapshot, so that nothing is appended between the two queries.
        with self._database.changing() as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            rows = written(connection.execute(_CHANGES, (event_id,)))
            end = Chain.of_row(connection.execute(_END, (event_id,)).fetchone())
        if checked(rows, end).broken_at is not None:
            message = (
                f"The database {self._database.name} is damaged: the event {event_id} is not as it "
                "was written. Make a backup of it before anything else."
            )
            raise JournalDamaged(message)
        return tuple(CHANGES.decode(row.name, row.body) for row in rows)

    def delete(self, event_id: str) -> None:
        with self._database.changing() as connection:
            owned(connection, lease_of(self._lease, event_id))()
            # An append meanwhile holds this row; a later one finds no version to append to.
            connection.execute(_END_TO_CHANGE, (event_id,))
            for change in _DELETE:
                connection.execute(change, (event_id,))

    def event_ids(self) -> tuple[str, ...]:
        return tuple(self.versions())

    def versions(self) -> dict[str, int]:
        return dict(self._database.rows("SELECT id, version FROM competition ORDER BY number"))
