"""Opens a socket as pages do; under TLS, tries again if the client loses its first request."""

import ssl
from contextlib import suppress
from typing import Any

from websockets.exceptions import InvalidMessage
from websockets.sync.client import ClientConnection, connect

from tests.waiting import PATIENCE_S

_TRIES = 3
_WAITS_S = 10


def connected(address: str, trusted: ssl.SSLContext | None, **options: Any) -> ClientConnection:
    """Return an open socket.

    This client listens in its own thread while it sends its request, but an object of OpenSSL is
    not made for two threads at once. On a busy machine, about once in some hundred times, nothing
    at all is sent to the server. Of ten thousand sockets of a client without threads none was lost.
    """
    opened: ClientConnection
    for _ in range(_TRIES - 1 if trusted else 0):
        with suppress(InvalidMessage, TimeoutError):
            opened = connect(address, ssl=trusted, open_timeout=_WAITS_S, **options)
            return opened
    opened = connect(address, ssl=trusted, open_timeout=PATIENCE_S, **options)
    return opened
