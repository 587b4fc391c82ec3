"""Which archive, and where the games lie that go into it or come out of it."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from voice_chess.cli.game_place import add_storage


def add_archive(parser: ArgumentParser, kind: Callable[[str], Path] = Path) -> None:
    """Both; `kind` reads the name of the archive."""
    parser.add_argument("file", type=kind, metavar="FILE", help="the archive, a zip file")
    add_storage(
        parser,
        data="where journal and records lie",
        database="PostgreSQL database that keeps them, in place of files",
    )
