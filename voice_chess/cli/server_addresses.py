"""The addresses of a server: where it listens, and by which names people reach it."""

import errno
import socket
from collections.abc import Sequence
from pathlib import Path

from voice_chess.arguments import WrongArgument
from voice_chess.web.protection.hosts import EVERY_ADDRESS, LOOPBACK

_OF_THE_PORT = (errno.EADDRINUSE, errno.EACCES)
"""Errors that are the fault of the port and not of the host."""
_ELSEWHERE = "192.0.2.1"
"""An address that belongs to nobody (RFC 5737), so that the route to it leads to the network."""
_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - recognised, not bound
"""The local address of a server that listens at every address of a kind."""


def listening_at(
    host: str, port: int, *, is_shared: bool = False, option: str = "--host"
) -> socket.socket:
    """Return a listening socket. `is_shared`: other servers on this computer use the same port.

    Raises `WrongArgument`, whose message names the `option` that gave the host.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    may_share = is_shared and hasattr(socket, "SO_REUSEPORT")
    try:
        return socket.create_server((host, port), family=family, reuse_port=may_share)
    except OSError as error:
        # Some versions of Python write the address behind the system's reason.
        reason = str(error.strerror or error).partition(" (")[0]
        wrong = "--port" if error.errno in _OF_THE_PORT else option
        message = f"Nobody can be served at {host}, port {port} ({reason}); choose another {wrong}."
        raise WrongArgument(message, wrong) from error


def host_named(host: str) -> str:
    """Return the host as a URL writes it; for "every address", this machine's name."""
    if host in EVERY_ADDRESS:
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def own_address(host: str, port: int, *, is_secure: bool) -> str:
    """Return the address by which a browser on this computer reaches the server.

    If possible it is one for which browsers allow a microphone without a certificate.
    """
    if is_secure:
        return f"https://{host_named(host)}:{port}"
    return f"http://{_LOOPBACK.get(host) or host_named(host)}:{port}"


def others_address(told: Sequence[str], host: str, port: int, cert: Path | None) -> str:
    """Return the address by which other computers reach the server; empty if unknown or none."""
    if told:
        return told[0]
    if host not in EVERY_ADDRESS:
        return "" if host in LOOPBACK else own_address(host, port, is_secure=bool(cert))
    if cert is not None:
        return own_address(host, port, is_secure=True)
    return f"http://{_address_in_network() or socket.gethostname()}:{port}"


def _address_in_network() -> str | None:
    """Return this computer's address in its network, or None; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((_ELSEWHERE, 9))
        except OSError:
            return None
        return str(asked.getsockname()[0])
