"""The window of the terminal is closed in the middle of a game: its records are whole."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.german import PRESS, german, in_words
from tests.web.server.process import Server
from voice_chess.cli.command import CLOSED

pytestmark = pytest.mark.slow

ENDS_WITHIN_S = 60


class Window:
    """A terminal of its own, which is read only on demand, so that it can be closed."""

    def __init__(self, *command: str) -> None:
        self.hand, screen = os.openpty()
        self.process = subprocess.Popen(
            (sys.executable, "-c", _AS_LEADER, *command),
            stdin=screen,
            stdout=screen,
            stderr=screen,
            start_new_session=True,
        )
        os.close(screen)

    def types(self, line: str) -> None:
        os.write(self.hand, f"{line}\n".encode())

    def tells(self, words: str) -> None:
        told, end = "", time.monotonic() + ENDS_WITHIN_S
        while words not in told and time.monotonic() < end:
            if select.select([self.hand], [], [], 1)[0]:
                told += os.read(self.hand, 4_096).decode("utf-8", "replace")
        assert words in told, told

    def close(self) -> int:
        """Return the program's exit code."""
        os.close(self.hand)
        return self.process.wait(ENDS_WITHIN_S)


_WITH_NOHUP = """
import signal, sys
from voice_chess.cli.command_line import main

signal.signal(signal.SIGHUP, signal.SIG_IGN)
sys.exit(main())
"""
_AS_LEADER = """
import fcntl, sys, termios
from voice_chess.cli.command_line import main

fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.exit(main())
"""


@pytest.fixture(autouse=True)
def closing_counts() -> Iterator[None]:
    """Let programs end with their window, also where the tests themselves were begun with nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def test_a_game_whose_window_is_closed_leaves_its_records(tmp_path: Path) -> None:
    window = Window("play", "--typed", "--silent", "--data", str(tmp_path))
    window.tells(german("GameStarted", "white"))
    window.types("e4")
    window.tells(in_words("e4"))
    window.types(PRESS)
    window.tells(german("whose-turn", "black"))
    code = window.close()
    (folder,) = (tmp_path / "games").iterdir()

    assert "1. e4" in (folder / "game.pgn").read_text("utf-8")
    assert (folder / "scoresheet.brf").is_file()
    assert code == CLOSED


def test_a_program_started_with_nohup_goes_on_when_its_window_is_closed(tmp_path: Path) -> None:
    with Server(tmp_path, program=("-c", _WITH_NOHUP)) as server:
        assert server.process is not None
        server.process.send_signal(signal.SIGHUP)

        assert server.arrange()
        assert server.process.poll() is None


def test_a_server_whose_window_is_closed_stops_as_it_does_when_told(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()

    assert server.end(signal.SIGHUP) == 0
