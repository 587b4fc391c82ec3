"""A connection to an SQLite file that notices when its file is no longer where it was opened."""

import sqlite3
from pathlib import Path
from typing import Any

_LOG = "-wal"


class FileGone(Exception):
    """Another file, or none, is where a database was opened."""

    def __init__(self) -> None:
        super().__init__("it was moved, deleted or replaced while it was open")


class PlacedConnection(sqlite3.Connection):
    """A connection that can tell whether its files are still the ones at their paths.

    SQLite goes on writing to files that were moved or deleted, and whoever opens the path later
    finds nothing of that. It is the same with the log, whose name looks dispensable.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._places: dict[Path, tuple[int, int]] = {}

    def settle(self, path: Path) -> None:
        """Note the files at the path of this database: it and its log."""
        for place in (path, path.with_name(f"{path.name}{_LOG}")):
            if place.exists():
                self._places[place] = _identity(place)

    def check_place(self) -> None:
        """Raise `FileGone` if other files, or none, are at the path now, or `OSError`."""
        for place, noted in self._places.items():
            try:
                found = _identity(place)
            except FileNotFoundError as error:
                raise FileGone from error
            if found != noted:
                raise FileGone


def _identity(place: Path) -> tuple[int, int]:
    found = place.stat()
    return found.st_dev, found.st_ino
