"""`voice-chess play`, typed, in a process of its own at a terminal, as a player has it."""

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
    """What it writes is read as it comes; it ends when the test does."""

    data: Path
    environment: dict[str, str]
    options: tuple[str, ...] = ()
    """More of the command line."""
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
        """Wait until this is told, and look only at what comes behind it from now on."""
        waited(lambda: words in self.text or not self._reader.is_alive())
        assert words in self.text, self.text
        self.text = self.text.partition(words)[2]

    def killed(self) -> None:
        self.process.kill()
        self.process.wait()
