"""Terminals and consoles that deliver their keys one by one, for each operating system."""

import atexit
import codecs
import errno
import os
from collections.abc import Callable, Generator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from io import TextIOBase
from typing import Protocol

_MOST_BYTES = 1_024
_END = "\x04"
_WINDOWS_END = "\x1a"
_SPECIAL = ("\x00", "\xe0")
"""What a Windows console sends before the code of a cursor or function key."""


class Terminal(Protocol):
    """A person's keys, and what they see of them."""

    def typed(self) -> Generator[str, None, None]:
        """Yield what is typed, as it comes, until the input ends; then restore the terminal."""

    def show(self, text: str) -> None:
        """Write the text at once."""


class PosixTerminal:
    """A terminal on Linux or macOS, read by its file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def typed(self) -> Generator[str, None, None]:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with_keys = _read_by_keys(self._descriptor)
        try:
            while data := self._read():
                yield decoder.decode(data)
        finally:
            with_keys()

    def show(self, text: str) -> None:
        # A terminal that was opened for reading alone, as by `< /dev/tty`, shows nothing.
        with suppress(OSError):
            os.write(self._descriptor, text.encode())

    def _read(self) -> bytes:
        """Return what is typed, or nothing at its end, as where the terminal was closed."""
        try:
            return os.read(self._descriptor, _MOST_BYTES)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return b""


class WindowsConsole:
    """A Windows console, read by functions of the C library, which deliver keys only."""

    def __init__(self) -> None:
        console = import_module("msvcrt")
        self._read: Callable[[], str] = console.getwch
        self._write: Callable[[str], None] = console.putwch

    def typed(self) -> Generator[str, None, None]:
        while (key := self._read()) != _WINDOWS_END:
            if key in _SPECIAL:
                self._read()
                yield ""
            else:
                yield key
        yield _END

    def show(self, text: str) -> None:
        for letter in text.replace("\n", "\r\n"):
            self._write(letter)


def terminal_of(source: object) -> Terminal | None:
    """Return the terminal behind these lines, or None if they can't be read key by key."""
    if not (isinstance(source, TextIOBase) and source.isatty()):
        return None
    if find_spec("termios") is not None:
        return PosixTerminal(source.fileno())
    return WindowsConsole() if find_spec("msvcrt") is not None else None


def _read_by_keys(terminal: int) -> Callable[[], None]:
    """Make the terminal deliver keys without Enter; return a function that restores it."""
    import termios  # not on Windows
    import tty  # not on Windows

    found = termios.tcgetattr(terminal)

    def put_back() -> None:
        with suppress(termios.error):  # a terminal that was closed needs nothing back
            termios.tcsetattr(terminal, termios.TCSADRAIN, found)
        atexit.unregister(put_back)

    # The thread that reads dies with the program, too late to restore the terminal itself.
    atexit.register(put_back)
    # TCSANOW keeps what was typed before; any later moment would flush it.
    tty.setcbreak(terminal, when=termios.TCSANOW)
    return put_back
