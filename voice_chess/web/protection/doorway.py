"""The connections at the server's door: how many of one place, how many in all, and who must go.

A connection is open from its first packet to its end, and waits until the server has all of a
request. Whoever asks at once is never the one that has waited longest: when too many wait, that
one goes, so that those who open connections and ask for nothing push out each other alone.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Generic, TypeVar

Guest = TypeVar("Guest")
LISTS = "/players/list"
"""Where addresses end to which a list of players goes: of all that is sent it alone is long."""
LONGEST_LIST = 262_144
"""Bytes: 999 players with all that a federation asks, or 400 with the rounds of a report."""
_NETWORK_BITS = 64
"""An address of IPv6 comes with so many bits of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What is taken from somebody of whom nothing is known yet."""

    head_bytes: int = 16_384
    """The line with the address, and all headers."""

    request_bytes: int = 65_536
    """A whole request: its head, its body, and what frames it."""

    list_bytes: int = LONGEST_LIST + 65_536
    """The same for a list of players."""

    request_ms: int = 10_000
    """For all of a request to come, from the opening of its connection or the answer before."""

    message_bytes: int = 65_536
    """Of a socket; a tenth of a second of sound is the largest that pages send."""

    connections: int = 12_000
    of_place: int = 256
    """Open ones of one place; behind one address there may be a school."""

    waiting: int = 1_000
    waiting_of_place: int = 64


def place_of(address: str) -> str:
    """What counts as one place: an address, or the network that one household has in IPv6."""
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
    """Counts; a place that is trusted, as a proxy is, has no limit of its own."""

    def __init__(self, limits: Limits, is_trusted: Callable[[str], bool] = lambda _: False) -> None:
        self.limits = limits
        self._is_trusted = is_trusted
        self._places: dict[Guest, str] = {}
        self._open: Counter[str] = Counter()
        self._waiting: dict[Guest, None] = {}
        """In the order in which they began to."""
        self._waiting_of: dict[str, dict[Guest, None]] = {}

    def __len__(self) -> int:
        """How many are open."""
        return len(self._places)

    def enters(self, guest: Guest, address: str) -> bool:
        """False where there is no room; then it does not count."""
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
        """Once is enough; twice does no harm."""
        self.served(guest)
        place = self._places.pop(guest, None)
        if place is None:
            return
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]

    def waits(self, guest: Guest) -> Guest | None:
        """It has nothing whole to be answered; returns whoever must go for its sake."""
        place = self._places[guest]
        own = self._waiting_of.setdefault(place, {})
        self._waiting[guest] = own[guest] = None
        if place and len(own) > self.limits.waiting_of_place:
            return next(iter(own))
        if len(self._waiting) > self.limits.waiting:
            return next(iter(self._waiting))
        return None

    def served(self, guest: Guest) -> None:
        """It waits no more."""
        if guest not in self._waiting:
            return
        del self._waiting[guest]
        place = self._places[guest]
        own = self._waiting_of[place]
        del own[guest]
        if not own:
            del self._waiting_of[place]
