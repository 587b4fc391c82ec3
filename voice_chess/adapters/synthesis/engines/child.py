"""Keeps a program running and talks to it line by line; a silent program is ended."""

import queue
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from voice_chess.session.ports import SpeechLost


class Child:
    """Starts the program with the first line for it, and again after it has ended."""

    def __init__(self, command: Sequence[str], called: str, patience_s: float) -> None:
        self._command = tuple(command)
        self._called = called
        self._patience_s = patience_s
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def start(self) -> None:
        """Start it early, so that it is ready for the first line. Raises `SpeechLost`."""
        self._running()

    def tell(self, line: bytes) -> None:
        """Send a line to the program. Raises `SpeechLost`."""
        process = self._running()
        try:
            if process.stdin is not None:
                process.stdin.write(line + b"\n")
                process.stdin.flush()
        except OSError as error:
            self._lost(str(error))

    def told(self, within_s: float | None = None) -> bytes:
        """Wait for the program's next line and return it. Raises `SpeechLost`.

        `within_s` is how long it may take, if not as long as anything.
        """
        patience_s = self._patience_s if within_s is None else within_s
        try:
            line = self._lines.get(timeout=patience_s)
        except queue.Empty:
            self._lost(f"no word from it for {patience_s:g} s")
        if line is None:
            self._lost("it ended by itself")
        return line

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        if process.stdin is not None:
            # Python keeps a line that the program did not take, and tries it once more here.
            with suppress(OSError):
                process.stdin.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            msg = f"{self._called} did not start: {error}"
            raise SpeechLost(msg) from error
        self._process, self._lines = process, queue.SimpleQueue()
        threading.Thread(target=_read, args=(process, self._lines), daemon=True).start()
        return process

    def _lost(self, why: str) -> NoReturn:
        self.close()
        msg = f"{self._called} was lost: {why}"
        raise SpeechLost(msg)


def _read(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Hand over each line, and None at the end."""
    if process.stdout is not None:
        with process.stdout as out:
            for line in out:
                lines.put(line.rstrip(b"\r\n"))
    lines.put(None)
