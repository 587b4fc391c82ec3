"""Simulates the cable between browser and server, which can be pulled and plugged in again."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

_PIECE_BYTES = 65_536


class Cable:
    """A proxy at its own address; when pulled, it breaks off all connections."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self._server = (parts.hostname or "", parts.port or 0)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._is_plugged = True
        self._flows = threading.Event()
        self._flows.set()
        self._open: set[socket.socket] = set()
        self._changing = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def pull(self) -> None:
        """Break off all connections, and let no new ones through."""
        with self._changing:
            self._is_plugged = False
            for end in tuple(self._open):
                _break_off(end)

    def plug(self) -> None:
        with self._changing:
            self._is_plugged = True

    def hold(self) -> None:
        """Hold back all data, without either end noticing."""
        self._flows.clear()

    def release(self) -> None:
        self._flows.set()

    def serve(self) -> None:
        """Accept connections until it is closed."""
        with contextlib.suppress(OSError):
            while True:
                self._join(self._listening.accept()[0])

    def close(self) -> None:
        _break_off(self._listening)
        self.pull()
        self.release()

    def _join(self, browser: socket.socket) -> None:
        with self._changing:
            if not self._is_plugged:
                browser.close()
                return
            server = socket.create_connection(self._server)
            ends = (browser, server)
            self._open.update(ends)
        for source, target in (ends, ends[::-1]):
            threading.Thread(target=self._hand_on, args=(source, target), daemon=True).start()

    def _hand_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(_PIECE_BYTES):
                self._flows.wait()
                target.sendall(piece)
        for end in (source, target):
            _break_off(end)
        with self._changing:
            self._open -= {source, target}


def _break_off(end: socket.socket) -> None:
    """Shut down and close a socket; a close alone would not wake a thread that waits for it."""
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextlib.contextmanager
def cabled(server: str) -> Iterator[Cable]:
    """Lay a cable to the server at this address until the block ends."""
    cable = Cable(server)
    thread = threading.Thread(target=cable.serve)
    thread.start()
    try:
        yield cable
    finally:
        cable.close()
        thread.join()
