"""By which names this server is called, and which pages are its own.

A name that somebody else can point at this machine is none of them: a page under it would be of
the same origin as ours for the browser that shows it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_SECURE = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
"""A socket is opened by a page of the plain scheme, or of the secure one."""

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
EVERY_ADDRESS = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, not bound


class Origin(NamedTuple):
    """Where a page comes from; all three count."""

    scheme: str
    host: str
    port: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosts:
    """Names in small letters; by number, too, where the server listens at every address.

    No page but our own can have a number as its host: a request for that reaches us, or is not
    asking us at all. Ports do not count here, for a proxy may have another.
    """

    names: frozenset[str]
    is_by_number: bool = False

    def know(self, host: str) -> bool:
        found = origin_of(f"http://{host}")
        if found is None:
            return False
        return found.host in self.names or (self.is_by_number and _is_number(found.host))


def hosts_of(listening_at: str, machine: Iterable[str], told: Iterable[str]) -> Hosts:
    """Of a server that listens there, on a machine with these names, and was told of others."""
    names = {name.lower() for name in (*machine, *told)} | LOOPBACK
    return Hosts(
        names=frozenset({*names, listening_at.lower()} - EVERY_ADDRESS),
        is_by_number=listening_at in EVERY_ADDRESS,
    )


def origin_of(written: str) -> Origin | None:
    """As browsers write it, with the port that is left out where it is the usual one."""
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
