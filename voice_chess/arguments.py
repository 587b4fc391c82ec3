"""Readers of command-line arguments: each refuses a wrong argument, in one sentence, at once."""

import os
import re
import sys
from argparse import ArgumentError, ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import NoReturn

from voice_chess.own_command import PROGRAM, own_command
from voice_chess.plain_error import PlainError

_WHOLE = re.compile("[0-9]+")
_SHORTEST = len("--x")
_MOST = 999_999_999
"""A bound for whole numbers that have no smaller one: nobody means more of anything."""


class WrongArgument(PlainError):
    """An argument that can't be; `option` is the option it belongs to, if that is known."""

    def __init__(self, sentence: str, option: str | None = None) -> None:
        super().__init__(sentence)
        self.option = option


class UnknownArgument(WrongArgument):
    """An option or a word that the command does not have."""


class OneSentenceParser(ArgumentParser):
    """A parser that refuses a wrong argument in one sentence; the help has everything else."""

    def error(self, message: str) -> NoReturn:
        """Raise `WrongArgument` with the sentence and where to find the help."""
        wrong = sys.exc_info()[1]
        named = wrong.argument_name if isinstance(wrong, ArgumentError) else None
        raise WrongArgument(self._seeing_help(message), named)

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        """Raise `UnknownArgument`, naming these words of the command line."""
        raise UnknownArgument(self._seeing_help(f"there is no {' '.join(words)}"), words[0])

    def _seeing_help(self, message: str) -> str:
        rest = self.prog.removeprefix(PROGRAM)
        command = self.prog if rest == self.prog else f"{own_command()}{rest}"
        return f"{message}; see: {command} --help"


def value_of(option: str, arguments: Sequence[str]) -> str | None:
    """Return the last value given for the option, behind it or joined to it; None without one.

    It is found, too, where the rest of the arguments can't be read, or the option is shortened.
    """
    found = None
    for word, following in zip(arguments, (*arguments[1:], None), strict=True):
        name, joined, value = word.partition("=")
        if len(name) < _SHORTEST or not option.startswith(name):
            continue
        if joined:
            found = value
        elif following is not None and not following.startswith("--"):
            found = following
    return found


def is_given(option: str, arguments: Sequence[str]) -> bool:
    """Whether an option without a value is given, perhaps shortened."""
    return any(len(word) >= _SHORTEST and option.startswith(word) for word in arguments)


def whole_number(least: int, most: int = _MOST) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`.

    The reader raises `ArgumentTypeError` for anything else and names these bounds.
    """

    def read(written: str) -> int:
        is_short = len(written) <= len(str(_MOST)) and _WHOLE.fullmatch(written)
        if not is_short or not least <= int(written) <= most:
            message = f"{written!r} is not a whole number from {least} to {most}"
            raise ArgumentTypeError(message)
        return int(written)

    return read


def any_number(written: str) -> float:
    """Read a number; the command itself checks its bounds. Raises `ArgumentTypeError`."""
    try:
        return float(written)
    except ValueError:
        message = f"{written!r} is not a number"
        raise ArgumentTypeError(message) from None


def named_path(written: str) -> Path:
    """Read a path; the command itself sees what lies there. Raises `ArgumentTypeError` if empty.

    An empty one comes from a variable that is not set, and does not mean the current folder.
    """
    if not written.strip():
        message = "the name of the file or folder is empty"
        raise ArgumentTypeError(message)
    return Path(written)


USUAL_DATA = "your data folder; see: help records"
"""What the help of an option says of the folder that is used without it."""


def data_folder(written: str) -> Path:
    """Read the path of a folder, which need not exist. Raises `ArgumentTypeError`.

    An empty one comes from a variable that is not set, and does not mean the current folder.
    """
    _refuse_empty(written, "folder", "; leave the option away for the usual one")
    named = Path(written)
    if named.exists() and not named.is_dir():
        message = f"{named} is a file, and no folder"
        raise ArgumentTypeError(message)
    return named


def folder_to_write(written: str) -> Path:
    """Read the path of a folder that can be written, or made if it does not exist yet.

    A temporary file tests this and is removed. Raises `ArgumentTypeError`.
    """
    _refuse_empty(written, "folder")
    folder = Path(written)
    if os.path.lexists(folder) and not folder.is_dir():
        raise _unwritable(folder, "it is no folder")
    _try(folder, folder)
    return folder


def file_to_write(written: str) -> Path:
    """Read the path of a file that can be made or changed. Raises `ArgumentTypeError`."""
    _refuse_empty(written, "file")
    file = Path(written)
    if file.is_dir():
        raise _unwritable(file, "it is a folder: name a file in it")
    if not file.exists():
        _try(file.parent, file)
    elif not os.access(file, os.W_OK):
        raise _unwritable(file, "it may not be changed")
    return file


def _refuse_empty(written: str, kind: str, instead: str = "") -> None:
    if not written.strip():
        message = f"the name of the {kind} is empty{instead}"
        raise ArgumentTypeError(message)


def _try(folder: Path, wanted: Path) -> None:
    """Make a temporary file in `folder`, or in its nearest parent folder that exists.

    Raises `ArgumentTypeError`, naming `wanted`, if that fails.
    """
    there = next(path for path in (folder, *folder.absolute().parents) if os.path.lexists(path))
    try:
        with TemporaryFile(dir=there) as trial:
            trial.write(b"trial")
    except OSError as error:
        raise _unwritable(wanted, error.strerror or str(error)) from error


def _unwritable(path: Path, why: str) -> ArgumentTypeError:
    return ArgumentTypeError(f"{path} can't be written ({why}); name another place")
