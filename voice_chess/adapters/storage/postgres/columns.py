"""Columns of many rows as PostgreSQL takes arrays, in its binary form.

psycopg makes a list value by value in Python, which for a few moves costs more than all else that
is done to write them. Here the values of a row are made by whoever wants it written, and whoever
writes the rows of many only joins them.
"""

from collections.abc import Iterable
from struct import Struct
from typing import ClassVar

from psycopg.adapt import AdaptersMap, Dumper
from psycopg.pq import Format

_HEAD = Struct("!iiIii")
"""How many dimensions, whether a value may be missing, of what type, how many, from which on."""
_LENGTH = Struct("!i")
_INTEGER = Struct("!iq")
NOTHING = _LENGTH.pack(-1)
"""The value that is missing."""


def text(value: str) -> bytes:
    """As a value of `Texts`."""
    encoded = value.encode()
    return _LENGTH.pack(len(encoded)) + encoded


def integer(value: int) -> bytes:
    """As a value of `Integers`."""
    return _INTEGER.pack(8, value)


class Column:
    """Values of one type, in their order."""

    kind: ClassVar[int]

    def __init__(self, values: Iterable[bytes]) -> None:
        self._values = [*values]

    def packed(self) -> bytes:
        head = _HEAD.pack(1, 1, self.kind, len(self._values), 1)
        return b"".join((head, *self._values))


class Texts(Column):
    """`text[]`."""

    kind = 25


class Integers(Column):
    """`bigint[]`."""

    kind = 20


class _TextsDumper(Dumper):
    format = Format.BINARY
    oid = 1009

    def dump(self, obj: Column) -> bytes:
        return obj.packed()


class _IntegersDumper(_TextsDumper):
    oid = 1016


def let_take(adapters: AdaptersMap) -> None:
    """Let a connection take columns as values of its statements."""
    adapters.register_dumper(Texts, _TextsDumper)
    adapters.register_dumper(Integers, _IntegersDumper)
