"""Which archive, and where the games lie that go into it or come out of it."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from voice_chess.cli.game_place import database_address
from voice_chess.settings import Settings


def add_archive(parser: ArgumentParser) -> None:
    """Both."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the archive, a zip file")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where journal and records lie")
    parser.add_argument(
        "--database",
        type=database_address,
        metavar="URL",
        help="PostgreSQL database that keeps them, in place of files",
    )


def where(chosen: Namespace) -> tuple[Path, str | None]:
    """The folder, and the database if there is one."""
    settings = Settings.from_environment()
    return chosen.data or settings.data, chosen.database or settings.database
