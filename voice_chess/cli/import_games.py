"""`import`: makes a new storage from a file that `export` has written."""

import sys
from argparse import ArgumentParser, Namespace

from voice_chess.cli.command import BAD_INPUT, SUCCESS
from voice_chess.cli.game_place import add_archive, storage_of
from voice_chess.compose.archives import import_from


def configure(parser: ArgumentParser) -> None:
    """Declare the file, and the place for the games."""
    add_archive(parser)


def run(chosen: Namespace) -> int:
    """Import all of it or nothing. Raises `JournalLost`, `OSError`."""
    data, database = storage_of(chosen)
    imported = import_from(chosen.file, data, database)
    for fault in imported.faults:
        sys.stderr.write(f"{chosen.file.name}: {fault}\n")
    if imported.faults:
        sys.stderr.write("Nothing was imported.\n")
        return BAD_INPUT
    place = data if database is None else "the database"
    sys.stdout.write(f"Imported into {place}: games {imported.games}, events {imported.events}.\n")
    for name in imported.left_out:
        sys.stderr.write(f"Not imported, it was damaged when it was exported: {name}\n")
    return SUCCESS
