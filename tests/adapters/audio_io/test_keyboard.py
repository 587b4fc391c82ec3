"""Keys in a terminal: each silences the program, a command's key acts without Enter."""

import io
import os
import threading
import time as wall
from collections.abc import Callable, Iterator

import pytest

from voice_chess.adapters.audio_io.barge_in import BargeIn
from voice_chess.adapters.audio_io.keyboard import Keyboard, lines_of
from voice_chess.adapters.audio_io.terminal import PosixTerminal

termios = pytest.importorskip("termios")


PATIENCE_S = 60


def patiently(is_so: Callable[[], bool]) -> None:
    until = wall.monotonic() + PATIENCE_S
    while not is_so():
        assert wall.monotonic() < until
        wall.sleep(0.01)


class Terminal:
    """A terminal with somebody at its keys."""

    def __init__(self) -> None:
        self.keys, self.screen = os.openpty()
        self.presses = 0
        self.before = termios.tcgetattr(self.screen)

    def pressed(self) -> None:
        self.presses += 1

    def type(self, text: str) -> None:
        """Once the terminal is read key by key: before, it keeps whole lines to itself."""
        patiently(lambda: not termios.tcgetattr(self.screen)[3] & termios.ICANON)
        os.write(self.keys, text.encode())

    def presses_when(self, begun: str, finished: str) -> tuple[int, list[str]]:
        """How often a key was told once `begun` was typed, and the line when it was whole."""
        lines = iter(Keyboard(PosixTerminal(self.screen), self.pressed))
        found: list[str] = []
        reader = threading.Thread(target=lambda: found.append(next(lines)))
        reader.start()
        self.type(begun)
        patiently(lambda: self.presses > 0)
        presses = self.presses
        self.type(finished)
        reader.join(PATIENCE_S)
        return presses, found

    def lines(self, typed: str) -> list[str]:
        """What comes of these keys, the last of which ends the input."""
        found: list[str] = []
        reader = threading.Thread(
            target=lambda: found.extend(Keyboard(PosixTerminal(self.screen), self.pressed))
        )
        reader.start()
        for key in typed:
            self.type(key)
        self.type("\x04")
        reader.join(PATIENCE_S)
        assert not reader.is_alive()
        return found


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    found = Terminal()
    yield found
    os.close(found.keys)
    os.close(found.screen)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("e4\nuhr\r", ["e4", "uhr"]),
        (",t", [",t"]),
        (",te5\n", [",t", "e5"]),
        (",s e4\n", [",s e4"]),
        (",L\n", [",L"]),
        ("e5\x7f4\n", ["e4"]),
        ("\x7fe4\n", ["e4"]),
        ("für\n", ["für"]),
        ("\n", [""]),
    ],
)
def test_lines_and_keys_come_as_they_are_typed(
    typed: str, lines: list[str], terminal: Terminal
) -> None:
    assert terminal.lines(typed) == lines


def test_what_is_typed_before_anybody_reads_is_not_lost(terminal: Terminal) -> None:
    os.write(terminal.keys, b"e4\ne5")

    assert terminal.lines("\nSf3\n") == ["e4", "e5", "Sf3"]


def test_every_key_is_told_before_the_line_is_whole(terminal: Terminal) -> None:
    presses, found = terminal.presses_when("S", "f3\n")

    assert presses == 1
    assert found == ["Sf3"]


def test_cursor_keys_mean_nothing(terminal: Terminal) -> None:
    _, found = terminal.presses_when("\x1b[A", "e4\n")

    assert found == ["e4"]


def test_what_is_typed_is_seen(terminal: Terminal) -> None:
    terminal.lines("e4\n")

    seen = b""
    while not seen.endswith(b"\n"):
        seen += os.read(terminal.keys, 100).replace(b"\r", b"")
    assert seen == b"e4\n"


def test_a_terminal_that_is_open_for_reading_alone_is_read(terminal: Terminal) -> None:
    """As by `voice-chess play < /dev/tty`, or when `xargs -o` has called it."""
    for_both = terminal.screen
    terminal.screen = os.open(os.ttyname(for_both), os.O_RDONLY | os.O_NOCTTY)

    assert terminal.lines("e4\n.\n") == ["e4", "."]

    os.close(for_both)


def test_keys_end_when_the_terminal_is_closed() -> None:
    terminal = Terminal()
    lines = iter(Keyboard(PosixTerminal(terminal.screen), terminal.pressed))
    os.write(terminal.keys, b"e4\n")

    assert next(lines) == "e4"

    os.close(terminal.keys)
    assert list(lines) == []
    os.close(terminal.screen)


def test_the_terminal_is_left_as_it_was(terminal: Terminal) -> None:
    terminal.lines("e4\n")

    assert termios.tcgetattr(terminal.screen) == terminal.before


def test_lines_that_come_from_no_terminal_silence_the_program_too() -> None:
    stopped: list[bool] = []
    lines = lines_of(io.StringIO("e4\n"), BargeIn(lambda: stopped.append(True)))

    assert list(lines) == ["e4\n"]
    assert stopped == [True]
