"""Counts the connections to the server, per place and in all, and decides which one must go.

A connection is open from its first packet to its end. It waits while the server does not have a
whole request from it. When too many wait, the one that has waited longest is closed. An honest
client sends its request at once and never waits longest, so clients that open connections without
asking for anything only push out each other.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Generic, TypeVar

Guest = TypeVar("Guest")
LISTS = "/players/list"
"""The end of addresses that take a list of players, the only long thing that pages send."""
LONGEST_LIST = 262_144
"""Bytes: 999 players with all that a federation asks for, or 400 with a report's rounds."""
_NETWORK_BITS = 64
"""The bits of an IPv6 address that name the network; one household has all addresses in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the server accepts from a client that it knows nothing about yet."""

    head_bytes: int = 16_384
    """A request's head: the line with the address, and all headers."""

    request_bytes: int = 65_536
    """A whole request: its head, its body, and its framing."""

    list_bytes: int = LONGEST_LIST + 65_536
    """A whole request with a list of players."""

    request_ms: int = 10_000
    """The time for a whole request, from the opening of its connection or the last response."""

    message_bytes: int = 65_536
    """A message on a socket; the largest that pages send is a tenth of a second of sound."""

    connections: int = 12_000
    of_place: int = 256
    """Open connections from one place; a whole school can share one address."""

    waiting: int = 1_000
    waiting_of_place: int = 64


def place_of(address: str) -> str:
    """Return the place of an address: itself, or for IPv6 the network that one household has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    network = int(found) >> (128 - _NETWORK_BITS) << (128 - _NETWORK_BITS)
    return f"{IPv6Address(network)}/{_NETWORK_BITS}"


class Doorway(Generic[Guest]):
    """The connections by place. A trusted place, such as a proxy, has no limit of its own."""

    def __init__(self, limits: Limits, is_trusted: Callable[[str], bool] = lambda _: False) -> None:
        self.limits = limits
        self._is_trusted = is_trusted
        self._places: dict[Guest, str] = {}
        self._open: Counter[str] = Counter()
        self._waiting: dict[Guest, None] = {}
        """The waiting connections, longest first."""
        self._waiting_of: dict[str, dict[Guest, None]] = {}

    def __len__(self) -> int:
        """Return how many connections are open."""
        return len(self._places)

    def enters(self, guest: Guest, address: str) -> bool:
        """Count a new connection; return False, without counting it, if there is no room."""
        place = place_of(address)
        if len(self._places) >= self.limits.connections:
            return False
        if not self._is_trusted(address):
            if self._open[place] >= self.limits.of_place:
                return False
        else:
            place = ""
        self._places[guest] = place
        self._open[place] += 1
        return True

    def leaves(self, guest: Guest) -> None:
        """Count a connection no more; a second call for it does nothing."""
        self.served(guest)
        place = self._places.pop(guest, None)
        if place is None:
            return
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]

    def waits(self, guest: Guest) -> Guest | None:
        """Note that a connection has no whole request yet.

        Return the connection that must be closed because too many wait, or None.
        """
        place = self._places[guest]
        own = self._waiting_of.setdefault(place, {})
        self._waiting[guest] = own[guest] = None
        if place and len(own) > self.limits.waiting_of_place:
            return next(iter(own))
        if len(self._waiting) > self.limits.waiting:
            return next(iter(self._waiting))
        return None

    def served(self, guest: Guest) -> None:
        """Note that a connection has a whole request, so that it waits no more."""
        if guest not in self._waiting:
            return
        del self._waiting[guest]
        place = self._places[guest]
        own = self._waiting_of[place]
        del own[guest]
        if not own:
            del self._waiting_of[place]
