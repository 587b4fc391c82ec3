"""Whatever is changed in a journal, or missing, is noticed, and told with what is still whole."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.small_disk import made_read_only, small_disk
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced, MoveCompleted
from voice_chess.game.setup import GameStarted
from voice_chess.session.ports import JournalDamaged, JournalLost, WholePart

UCIS = ("e2e4", "e7e5", "g1f3")
EVENTS: tuple[Event, ...] = (
    GameStarted(at_ms=0),
    *(
        event
        for at_ms, uci in enumerate(UCIS)
        for event in (
            MoveAnnounced(at_ms=at_ms, white=at_ms % 2 == 0, uci=uci),
            MoveCompleted(at_ms=at_ms, white=at_ms % 2 == 0, uci=uci, charged_until_ms=at_ms),
        )
    ),
)
Change = Callable[[str], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two games."""
    path = tmp_path / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        journal.append("g", EVENTS[:3], after=0)
        journal.append("g", EVENTS[3:], after=3)
        journal.append("other", EVENTS, after=0)
    return path


@pytest.fixture
def change(path: Path) -> Iterator[Change]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection.executescript


def test_whole_games_are_read(path: Path) -> None:
    with closing(SqliteJournal(path)) as journal:
        assert journal.read("g") == EVENTS
        assert journal.read_whole("g") == WholePart(events=EVENTS)


DAMAGE = [
    ("another move", "UPDATE event SET body = replace(body, 'e2e4', 'a2a4') WHERE version = 2", 2),
    ("another time", "UPDATE event SET body = replace(body, ':1', ':9') WHERE version = 4", 4),
    ("another name", "UPDATE event SET name = 'game-started/1' WHERE version = 5", 5),
    ("a gap", "DELETE FROM event WHERE version = 4", 4),
    ("no end", "DELETE FROM event WHERE version > 5", 6),
    ("nothing left", "DELETE FROM event", 1),
    (
        "two in each other's place",
        (
            "UPDATE event SET version = -version WHERE version IN (2, 4);"
            "UPDATE event SET version = CASE version WHEN -2 THEN 4 ELSE 2 END WHERE version < 0"
        ),
        2,
    ),
    ("another checksum", "UPDATE event SET chain = 'x' WHERE version = 3", 3),
]


@pytest.mark.parametrize(("what", "done", "at"), DAMAGE, ids=[damage[0] for damage in DAMAGE])
def test_damage_is_told_with_its_place_and_what_is_whole_can_be_had(
    what: str, done: str, at: int, path: Path, change: Change
) -> None:
    change(done)
    with closing(SqliteJournal(path)) as journal:
        with pytest.raises(JournalDamaged, match=f"of game g event {at} ") as damaged:
            journal.read("g")
        whole = journal.read_whole("g")

    assert whole.events == EVENTS[: at - 1], what
    assert str(whole.damage) == str(damaged.value)
    assert "nothing that was written is lost" not in str(damaged.value)
    assert "voice-chess record g --whole" in str(damaged.value)


def test_one_damaged_game_leaves_the_others_whole(path: Path, change: Change) -> None:
    change("UPDATE event SET body = replace(body, 'e2e4', 'a2a4') WHERE game = 'g'")
    with closing(SqliteJournal(path)) as journal:
        with pytest.raises(JournalDamaged):
            journal.read("g")

        assert journal.read("other") == EVENTS


def test_nothing_is_written_behind_events_that_have_gone(path: Path, change: Change) -> None:
    change("DELETE FROM event WHERE game = 'g'")
    with closing(SqliteJournal(path)) as journal, pytest.raises(JournalDamaged):
        journal.append("g", EVENTS[:1], after=0)


AS_BEFORE_THERE_WERE_CHAINS = """
    DROP TABLE chain_end; DROP TABLE heartbeat; PRAGMA user_version = 0;
    CREATE TABLE old (
        game TEXT NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
        written_ms INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, version)
    ) WITHOUT ROWID, STRICT;
    INSERT INTO old SELECT game, version, name, body, written_ms FROM event;
    DROP TABLE event; ALTER TABLE old RENAME TO event;
"""


def test_a_journal_from_before_there_were_chains_is_read_and_gone_on_with(
    path: Path, change: Change
) -> None:
    change(AS_BEFORE_THERE_WERE_CHAINS)
    with closing(SqliteJournal(path, is_for_reading=True)) as journal:
        assert journal.read("g") == EVENTS
    with closing(SqliteJournal(path)) as journal:
        assert journal.read("g") == EVENTS
        journal.append("g", EVENTS[:1], after=len(EVENTS))

        assert journal.read("g") == (*EVENTS, EVENTS[0])


def test_what_is_written_behind_old_events_vouches_for_them_too(path: Path, change: Change) -> None:
    change(AS_BEFORE_THERE_WERE_CHAINS)
    with closing(SqliteJournal(path)) as journal:
        journal.append("g", EVENTS[:1], after=len(EVENTS))
    change("UPDATE event SET body = replace(body, 'e2e4', 'a2a4') WHERE game = 'g'")

    with closing(SqliteJournal(path)) as journal:
        with pytest.raises(
            JournalDamaged, match=r"one of the events to 8 .*none before it is sure"
        ):
            journal.read("g")
        assert journal.read_whole("g").events == ()


def test_a_journal_of_a_newer_program_is_left_alone(path: Path, change: Change) -> None:
    change("PRAGMA user_version = 99")
    for is_for_reading in (False, True):
        with pytest.raises(JournalLost, match=r"a newer version.*nothing .* is lost; use that"):
            SqliteJournal(path, is_for_reading=is_for_reading)


def test_reading_makes_no_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalLost, match="there is no such file"):
        SqliteJournal(tmp_path / "none" / "journal.sqlite", is_for_reading=True)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "killed"])
def test_a_journal_on_a_medium_that_cannot_be_written_is_read(
    is_closed: bool, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", megabytes=8) as disk:
        journal = SqliteJournal(disk / "journal.sqlite")
        journal.append("g", EVENTS, after=0)
        if is_closed:
            journal.close()
            made_read_only(disk)
        else:
            image = disk / "image"
            image.mkdir()
            for name in ("journal.sqlite", "journal.sqlite-wal"):
                (image / name).write_bytes((disk / name).read_bytes())
            journal.close()
            made_read_only(disk)
        folder = disk if is_closed else disk / "image"
        with closing(SqliteJournal(folder / "journal.sqlite", is_for_reading=True)) as reading:
            found = reading.read("g")

    assert found == EVENTS
