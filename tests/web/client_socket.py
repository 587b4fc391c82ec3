"""A socket as pages open it; under TLS once more where its first words are lost on our side."""

import ssl
from contextlib import suppress
from typing import Any

from websockets.exceptions import InvalidMessage
from websockets.sync.client import ClientConnection, connect

from tests.waiting import PATIENCE_S

_TRIES = 3
_WAITS_S = 10


def connected(address: str, trusted: ssl.SSLContext | None, **options: Any) -> ClientConnection:
    """The client listens in a thread of its own while it sends what it asks for.

    An object of OpenSSL is not made for two threads at once: of some hundred times on a busy
    machine the server once is sent nothing at all. Of ten thousand sockets of a client without
    threads none was lost.
    """
    opened: ClientConnection
    for _ in range(_TRIES - 1 if trusted else 0):
        with suppress(InvalidMessage, TimeoutError):
            opened = connect(address, ssl=trusted, open_timeout=_WAITS_S, **options)
            return opened
    opened = connect(address, ssl=trusted, open_timeout=PATIENCE_S, **options)
    return opened
