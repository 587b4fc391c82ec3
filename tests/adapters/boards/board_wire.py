"""The other end of a board's line: a pseudo-terminal on which a test plays the board."""

import os
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from voice_chess.session.ports import BoardSensor
from voice_chess.tactile.sensing import Felt

PATIENCE_S = 60.0


class Wire:
    """The board's end of a line that is open on the program's side too."""

    def __init__(self) -> None:
        self._board, self._program = os.openpty()
        tty.setraw(self._program)
        self.path = Path(os.ttyname(self._program))
        self.asked = b""

    def send(self, data: bytes) -> None:
        os.write(self._board, data)

    def received(self, count: int) -> bytes:
        """As many bytes that the program has sent."""
        found = b""
        while len(found) < count:
            found += os.read(self._board, count - len(found))
        return found

    def watched(self, sensor: BoardSensor) -> "Watcher":
        """A sensor on this line that has asked its three bytes and waits for answers."""
        watcher = Watcher(sensor)
        self.asked = self.received(3)
        return watcher

    def unplug(self) -> None:
        for handle in (self._board, self._program):
            if handle >= 0:
                os.close(handle)
        self._board = self._program = -1


@contextmanager
def wired() -> Iterator[Wire]:
    wire = Wire()
    try:
        yield wire
    finally:
        wire.unplug()


class Watcher:
    """Takes what a sensor tells in a thread, as a session's inbox does."""

    def __init__(self, sensor: BoardSensor) -> None:
        self.seen: list[Felt] = []
        self.error: Exception | None = None
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._watch, args=(sensor,), daemon=True)
        self._thread.start()

    def _watch(self, sensor: BoardSensor) -> None:
        try:
            for happening in sensor.happenings():
                with self._changed:
                    self.seen.append(happening)
                    self._changed.notify()
        except Exception as error:  # noqa: BLE001 - handed to the test
            with self._changed:
                self.error = error
                self._changed.notify()

    def first(self, count: int) -> list[Felt]:
        """As many happenings, as soon as they were told."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.seen) >= count, PATIENCE_S), self.seen
            return self.seen[:count]

    def told_until(self, last: Felt) -> list[Felt]:
        """Everything up to this, once it was told behind something else."""
        with self._changed:
            is_told = self._changed.wait_for(lambda: last in self.seen[1:], PATIENCE_S)
            assert is_told, self.seen
            return list(self.seen)

    def failed(self) -> Exception:
        with self._changed:
            assert self._changed.wait_for(lambda: self.error is not None, PATIENCE_S)
            assert self.error is not None
            return self.error
