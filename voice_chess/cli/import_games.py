"""`import`: makes a new storage from a file that `export` has written."""

import sys
from argparse import ArgumentParser, Namespace

from voice_chess.cli.archive_faults import refuse_faulty
from voice_chess.cli.command import SUCCESS
from voice_chess.cli.game_place import add_archive, storage_of
from voice_chess.compose.archives import import_from


def configure(parser: ArgumentParser) -> None:
    """Declare the file, and the place for the games."""
    add_archive(parser, "the folder to make, new or empty, for its games, seats and events")


def run(chosen: Namespace) -> int:
    """Import all of it or nothing. Raises `BadInput`, `JournalLost`, `OSError`."""
    data, database = storage_of(chosen)
    imported = import_from(chosen.file, data, database)
    refuse_faulty(chosen.file, imported.faults, "Nothing was imported.")
    place = data if database is None else "the database"
    sys.stdout.write(f"Imported into {place}: games {imported.games}, events {imported.events}.\n")
    for name in imported.left_out:
        sys.stderr.write(f"Not imported, it was damaged when it was exported: {name}\n")
    return SUCCESS
