"""Leases in the shared database: a server that takes a hall waits for the owner's current write."""

from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from voice_chess.adapters.storage.postgres.database import (
    PROGRAM,
    Database,
    PatientConnection,
    now_ms,
)
from voice_chess.session.lease import (
    LASTS_MS,
    Lease,
    LeaseLost,
    lets_take,
    taken,
    told_lost,
)
from voice_chess.session.lobby.parts import EVERYTHING

# All lock rows in the order of their names, so that no two wait for each other.
_KNOWN = """
INSERT INTO lease (hall) SELECT hall FROM unnest(%s::text[]) AS hall ORDER BY hall
ON CONFLICT (hall) DO NOTHING
"""
_FOUND = "SELECT hall, node, epoch, until_ms FROM lease WHERE hall = ANY(%s) ORDER BY hall"
# Conflicts with an owner's writes, which hold the row FOR KEY SHARE.
_FOUND_TO_TAKE = f"{_FOUND} FOR UPDATE"
# Does not conflict with writes: an owner who writes without a pause must be able to renew.
_RENEW = """
WITH held AS (
    SELECT lease.hall FROM lease JOIN unnest(%s::text[], %s::bigint[]) AS asked (hall, epoch)
        USING (hall, epoch)
    ORDER BY lease.hall FOR NO KEY UPDATE OF lease
)
UPDATE lease SET until_ms = floor(extract(epoch FROM clock_timestamp()) * 1000) + %s
FROM held WHERE lease.hall = held.hall
RETURNING lease.hall, lease.node, lease.epoch, lease.until_ms
"""
_TAKE = """
UPDATE lease SET node = %s, epoch = asked.epoch, until_ms = asked.until_ms
FROM unnest(%s::text[], %s::bigint[], %s::bigint[]) AS asked (hall, epoch, until_ms)
WHERE lease.hall = asked.hall
"""
_GIVE_BACK = """
UPDATE lease SET until_ms = 0 FROM unnest(%s::text[], %s::bigint[]) AS asked (hall, epoch)
WHERE lease.hall = asked.hall AND lease.epoch = asked.epoch
"""
_OWNED = "SELECT 1 FROM lease WHERE hall = %s AND epoch = %s FOR KEY SHARE"
_OWNED_OF_MANY = """
SELECT lease.hall FROM lease JOIN unnest(%s::text[], %s::bigint[]) AS asked (hall, epoch)
    USING (hall, epoch)
ORDER BY lease.hall FOR KEY SHARE OF lease
"""
# The time-out for idle transactions does not run in the middle of a pipeline.
_END_WHO_STANDS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = %s AND pid <> pg_backend_pid()
    AND xact_start IS NOT NULL AND wait_event = 'ClientRead'
    AND greatest(query_start, state_change) < clock_timestamp() - %s * interval '1 millisecond'
"""
_LASTING = "SELECT hall, node, epoch, until_ms FROM lease WHERE until_ms > %s ORDER BY hall"
_DEALT = "SELECT parts FROM dealing FOR UPDATE"
_DEALT_SO = "SELECT 1 FROM dealing WHERE parts = %s FOR SHARE"
_DEAL = "UPDATE dealing SET parts = %s"
# A server that was only suspended must write nothing in parts that are dealt differently now.
_SHUT_OUT = "UPDATE lease SET node = '', epoch = epoch + 1, until_ms = 0 WHERE until_ms <= %s"
_ANNOUNCE = """
INSERT INTO server (node, address, until_ms) VALUES (%s, %s, %s)
ON CONFLICT (node) DO UPDATE SET address = excluded.address, until_ms = excluded.until_ms
"""
_ALIVE = "SELECT node, address FROM server WHERE until_ms > %s ORDER BY node"
_FORGET = "DELETE FROM server WHERE until_ms < %s"
_WAIT_FOR_LOCKS = "SELECT set_config('lock_timeout', %s, true)"
_FORGOTTEN_MS = 3_600_000
_LOCK_MS = 3_000
"""Time-out for locks: callers that have given up must not stay in the database's queue."""

LeaseOfHall: TypeAlias = Lease | Callable[[str], Lease] | None
"""One lease for everything, or a function from a game or event to its lease.

None means that the database is not shared.
"""


class PostgresLeases:
    """`Leases` by the database's clock, which is read once the lease's row is locked."""

    def __init__(self, database: Database, parts: int | None = None) -> None:
        """Take nothing any more once the games are dealt into another number of parts."""
        self._database = database
        self._parts = parts

    def take(self, hall: str, node: str) -> Lease:
        """Take the lease as the port says; end half-written work of an owner whose lease lapsed."""
        (lease,) = self.take_all((hall,), node)
        return lease

    def take_all(self, halls: Collection[str], node: str) -> tuple[Lease, ...]:
        with self._database.changing() as connection:
            self._check_dealt(connection)
            found, at_ms = _found(connection, _FOUND, halls), now_ms(connection)
            free = [
                hall for hall in halls if hall not in found or lets_take(found[hall], node, at_ms)
            ]
            if free:
                connection.execute(_END_WHO_STANDS, (PROGRAM, LASTS_MS))
                connection.execute(_WAIT_FOR_LOCKS, (str(_LOCK_MS),))
                connection.execute(_KNOWN, (free,))
                found |= _taken(connection, _found(connection, _FOUND_TO_TAKE, free), node)
            return tuple(found[hall] for hall in halls)

    def _check_dealt(self, connection: PatientConnection) -> None:
        if self._parts is None:
            return
        if connection.execute(_DEALT_SO, (self._parts,)).fetchone() is None:
            message = "The servers of this database deal the games otherwise by now."
            raise LeaseLost(message)

    def renew(self, held: Lease) -> Lease:
        going = self.renew_all((held,))
        if not going:
            with self._database.using() as connection:
                raise LeaseLost(told_lost(_found(connection, _FOUND, (held.hall,)).get(held.hall)))
        return going[0]

    def renew_all(self, held: Collection[Lease]) -> tuple[Lease, ...]:
        with self._database.using() as connection:
            return _leases(connection, _RENEW, *_named(held), LASTS_MS)

    def give_back(self, held: Lease) -> None:
        self.give_back_all((held,))

    def give_back_all(self, held: Collection[Lease]) -> None:
        with self._database.using() as connection:
            connection.execute(_GIVE_BACK, _named(held))

    def lasting(self) -> tuple[Lease, ...]:
        with self._database.using() as connection:
            return _leases(connection, _LASTING, now_ms(connection))


class DealtOtherwise(Exception):
    """A living server deals the games into other parts; `parts` is 0 for an older version's."""

    def __init__(self, parts: int, other: Lease) -> None:
        super().__init__(other.node)
        self.parts = parts
        self.other = other


def dealt(database: Database, wanted: int | None, usual: int) -> int:
    """Agree with the database's other servers on the number of parts for the games.

    One part means that one server has everything. Without a wish it stays as before, or is as
    usual. Raises `DealtOtherwise`.
    """
    with database.changing() as connection:
        ((before,),) = connection.execute(_DEALT).fetchall()
        now = wanted or (before if before > 1 else usual)
        if now != before:
            at_ms = now_ms(connection)
            lasting = _leases(connection, _LASTING, at_ms)
            others = [lease for lease in lasting if now > 1 or lease.hall != EVERYTHING]
            if others:
                raise DealtOtherwise(before, others[0])
            connection.execute(_DEAL, (now,))
            connection.execute(_SHUT_OUT, (at_ms,))
        return now


def _taken(
    connection: PatientConnection, found: Mapping[str, Lease], node: str
) -> dict[str, Lease]:
    """Take these rows if they are free; they stay locked until the end of the transaction."""
    at_ms = now_ms(connection)
    now = {hall: taken(lease, hall, node, at_ms) for hall, lease in found.items()}
    ours = [lease for hall, lease in now.items() if lease != found[hall]]
    halls, epochs = _named(ours)
    connection.execute(_TAKE, (node, halls, epochs, [lease.until_ms for lease in ours]))
    return now


class PostgresFellows:
    """`Fellows` by the database's clock; records of dead servers are soon deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def announce(self, node: str, address: str) -> None:
        with self._database.changing() as connection:
            at_ms = now_ms(connection)
            connection.execute(_ANNOUNCE, (node, address, at_ms + LASTS_MS))
            connection.execute(_FORGET, (at_ms - _FORGOTTEN_MS,))

    def alive(self) -> Mapping[str, str]:
        with self._database.using() as connection:
            found = connection.execute(_ALIVE, (now_ms(connection),)).fetchall()
        return dict(found)

    def leave(self, node: str) -> None:
        with self._database.using() as connection:
            connection.execute("DELETE FROM server WHERE node = %s", (node,))


def keep_all_away(connection: PatientConnection) -> bool:
    """Keep all servers from taking a lease in this transaction; return False if one has a lease."""
    connection.execute("LOCK TABLE lease IN EXCLUSIVE MODE")
    held = connection.execute("SELECT 1 FROM lease WHERE until_ms > %s", (now_ms(connection),))
    return held.fetchone() is None


def lease_of(lease: LeaseOfHall, name: str) -> Lease | None:
    """Return the lease of a game or an event. Raises `LeaseLost` if another server has it."""
    return lease(name) if callable(lease) else lease


def owned(connection: PatientConnection, lease: Lease | None) -> Callable[[], None]:
    """Ask, in the transaction that writes, for the hall: nobody else can take it until the end.

    Call the result after everything else that can be asked at once: it raises `LeaseLost` if the
    hall is lost. Without a lease it does nothing, as the database is not shared.
    """
    if lease is None:
        return lambda: None
    asked = connection.execute(_OWNED, (lease.hall, lease.epoch))

    def check() -> None:
        if asked.fetchone() is None:
            raise LeaseLost(told_lost(_found(connection, _FOUND, (lease.hall,)).get(lease.hall)))

    return check


def owned_of(connection: PatientConnection, leases: Collection[Lease]) -> frozenset[str]:
    """Return the halls that are still owned; nobody can take them until the transaction's end."""
    found = connection.execute(_OWNED_OF_MANY, _named(leases)).fetchall()
    return frozenset(hall for (hall,) in found)


def _found(connection: PatientConnection, query: str, halls: Collection[str]) -> dict[str, Lease]:
    return {lease.hall: lease for lease in _leases(connection, query, [*halls])}


def _leases(connection: PatientConnection, query: str, *values: object) -> tuple[Lease, ...]:
    return tuple(
        Lease(hall=hall, node=node, epoch=epoch, until_ms=until_ms)
        for hall, node, epoch, until_ms in connection.execute(query.encode(), values).fetchall()
    )


def _named(leases: Collection[Lease]) -> tuple[list[str], list[int]]:
    """Return halls and epochs in the form that `unnest` takes."""
    return [lease.hall for lease in leases], [lease.epoch for lease in leases]
