"""The journal of games in a shared database: safe on disk on return, before anybody is told."""

from collections.abc import Collection, Sequence
from typing import Any

import psycopg
from psycopg import Cursor
from psycopg.errors import UniqueViolation

from voice_chess.adapters.storage.event_chain import (
    Chain,
    ChainCheck,
    checked,
    linked,
    told_conflict,
    written,
)
from voice_chess.adapters.storage.event_codec import EVENTS, EVIDENCE
from voice_chess.adapters.storage.gathering import Gathered, Gathering
from voice_chess.adapters.storage.postgres.appends import GameAppend, append_all
from voice_chess.adapters.storage.postgres.database import Database, PatientConnection
from voice_chess.adapters.storage.postgres.leases import LeaseOfHall, lease_of, owned, owned_of
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.in_loop import may_block
from voice_chess.session.lease import Lease, LeaseLost
from voice_chess.session.ports import (
    MOST_REQUESTS,
    Conflict,
    DoneBefore,
    JournalDamaged,
    JournalLost,
    RequestKey,
    WholePart,
)

_END = "SELECT version, checksum FROM game_end WHERE game = %s"
# As few statements as possible: each costs the program as much as its own work does.
_END_TO_CHANGE = """
SELECT version, checksum, EXISTS (
    SELECT 1 FROM request JOIN unnest(%s::text[], %s::text[]) AS asked (seat, key) USING (seat, key)
    WHERE request.game = game_end.game
) FROM game_end WHERE game = %s FOR UPDATE
"""
_EVENTS = "SELECT version, name, body, chain FROM game_event WHERE game = %s ORDER BY version"
_APPEND = """
INSERT INTO game_event (game, version, name, body, chain)
SELECT %s, * FROM unnest(%s::integer[], %s::text[], %s::text[], %s::text[])
RETURNING version
"""
_MOVE_END = """
WITH asked AS (
    INSERT INTO request (seat, key, game, version)
    SELECT seat, key, %s, %s FROM unnest(%s::text[], %s::text[]) AS asked (seat, key)
)
INSERT INTO game_end (game, version, checksum, latest_ms) VALUES (%s, %s, %s, %s)
ON CONFLICT (game) DO UPDATE SET
    version = excluded.version, checksum = excluded.checksum,
    latest_ms = greatest(game_end.latest_ms, excluded.latest_ms)
"""
_MOST_ENDS = 20_000
"""The most ends remembered. Then all are forgotten, and remembered again at the next append."""

_REQUESTS = """
SELECT seat, key FROM request WHERE game = %s AND version <= coalesce(%s, version)
ORDER BY version DESC LIMIT %s
"""
_NOTE = """
INSERT INTO evidence (game, name, body) SELECT %s, * FROM unnest(%s::text[], %s::text[])
"""
_BEAT = """
INSERT INTO heartbeat (game, at_ms) SELECT game, %s FROM unnest(%s::text[]) AS game ORDER BY game
ON CONFLICT (game) DO UPDATE SET at_ms = excluded.at_ms
"""
_DELETE = (
    "DELETE FROM game_event WHERE game = %s",
    "DELETE FROM evidence WHERE game = %s",
    "DELETE FROM game_end WHERE game = %s",
    "DELETE FROM heartbeat WHERE game = %s",
    "DELETE FROM request WHERE game = %s",
)
_LATEST = """
SELECT coalesce(max(at_ms), 0) FROM (
    SELECT max(latest_ms) AS at_ms FROM game_end UNION ALL SELECT max(at_ms) FROM heartbeat
) AS latest
"""


class PostgresJournal:
    """`Journal` for any number of threads, and for one program at a time.

    With a lease, every write raises `LeaseLost` once another program has taken it.
    """

    def __init__(self, database: Database, lease: LeaseOfHall = None) -> None:
        self._database = database
        self._lease = lease
        self._ends: dict[str, Chain] = {}
        """The end at which this program has left each game, as far as it remembers."""
        self._gathering: Gathering[GameAppend, Chain | None] = Gathering(self._append_gathered)

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        known = self._ends.pop(game_id, None)
        end: Chain | None = None
        # If the database is known to be away, nobody queues behind the caller who tries it again.
        is_usual = bool(events) and len(requests) <= 1 and not self._database.is_away
        if is_usual and known is not None and known.version == after:
            end = self._appended_with_others(game_id, events, known, *requests, evidence=evidence)
        if end is None:
            end = self._appended_alone(game_id, events, after, requests, evidence)
        if len(self._ends) >= _MOST_ENDS:
            self._ends.clear()
        self._ends[game_id] = end
        return end.version

    def _appended_with_others(
        self,
        game_id: str,
        events: Sequence[Event],
        known: Chain,
        request: RequestKey | None = None,
        *,
        evidence: Sequence[Evidence],
    ) -> Chain | None:
        """Append together with other games; return None if nothing of this game was written.

        Then a check failed, or the caller must find out by appending alone.
        """
        lease = lease_of(self._lease, game_id)
        one = GameAppend.of(game_id, events, known, lease, request=request, evidence=evidence)
        return self._gathering.ask(one)

    def _append_gathered(self, asked: Sequence[Gathered[GameAppend, Chain | None]]) -> None:
        """Append all of these in one transaction."""
        try:
            with self._database.using() as connection:
                written = _written(connection, [one.work for one in asked])
        except JournalLost as error:
            for one in asked:
                one.fail(JournalLost(*error.args))
            # The callers behind these don't wait in vain, too: each tries the database alone.
            for one in self._gathering.take_waiting():
                one.succeed(None)
            return
        for number, one in enumerate(asked):
            one.succeed(one.work.end if number in written else None)

    @may_block
    def _appended_alone(
        self,
        game_id: str,
        events: Sequence[Event],
        after: int,
        requests: Sequence[RequestKey],
        evidence: Sequence[Evidence],
    ) -> Chain:
        """Append alone, after checks. Raises `DoneBefore`, `Conflict` or `LeaseLost`."""
        with self._database.writing() as connection:
            check_owned = owned(connection, lease_of(self._lease, game_id))
            asked = _named(requests)
            found = connection.execute(_END_TO_CHANGE, (*asked, game_id))
            check_owned()
            row = found.fetchone()
            if row is not None and row[2]:
                raise DoneBefore
            known = Chain.of_row(row)
            if known.version != after:
                raise Conflict(told_conflict(f"game {game_id}", known.version, after))
            if evidence:
                _note(connection, game_id, evidence)
            rows, end = linked(known, map(EVENTS.encode, events))
            if not rows:
                return known
            appended = connection.execute(_APPEND, (game_id, *map(list, zip(*rows, strict=True))))
            if after == 0:
                _check_first(game_id, appended)
            latest_ms = max(event.at_ms for event in events)
            moved_to = (game_id, end.version, end.checksum, latest_ms)
            connection.execute(_MOVE_END, (game_id, end.version, *asked, *moved_to))
            return end

    @may_block
    def requests(self, game_id: str, *, up_to: int | None = None) -> tuple[RequestKey, ...]:
        rows = self._database.rows(_REQUESTS, game_id, up_to, MOST_REQUESTS)
        return tuple(RequestKey(seat=seat, key=key) for seat, key in reversed(rows))

    @may_block
    def read(self, game_id: str) -> tuple[Event, ...]:
        """Return all events. Raises `JournalDamaged` if they are not as they were written."""
        found = self.read_whole(game_id)
        if found.damage is not None:
            raise found.damage
        return found.events

    @may_block
    def read_whole(self, game_id: str) -> WholePart:
        # One snapshot, so that nothing is appended between the two queries.
        with self._database.changing() as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            rows = written(connection.execute(_EVENTS, (game_id,)))
            end = Chain.of_row(connection.execute(_END, (game_id,)).fetchone())
        found = checked(rows, end)
        return WholePart(
            events=tuple(EVENTS.decode(row.name, row.body) for row in rows[: found.whole]),
            damage=self._damage(game_id, found),
        )

    def _damage(self, game_id: str, found: ChainCheck) -> JournalDamaged | None:
        if found.broken_at is None:
            return None
        message = (
            f"The database {self._database.name} is damaged: of game {game_id} event "
            f"{found.broken_at} is not as it was written. Make a backup of it before anything else."
        )
        return JournalDamaged(message)

    @may_block
    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        with self._database.writing() as connection:
            owned(connection, lease_of(self._lease, game_id))()
            _note(connection, game_id, evidence)

    @may_block
    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        rows = self._database.rows(
            "SELECT name, body FROM evidence WHERE game = %s ORDER BY number", game_id
        )
        return tuple(EVIDENCE.decode(name, body) for name, body in rows)

    def game_ids(self) -> tuple[str, ...]:
        rows = self._database.rows("SELECT game FROM game_end ORDER BY number")
        return tuple(game for (game,) in rows)

    @may_block
    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        with self._database.writing() as connection:
            connection.execute(_BEAT, (at_ms, self._owned(connection, game_ids)))

    def _owned(self, connection: PatientConnection, game_ids: Collection[str]) -> list[str]:
        """Return the games that are still ours. Raises `LeaseLost` if none is."""
        lost: LeaseLost | None = None
        groups: dict[Lease | None, list[str]] = {}
        for game_id in game_ids:
            try:
                groups.setdefault(lease_of(self._lease, game_id), []).append(game_id)
            except LeaseLost as error:
                lost = error
        leases = {lease.hall: lease for lease in groups if lease is not None}
        halls = owned_of(connection, leases.values()) if leases else frozenset()
        try:
            for hall in [*leases.keys() - halls][:1]:
                owned(connection, leases[hall])()  # raises an error that names the new owner
        except LeaseLost as error:
            lost = error
        ours = [
            game_id
            for lease, of_it in groups.items()
            if lease is None or lease.hall in halls
            for game_id in of_it
        ]
        if lost is not None and not ours:
            raise lost
        return ours

    @may_block
    def last_beat_ms(self, game_id: str) -> int | None:
        rows = self._database.rows("SELECT at_ms FROM heartbeat WHERE game = %s", game_id)
        return int(rows[0][0]) if rows else None

    def delete(self, game_id: str) -> None:
        with self._database.writing() as connection:
            # Among servers that share games, a game without seats belongs to none of them.
            if not callable(self._lease):
                owned(connection, self._lease)()
            for delete in _DELETE:
                connection.execute(delete, (game_id,))

    def latest_ms(self) -> int:
        ((latest,),) = self._database.rows(_LATEST)
        return int(latest)


def _written(connection: PatientConnection, games: Sequence[GameAppend]) -> Collection[int]:
    """Return which were written; none if the database refuses one, as each then tries alone."""
    try:
        return append_all(connection, games)
    except psycopg.Error:
        if connection.closed or len(games) == 1:
            raise
        return ()


def _note(connection: PatientConnection, game_id: str, evidence: Sequence[Evidence]) -> None:
    encoded = [EVIDENCE.encode(item) for item in evidence]
    names, bodies = [name for name, _ in encoded], [body for _, body in encoded]
    connection.execute(_NOTE, (game_id, names, bodies))


def _named(requests: Sequence[RequestKey]) -> tuple[list[str], list[str]]:
    """Return seats and keys in the form that `unnest` takes."""
    return [request.seat for request in requests], [request.key for request in requests]


def _check_first(game_id: str, appended: Cursor[Any]) -> None:
    """Raise `Conflict` if another program has begun this game at the same moment.

    There was no row that could have been locked.
    """
    try:
        appended.fetchall()
    except UniqueViolation as error:
        raise Conflict(told_conflict(f"game {game_id}", 1, 0)) from error
