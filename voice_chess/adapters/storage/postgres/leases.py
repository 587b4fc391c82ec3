"""Leases in the shared database: whoever takes one waits for what its owner is just writing."""

from collections.abc import Callable, Mapping
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
    renewed,
    taken,
    told_lost,
)

_KNOWN = "INSERT INTO lease (hall) VALUES (%s) ON CONFLICT (hall) DO NOTHING"
_FOUND = "SELECT node, epoch, until_ms FROM lease WHERE hall = %s"
# Against whoever writes as the owner, who holds it by FOR KEY SHARE.
_FOUND_TO_TAKE = "SELECT node, epoch, until_ms FROM lease WHERE hall = %s FOR UPDATE"
# Not against those: an owner who writes without a pause must still be able to renew.
_FOUND_TO_RENEW = "SELECT node, epoch, until_ms FROM lease WHERE hall = %s FOR NO KEY UPDATE"
_CHANGE = "UPDATE lease SET node = %s, epoch = %s, until_ms = %s WHERE hall = %s"
_OWNED = "SELECT 1 FROM lease WHERE hall = %s AND epoch = %s FOR KEY SHARE"
# The time-out for idle transactions does not run in the middle of a pipeline.
_END_WHO_STANDS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = %s AND pid <> pg_backend_pid()
    AND xact_start IS NOT NULL AND wait_event = 'ClientRead'
    AND greatest(query_start, state_change) < clock_timestamp() - %s * interval '1 millisecond'
"""
_LASTING = "SELECT hall, node, epoch, until_ms FROM lease WHERE until_ms > %s"
_ANNOUNCE = """
INSERT INTO server (node, address, until_ms) VALUES (%s, %s, %s)
ON CONFLICT (node) DO UPDATE SET address = excluded.address, until_ms = excluded.until_ms
"""
_ALIVE = "SELECT node, address FROM server WHERE until_ms > %s ORDER BY node"
_FORGET = "DELETE FROM server WHERE until_ms < %s"
_WAIT_FOR_LOCKS = "SELECT set_config('lock_timeout', %s, true)"
_FORGOTTEN_MS = 3_600_000
_LOCK_MS = 3_000
"""Nobody waits in the database's queue any more when their program has given up."""

GameLease: TypeAlias = Lease | Callable[[str], Lease] | None
"""Of all games, or what tells that of each; None where nobody shares the database."""


class PostgresLeases:
    """`Leases` by the database's clock, which is read once its row is held."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, hall: str, node: str) -> Lease:
        """As the port says. Of an owner whose lease has lapsed, what stands half written ends."""
        with self._database.changing() as connection:
            found = _found(connection, _FOUND, hall)
            if found is not None and not lets_take(found, node, now_ms(connection)):
                return found
            connection.execute(_END_WHO_STANDS, (PROGRAM, LASTS_MS))
            connection.execute(_WAIT_FOR_LOCKS, (str(_LOCK_MS),))
            connection.execute(_KNOWN, (hall,))
            found = _found(connection, _FOUND_TO_TAKE, hall)
            now = taken(found, hall, node, now_ms(connection))
            if now != found:
                _change(connection, now)
            return now

    def renew(self, held: Lease) -> Lease:
        with self._database.changing() as connection:
            found = _found(connection, _FOUND_TO_RENEW, held.hall)
            now = renewed(found, held, now_ms(connection))
            _change(connection, now)
            return now

    def give_back(self, held: Lease) -> None:
        with self._database.using() as connection:
            connection.execute(
                "UPDATE lease SET until_ms = 0 WHERE hall = %s AND epoch = %s",
                (held.hall, held.epoch),
            )

    def lasting(self) -> tuple[Lease, ...]:
        with self._database.using() as connection:
            found = connection.execute(_LASTING, (now_ms(connection),)).fetchall()
        return tuple(
            Lease(hall=hall, node=node, epoch=epoch, until_ms=until_ms)
            for hall, node, epoch, until_ms in found
        )


class PostgresFellows:
    """`Fellows` by the database's clock; of the dead nothing is kept for long."""

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
    """Until the end of this transaction no server takes anything; false where one has something."""
    connection.execute("LOCK TABLE lease IN EXCLUSIVE MODE")
    held = connection.execute("SELECT 1 FROM lease WHERE until_ms > %s", (now_ms(connection),))
    return held.fetchone() is None


def lease_of_game(lease: GameLease, game_id: str) -> Lease | None:
    """Raises `LeaseLost` where it is no game of ours."""
    return lease(game_id) if callable(lease) else lease


def owned(connection: PatientConnection, lease: Lease | None) -> Callable[[], None]:
    """Ask in the transaction of what is written: until its end, nobody else takes the hall.

    What comes of it is for after all that can be asked at once: it raises `LeaseLost`. Without a
    lease, nobody shares the database.
    """
    if lease is None:
        return lambda: None
    asked = connection.execute(_OWNED, (lease.hall, lease.epoch))

    def check() -> None:
        if asked.fetchone() is None:
            raise LeaseLost(told_lost(_found(connection, _FOUND, lease.hall)))

    return check


def _found(connection: PatientConnection, query: str, hall: str) -> Lease | None:
    row = connection.execute(query.encode(), (hall,)).fetchone()
    if row is None:
        return None
    node, epoch, until_ms = row
    return Lease(hall=hall, node=node, epoch=epoch, until_ms=until_ms)


def _change(connection: PatientConnection, lease: Lease) -> None:
    connection.execute(_CHANGE, (lease.node, lease.epoch, lease.until_ms, lease.hall))
