"""A Windows console, as far as it can be tried elsewhere: its library's functions are scripted."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from voice_chess.adapters.audio_io.keyboard import Keyboard
from voice_chess.adapters.audio_io.terminal import WindowsConsole


class Console(ModuleType):
    """What `msvcrt` has of the console, with somebody at its keys."""

    def __init__(self, keys: str) -> None:
        super().__init__("msvcrt")
        self._keys: Iterator[str] = iter(keys)
        self.shown = ""

    def getwch(self) -> str:
        return next(self._keys)

    def putwch(self, letter: str) -> None:
        self.shown += letter


def lines(keys: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Console]:
    """What comes of these keys, and the console."""
    console = Console(keys + "\x1a")
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    return list(Keyboard(WindowsConsole(), lambda: None)), console


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("e4\ruhr\r", ["e4", "uhr"]),
        (",te5\r", [",t", "e5"]),
        ("e5\b4\r", ["e4"]),
        ("für\r", ["für"]),
        ("\xe0He4\r", ["e4"]),
        ("\x00;e4\r", ["e4"]),
    ],
    ids=["lines", "key of a command", "erased", "letters of a language", "cursor", "function key"],
)
def test_lines_and_keys_come_as_they_are_typed(
    typed: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lines(typed, monkeypatch)[0] == expected


def test_what_is_typed_is_seen_on_lines_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    _, console = lines("e4\r", monkeypatch)

    assert console.shown == "e4\r\n"


def test_every_key_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", Console("e4\r\xe0H\x1a"))
    presses: list[bool] = []
    list(Keyboard(WindowsConsole(), lambda: presses.append(True)))

    assert len(presses) >= len("e4\r") + 1
