"""Numbered SQL files, which bring a database from any earlier format to the present one.

A released file never changes; the next change gets the next number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files


class NewerFormat(Exception):
    """A newer version of the program has written the database."""

    def __init__(self, found: int) -> None:
        super().__init__(f"it was written by a newer version of voice-chess: format {found}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One SQL file; the highest number that was applied is the format of a database."""

    number: int
    name: str
    sql: str


def migrations(package: str) -> tuple[Migration, ...]:
    """Return all files `NNNN_name.sql` of this package in order. Raises `ValueError` for a gap."""
    names = sorted(entry.name for entry in files(package).iterdir() if entry.name.endswith(".sql"))
    found = tuple(_read(package, name) for name in names)
    if [one.number for one in found] != list(range(1, len(found) + 1)):
        message = f"The migrations of {package} are not numbered one after the other: {names}"
        raise ValueError(message)
    return found


def missing(known: Sequence[Migration], done: int) -> Sequence[Migration]:
    """Return the migrations still to be applied. Raises `NewerFormat` if `done` is unknown."""
    if done > len(known):
        raise NewerFormat(done)
    return known[done:]


def _read(package: str, name: str) -> Migration:
    number, _, words = name.removesuffix(".sql").partition("_")
    sql = (files(package) / name).read_text("utf-8")
    return Migration(number=int(number), name=words, sql=sql)
