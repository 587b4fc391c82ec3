"""Columns of many rows, as arrays in PostgreSQL's binary form.

psycopg builds a list value by value in Python, which for a few moves costs more than everything
else in writing them. Here the caller who wants a row written packs its values, and the writer of
many callers' rows only joins them.
"""

from collections.abc import Iterable
from struct import Struct
from typing import ClassVar

from psycopg.adapt import AdaptersMap, Dumper
from psycopg.pq import Format

_HEAD = Struct("!iiIii")
"""Array header: dimensions, whether it has NULLs, element type, length, lower bound."""
_LENGTH = Struct("!i")
_INTEGER = Struct("!iq")
NOTHING = _LENGTH.pack(-1)
"""The packed value NULL."""


def text(value: str) -> bytes:
    """Return a packed value of `Texts`."""
    encoded = value.encode()
    return _LENGTH.pack(len(encoded)) + encoded


def integer(value: int) -> bytes:
    """Return a packed value of `Integers`."""
    return _INTEGER.pack(8, value)


class Column:
    """Packed values of one type, in order."""

    kind: ClassVar[int]

    def __init__(self, values: Iterable[bytes]) -> None:
        self._values = [*values]

    def packed(self) -> bytes:
        head = _HEAD.pack(1, 1, self.kind, len(self._values), 1)
        return b"".join((head, *self._values))


class Texts(Column):
    """A column of the type `text[]`."""

    kind = 25


class Integers(Column):
    """A column of the type `bigint[]`."""

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
