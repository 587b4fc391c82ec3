"""SQLite files of other programs under our names: they are refused, and left as they are."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from voice_chess.adapters.storage.sqlite_event_journal import SqliteEventJournal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.session.ports import JournalLost

OPENED: dict[str, Callable[[Path], object]] = {
    "journal": SqliteJournal,
    "journal for reading": partial(SqliteJournal, is_for_reading=True),
    "register": SqliteRegister,
    "events": SqliteEventJournal,
}
THEIRS = {
    "other tables": "CREATE TABLE places (id INTEGER PRIMARY KEY, url TEXT)",
    "tables of our names": "CREATE TABLE event (at TEXT); CREATE TABLE game (name TEXT); "
    "CREATE TABLE change (what TEXT)",
    "a format of its own": "CREATE TABLE places (id INTEGER PRIMARY KEY); PRAGMA user_version = 99",
    "a write-ahead log": "PRAGMA journal_mode = WAL; CREATE TABLE places (id INTEGER PRIMARY KEY)",
}


@pytest.mark.parametrize("opened", OPENED.values(), ids=OPENED)
@pytest.mark.parametrize("theirs", THEIRS.values(), ids=THEIRS)
def test_a_database_of_another_program_is_refused_and_left_as_it_is(
    theirs: str, opened: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(theirs)
    before = path.read_bytes()

    with pytest.raises(JournalLost, match=r"another program.*nothing was changed"):
        opened(path)
    assert path.read_bytes() == before


def test_one_of_our_files_under_the_name_of_another_is_refused(tmp_path: Path) -> None:
    for path, opened in (("events", SqliteEventJournal), ("seats", SqliteRegister)):
        opened(tmp_path / path).close()
        with pytest.raises(JournalLost, match="another file of this one"):
            SqliteJournal(tmp_path / path)


def test_an_empty_file_is_taken(tmp_path: Path) -> None:
    for number, opened in enumerate((SqliteJournal, SqliteRegister, SqliteEventJournal)):
        path = tmp_path / str(number)
        path.touch()
        opened(path).close()
        opened(path).close()
