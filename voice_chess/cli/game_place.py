"""Finds the games that a command reads or writes: in a data folder, or in a database."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from voice_chess.arguments import USUAL_DATA, data_folder, named_path
from voice_chess.cli.language_option import add_language_of_refusals
from voice_chess.compose.kept_games import KeptGames, is_in_folder, kept_games
from voice_chess.settings import Settings


def add_game_place(parser: ArgumentParser) -> None:
    """Add the options that name the place of one game."""
    add_storage(
        parser,
        data=f"the folder in which the game is kept (default: {USUAL_DATA})",
        database="PostgreSQL database of servers that holds the game, instead of files",
    )


def add_storage(parser: ArgumentParser, *, data: str, database: str) -> None:
    """Add these options, with the given texts for their help."""
    parser.add_argument("--data", type=data_folder, metavar="DIR", help=data)
    parser.add_argument("--database", type=database_address, metavar="URL", help=database)


def database_address(text: str) -> str:
    """Return the address unchanged. Raises `ArgumentTypeError` if it is empty.

    An empty one comes from a variable that is not set, and does not mean files.
    """
    if not text.strip():
        message = "the address is empty; leave the option away for games in files"
        raise ArgumentTypeError(message)
    return text


def storage_of(chosen: Namespace) -> tuple[Path, str | None]:
    """Return the data folder, and the database if there is one."""
    settings = Settings.from_environment()
    return chosen.data or settings.data, chosen.database or settings.database


def games_of(name: str, chosen: Namespace) -> AbstractContextManager[KeptGames]:
    """Return the storage to search for the game or file of this name.

    A database that only the environment names does not hide games at the table: these lie in
    the folder as always. Raises `BadInput`, `JournalLost`.
    """
    data, database = place_of(name, chosen)
    return kept_games(data, database)


def place_of(name: str, chosen: Namespace) -> tuple[Path, str | None]:
    """Return the data folder, and the database unless the game or file lies in a folder."""
    settings = Settings.from_environment()
    data: Path = chosen.data or settings.data
    is_local = Path(name).is_file() or is_in_folder(data, name)
    return data, chosen.database or (None if is_local else settings.database)


def add_archive(
    parser: ArgumentParser, data: str, kind: Callable[[str], Path] = named_path
) -> None:
    """Add the archive and the storage of the games; `kind` reads the archive's path.

    `data` is what the help says of the folder.
    """
    parser.add_argument("file", type=kind, metavar="FILE", help="the archive, a zip file")
    add_storage(
        parser,
        data=f"{data} (default: {USUAL_DATA})",
        database="PostgreSQL database of the games, instead of files",
    )
    add_language_of_refusals(parser)
