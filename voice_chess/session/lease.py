"""The ownership of a hall among servers that share a database: a lease that lapses.

Only one server at a time writes to a hall. Taking a hall raises its epoch, and every write states
the epoch that its server took. So a server that was believed dead, and in fact goes on, can write
nothing any more. All times are read from the database's clock, the same for all servers.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from voice_chess.session.ports import JournalLost

LASTS_MS = 5_000
"""How long a lease lasts after its last renewal; then another server may take the hall."""
RENEWED_EVERY_MS = 1_000


class LeaseLost(JournalLost):
    """Another server owns the hall now; nothing was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right of the server `node` to write to `hall` until it is taken with a higher epoch.

    Another server may take it from `until_ms` on.
    """

    hall: str
    node: str
    epoch: int
    until_ms: int


class Leases(Protocol):
    """The leases of all halls. Every method raises `JournalLost` when the storage fails."""

    def take(self, hall: str, node: str) -> Lease:
        """Take the hall for this node, unless another node's lease still lasts.

        Return the lease that holds then: the new one, or the other node's.
        """

    def take_all(self, halls: Collection[str], node: str) -> tuple[Lease, ...]:
        """Do as `take` for many halls at once; the leases come in the order of the halls."""

    def renew(self, held: Lease) -> Lease:
        """Let the lease last for `LASTS_MS` more from now on.

        Raises `LeaseLost` if another server has taken the hall.
        """

    def renew_all(self, held: Collection[Lease]) -> tuple[Lease, ...]:
        """Renew many leases at once, and return them; those that were lost are left out."""

    def give_back(self, held: Lease) -> None:
        """End the lease, so that any server can take the hall at once.

        A lease that was lost already is left alone.
        """

    def give_back_all(self, held: Collection[Lease]) -> None:
        """Do as `give_back` for many leases at once."""

    def lasting(self) -> tuple[Lease, ...]:
        """Return the leases of all servers that last now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fellow:
    """A server that shares the games; the others reach it at `address`, as host:port."""

    node: str
    address: str


class Fellows(Protocol):
    """The register of the servers that share the games.

    Every method raises `JournalLost` when the storage fails.
    """

    def announce(self, node: str, address: str) -> None:
        """Register the server as alive for as long as a lease lasts (`LASTS_MS`) from now on.

        The others reach it at `address`, as host:port.
        """

    def alive(self) -> Mapping[str, str]:
        """Return the address of each server that is alive, by its node."""

    def leave(self, node: str) -> None:
        """Remove the server from the register, if it is there."""


def lets_take(found: Lease, node: str, now_ms: int) -> bool:
    """Return whether the node may take the hall of this lease.

    The lease's own node always may; another must wait until the lease has lapsed.
    """
    return found.node == node or now_ms >= found.until_ms


def taken(found: Lease | None, hall: str, node: str, now_ms: int) -> Lease:
    """Return the lease of the hall after this node has asked for it.

    It is a new lease of this node with the next epoch, unless another node's lease lasts.
    `found` is the last lease of the hall, None if there was none.
    """
    if found is not None and not lets_take(found, node, now_ms):
        return found
    epoch = 0 if found is None else found.epoch
    return Lease(hall=hall, node=node, epoch=epoch + 1, until_ms=now_ms + LASTS_MS)


def renewed(found: Lease | None, held: Lease, now_ms: int) -> Lease:
    """Return the lease with a new end; one that lapsed, but that nobody has taken, goes on.

    Raises `LeaseLost` if `found`, the last lease of the hall, has another epoch or is None.
    """
    if found is None or found.epoch != held.epoch:
        raise LeaseLost(told_lost(found))
    return replace(held, until_ms=now_ms + LASTS_MS)


def told_lost(found: Lease | None) -> str:
    """Return the message for a server that must end; `found` is the lease that replaced its own."""
    other = "another server" if found is None else f"the server {found.node}"
    return f"The games have been taken over by {other}; this one has ended, and nothing is lost."
