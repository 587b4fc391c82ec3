"""From what other programs have, such as a `chess.Board`, to what the program works with."""

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
    """The language of this id. Raises `ArgumentError`."""
    check_kind(language_id, str, "language")
    try:
        return load_language(language_id)
    except UnknownLanguage as error:
        raise ArgumentError(*error.args) from error


def position_of(board: chess.Board) -> Position:
    """The position on the board, without the moves that led to it. Raises `ArgumentError`."""
    check_kind(board, chess.Board, "board")
    if board.uci_variant not in _VARIANTS:
        message = f"A board of {board.uci_variant} is neither chess nor Chess960."
        raise ArgumentError(message)
    try:
        return Position.from_fen(board.fen(), chess960=board.chess960)
    except BadPosition as error:
        raise ArgumentError(*error.args) from error


def uci_of(move: chess.Move, position: Position) -> str:
    """A legal move as the program writes it. Raises `ArgumentError` for any other.

    Castling may be given as the king's step or as king takes rook.
    """
    check_kind(move, chess.Move, "move")
    uci = position.board.uci(move) if move else move.uci()
    if not position.is_legal(uci):
        message = f"{move.uci()} is not a legal move in {position.fen}."
        raise ArgumentError(message)
    return uci


def move_of(uci: str) -> chess.Move:
    """A move of our own for the other program's board."""
    return chess.Move.from_uci(uci)


def check_kind(value: object, kind: type, what: str) -> None:
    """Not every caller has a type checker: a FEN for a board is told. Raises `ArgumentError`."""
    if not isinstance(value, kind):
        known = kind.__name__ if kind.__module__ == "builtins" else f"chess.{kind.__name__}"
        message = f"The {what} must be of the kind {known}, and {reprlib.repr(value)} is not."
        raise ArgumentError(message)


def path_of(path: str | os.PathLike[str], what: str) -> Path:
    """Raises `ArgumentError` for what is none."""
    if not isinstance(path, str | os.PathLike):
        message = f"The {what} must be a path, and {reprlib.repr(path)} is not."
        raise ArgumentError(message)
    return Path(path)


def milliseconds(told: int, what: str) -> int:
    """A whole number of any kind, also of numpy's, as ours. Raises `ArgumentError`.

    A fraction would stand in the journal, which nobody could read again.
    """
    try:
        return operator.index(told)
    except TypeError as error:
        message = f"{what} must be a whole number of milliseconds, and {reprlib.repr(told)} is not."
        raise ArgumentError(message) from error


def lines_of(journal: Iterable[str]) -> tuple[str, ...]:
    """The lines of a journal; one text is not yet lines. Raises `ArgumentError`."""
    if isinstance(journal, str | bytes) or not isinstance(journal, Iterable):
        message = f"The journal must be lines, one for each event: {reprlib.repr(journal)} is not."
        raise ArgumentError(message)
    return tuple(journal)


def one_of(name: str, known: Collection[Name], what: str) -> Name:
    """The name as one of those there are. Raises `ArgumentError`."""
    found = next((one for one in known if one == name), None)
    if found is None:
        message = f"There is no {what} {name!r}; there are: {', '.join(known)}."
        raise ArgumentError(message)
    return found


@contextmanager
def as_unavailable() -> Iterator[None]:
    """What fails on the machine, told as `UnavailableError`."""
    try:
        yield
    except PortError as error:
        message = str(error)
        raise UnavailableError(message if message.endswith(".") else f"{message}.") from error
