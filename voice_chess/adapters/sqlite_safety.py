"""What all our SQLite files share: changes that are whole or none, and failures told plainly."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from voice_chess.session.ports import JournalLost


@contextmanager
def all_or_nothing(connection: sqlite3.Connection) -> Iterator[None]:
    """What is done inside is safe on disk afterwards, or was never done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def told_plainly(told: Callable[[str], str]) -> Iterator[None]:
    """Raise `JournalLost` with what `told` makes of the reason, where the file can't be used."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise JournalLost(told(reason)) from error
