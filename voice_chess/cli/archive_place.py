"""The arguments that name an archive, and the place of the games that it holds."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from voice_chess.cli.game_place import add_storage


def add_archive(parser: ArgumentParser, kind: Callable[[str], Path] = Path) -> None:
    """Add the archive and the storage of the games; `kind` reads the archive's path."""
    parser.add_argument("file", type=kind, metavar="FILE", help="the archive, a zip file")
    add_storage(
        parser,
        data="the folder of the journal and the records",
        database="PostgreSQL database of the games, instead of files",
    )
