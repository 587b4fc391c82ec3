"""Converts what other programs pass in, such as a `chess.Board`, to the program's own types."""

import operator
import os
import reprlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import chess

from voice_chess.languages.language import Language, UnknownLanguage, load_language
from voice_chess.laws.fen_placement import BadPosition
from voice_chess.laws.position import Position
from voice_chess.library.errors import ArgumentError, UnavailableError
from voice_chess.session.ports import PortError

Name = TypeVar("Name", bound=str)
_VARIANTS = ("chess", "chess960")


def language_of(language_id: str) -> Language:
    """Return the language with this id. Raises `ArgumentError`."""
    check_kind(language_id, str, "language")
    try:
        return load_language(language_id)
    except UnknownLanguage as error:
        raise ArgumentError(*error.args) from error


def position_of(board: chess.Board) -> Position:
    """Return the position on the board, without the moves that led to it.

    Raises `ArgumentError`.
    """
    check_kind(board, chess.Board, "board")
    if board.uci_variant not in _VARIANTS:
        message = f"A board of {board.uci_variant} is neither chess nor Chess960."
        raise ArgumentError(message)
    try:
        return Position.from_fen(board.fen(), chess960=board.chess960)
    except BadPosition as error:
        raise ArgumentError(*error.args) from error


def uci_of(move: chess.Move, position: Position) -> str:
    """Return a legal move in UCI as the program writes it. Raises `ArgumentError` for any other.

    Castling can be given as the king's step or as king takes rook.
    """
    check_kind(move, chess.Move, "move")
    uci = position.board.uci(move) if move else move.uci()
    if not position.is_legal(uci):
        message = f"{move.uci()} is not a legal move in {position.fen}."
        raise ArgumentError(message)
    return uci


def move_of(uci: str) -> chess.Move:
    """Convert a move in UCI to a move for the other program's board."""
    return chess.Move.from_uci(uci)


def check_kind(value: object, kind: type, what: str) -> None:
    """Check the type of an argument, for callers without a type checker. Raises `ArgumentError`."""
    if not isinstance(value, kind):
        known = kind.__name__ if kind.__module__ == "builtins" else f"chess.{kind.__name__}"
        message = f"The {what} must be of the kind {known}, and {reprlib.repr(value)} is not."
        raise ArgumentError(message)


def path_of(path: str | os.PathLike[str], what: str) -> Path:
    """Return the argument as a path. Raises `ArgumentError` if it is none."""
    if not isinstance(path, str | os.PathLike):
        message = f"The {what} must be a path, and {reprlib.repr(path)} is not."
        raise ArgumentError(message)
    return Path(path)


def milliseconds(told: int, what: str) -> int:
    """Return a whole number of any type, also of numpy's, as an int. Raises `ArgumentError`.

    A fraction would get into the journal, and nobody could read that journal again.
    """
    try:
        return operator.index(told)
    except TypeError as error:
        message = f"{what} must be a whole number of milliseconds, and {reprlib.repr(told)} is not."
        raise ArgumentError(message) from error


def lines_of(journal: Iterable[str]) -> tuple[str, ...]:
    """Return the lines of a journal; a single text is refused. Raises `ArgumentError`."""
    if isinstance(journal, str | bytes) or not isinstance(journal, Iterable):
        message = f"The journal must be lines, one for each event: {reprlib.repr(journal)} is not."
        raise ArgumentError(message)
    return tuple(journal)


def one_of(name: str, known: Collection[Name], what: str) -> Name:
    """Return the name if it is one of the known ones. Raises `ArgumentError`."""
    found = next((one for one in known if one == name), None)
    if found is None:
        message = f"There is no {what} {name!r}; there are: {', '.join(known)}."
        raise ArgumentError(message)
    return found


@contextmanager
def as_unavailable() -> Iterator[None]:
    """Turn a failure of the machine inside the block into `UnavailableError`."""
    try:
        yield
    except PortError as error:
        message = str(error)
        raise UnavailableError(message if message.endswith(".") else f"{message}.") from error
