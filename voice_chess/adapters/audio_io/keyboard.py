"""A terminal's keyboard: every key silences the program, and a command's key acts at once.

A line ends with Enter, as everywhere; only a command that takes nothing after its key does not
need one.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from voice_chess.adapters.audio_io.barge_in import BargeIn
from voice_chess.adapters.audio_io.terminal import Terminal, terminal_of
from voice_chess.speech.commands import KEY_SIGN, KEYS, SHAPES

_ENTER = frozenset("\r\n")
_ERASE = frozenset("\b\x7f")
_END = "\x04"
_SEQUENCE = re.compile("\x1b(?:\\[[0-9;]*[A-Za-z~]|O.|.)?")


class Keyboard:
    """Lines from a terminal that is read key by key; its mode is restored at the end."""

    def __init__(self, terminal: Terminal, pressed: Callable[[], None]) -> None:
        """`pressed` is called for every key, in the thread that reads the lines."""
        self._terminal = terminal
        self._pressed = pressed
        self._line = ""

    def __iter__(self) -> Iterator[str]:
        with closing(self._terminal.typed()) as keys:
            for typed in keys:
                self._pressed()
                for letter in _without_sequences(typed):
                    if letter == _END and not self._line:
                        return
                    line = self._typed(letter)
                    if line is not None:
                        yield line

    def _typed(self, letter: str) -> str | None:
        """Return the line once it is complete, else None."""
        if letter in _ENTER:
            return self._ended()
        if letter in _ERASE:
            self._erase()
        elif letter.isprintable():
            self._line += letter
            self._show(letter)
        return self._ended() if _is_whole(self._line) else None

    def _ended(self) -> str:
        line, self._line = self._line, ""
        self._show("\n")
        return line

    def _erase(self) -> None:
        if self._line:
            self._line = self._line[:-1]
            self._show("\b \b")

    def _show(self, text: str) -> None:
        self._terminal.show(text)


def lines_of(source: Iterable[str], barge_in: BargeIn) -> Iterable[str]:
    """Return the typed lines, read key by key if the source is a terminal that allows it."""
    terminal = terminal_of(source)
    if terminal is None:
        return barge_in.reading(source)
    return Keyboard(terminal, barge_in.press)


def _is_whole(line: str) -> bool:
    """Whether the line is the key of a command that nothing can follow."""
    is_key = line[:1] == KEY_SIGN and line[1:] in KEYS
    return is_key and SHAPES[KEYS[line[1:]]] == ("",)


def _without_sequences(text: str) -> str:
    """Remove the sequences that cursor and function keys send; they mean nothing here."""
    return _SEQUENCE.sub("", text)
