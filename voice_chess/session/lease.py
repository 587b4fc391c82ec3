"""The ownership of a hall among servers that share a database: a lease that lapses.

A hall is what one server alone writes to. Taking it raises its epoch, and a writer shows the
epoch that they took: a server that was taken for dead, and goes on, writes nothing any more. Times
are those of the database, the same for all.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from voice_chess.session.ports import JournalLost

LASTS_MS = 5_000
"""So long after its last renewal a server may still be alive; then another takes over."""
RENEWED_EVERY_MS = 1_000


class LeaseLost(JournalLost):
    """Another server owns the hall by now; nothing was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """`node` may write to `hall` as long as nobody has taken it with a higher epoch."""

    hall: str
    node: str
    epoch: int
    until_ms: int


class Leases(Protocol):
    """The leases of all halls. Every method raises `JournalLost` when the storage fails."""

    def take(self, hall: str, node: str) -> Lease:
        """The lease as it is now: that of the node which asks, or of another whose lasts."""

    def take_all(self, halls: Collection[str], node: str) -> tuple[Lease, ...]:
        """The same of many halls at once."""

    def renew(self, held: Lease) -> Lease:
        """Let it last from now on; raises `LeaseLost` once another has taken the hall."""

    def renew_all(self, held: Collection[Lease]) -> tuple[Lease, ...]:
        """The same of many at once; those that are lost are missing."""

    def give_back(self, held: Lease) -> None:
        """Let anybody take the hall at once; nothing is done where it was lost."""

    def give_back_all(self, held: Collection[Lease]) -> None:
        """The same of many halls at once."""

    def lasting(self) -> tuple[Lease, ...]:
        """All that last now, of all servers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fellow:
    """A server that shares the games, and where the others reach it, as host:port."""

    node: str
    address: str


class Fellows(Protocol):
    """Servers that share the games. Every method raises `JournalLost` when the storage fails."""

    def announce(self, node: str, address: str) -> None:
        """It is alive from now on as long as a lease lasts, and reached there, as host:port."""

    def alive(self) -> Mapping[str, str]:
        """Where each is that is alive, by node."""

    def leave(self, node: str) -> None:
        """It is not alive any more; nothing is done where it was not."""


def lets_take(found: Lease, node: str, now_ms: int) -> bool:
    """Its own node may always take it anew; another must wait until it has lapsed."""
    return found.node == node or now_ms >= found.until_ms


def taken(found: Lease | None, hall: str, node: str, now_ms: int) -> Lease:
    """Whose the hall is after this node has asked for it: its own, unless another's lease lasts."""
    if found is not None and not lets_take(found, node, now_ms):
        return found
    epoch = 0 if found is None else found.epoch
    return Lease(hall=hall, node=node, epoch=epoch + 1, until_ms=now_ms + LASTS_MS)


def renewed(found: Lease | None, held: Lease, now_ms: int) -> Lease:
    """Raises `LeaseLost`. One that has lapsed, and that nobody has taken, goes on."""
    if found is None or found.epoch != held.epoch:
        raise LeaseLost(told_lost(found))
    return replace(held, until_ms=now_ms + LASTS_MS)


def told_lost(found: Lease | None) -> str:
    """What somebody who must end is told."""
    other = "another server" if found is None else f"the server {found.node}"
    return f"The games have been taken over by {other}; this one has ended, and nothing is lost."
