"""The host names of this server, and the origins of its own pages.

A request with any other host name is foreign. Anybody can point a name of theirs at this machine,
and a browser would take our responses for those of their pages' own origin.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_SECURE = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
"""The scheme of the pages that open a connection of each scheme: `ws` belongs to `http`."""

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
EVERY_ADDRESS = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, not bound


class Origin(NamedTuple):
    """The origin of a page; two are the same only if all three parts are."""

    scheme: str
    host: str
    port: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosts:
    """The names of this server in small letters. `is_by_number`: every IP address counts, too.

    That is so if it listens at every address. It is safe, because nobody else can point a number
    at this machine as they can a name. Ports don't count, because a proxy can have another.
    """

    names: frozenset[str]
    is_by_number: bool = False

    def know(self, host: str) -> bool:
        found = origin_of(f"http://{host}")
        if found is None:
            return False
        return found.host in self.names or (self.is_by_number and _is_number(found.host))


def hosts_of(listening_at: str, machine: Iterable[str], told: Iterable[str]) -> Hosts:
    """Return the hosts of a server from its address, its machine's names and `told` names."""
    names = {name.lower() for name in (*machine, *told)} | LOOPBACK
    return Hosts(
        names=frozenset({*names, listening_at.lower()} - EVERY_ADDRESS),
        is_by_number=listening_at in EVERY_ADDRESS,
    )


def origin_of(written: str) -> Origin | None:
    """Read an origin as browsers write it, adding a port that is left out; None if malformed."""
    try:
        parts = urlsplit(written)
        port = parts.port
    except ValueError:
        return None
    scheme = _SECURE.get(parts.scheme)
    is_more = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if scheme is None or not parts.hostname or is_more:
        return None
    return Origin(scheme, parts.hostname.removesuffix("."), port or _PORTS[scheme])


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
