"""Runs `voice-chess play` with typed input in its own process at a terminal, as a player does."""

import contextlib
import os
import pty
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tests.waiting import waited


@dataclass
class PlayedAtATerminal:
    """A running program; its output is read as it comes, and it ends with the test."""

    data: Path
    environment: dict[str, str]
    options: tuple[str, ...] = ()
    """More options for the command line."""
    text: str = ""
    _hand: int = 0
    _reader: threading.Thread = field(init=False)
    process: "subprocess.Popen[bytes]" = field(init=False)

    def __post_init__(self) -> None:
        self._hand, screen = pty.openpty()
        command = ["play", "--typed", "--press", "command", "--data", str(self.data)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "voice_chess", *command, *self.options],
            env=self.environment,
            stdin=screen,
            stdout=screen,
            stderr=screen,
        )
        os.close(screen)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            while data := os.read(self._hand, 4_096):
                self.text += data.decode("utf-8", "replace")

    def types(self, line: str) -> None:
        os.write(self._hand, f"{line}\n".encode())

    def tells(self, words: str) -> None:
        """Wait for these words in the output, and drop all output up to them."""
        waited(lambda: words in self.text or not self._reader.is_alive())
        assert words in self.text, self.text
        self.text = self.text.partition(words)[2]

    def killed(self) -> None:
        self.process.kill()
        self.process.wait()
