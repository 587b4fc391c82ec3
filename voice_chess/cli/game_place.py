"""Where games lie that a command reads or writes: in a data folder, or in a database of servers."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import AbstractContextManager
from pathlib import Path

from voice_chess.compose.kept_games import KeptGames, is_in_folder, kept_games
from voice_chess.settings import Settings


def add_game_place(parser: ArgumentParser) -> None:
    """The options that tell where one game lies."""
    add_storage(
        parser,
        data="where the journal lies",
        database="PostgreSQL database of servers in which the game lies, in place of files",
    )


def add_storage(parser: ArgumentParser, *, data: str, database: str) -> None:
    """The options themselves, with what the help tells of either."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=data)
    parser.add_argument("--database", type=database_address, metavar="URL", help=database)


def database_address(text: str) -> str:
    """As it is written; nothing at all, as of a variable that is not set, is not meant as files."""
    if not text.strip():
        message = "the address is empty; leave the option away for games in files"
        raise ArgumentTypeError(message)
    return text


def storage_of(chosen: Namespace) -> tuple[Path, str | None]:
    """The folder, and the database if there is one."""
    settings = Settings.from_environment()
    return chosen.data or settings.data, chosen.database or settings.database


def games_of(name: str, chosen: Namespace) -> AbstractContextManager[KeptGames]:
    """Those among which the game or file of this name is looked for.

    A database that only the environment names does not hide games at the table: these lie in
    the folder as ever. Raises `BadInput`, `JournalLost`.
    """
    data, database = place_of(name, chosen)
    return kept_games(data, database)


def place_of(name: str, chosen: Namespace) -> tuple[Path, str | None]:
    """The data folder, and the database where the game or file of this name is not in a folder."""
    settings = Settings.from_environment()
    data: Path = chosen.data or settings.data
    is_local = Path(name).is_file() or is_in_folder(data, name)
    return data, chosen.database or (None if is_local else settings.database)
