"""Nothing is acknowledged that goes to a file which is no longer in its place."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from voice_chess.adapters.storage.shared_journal import SharedJournal
from voice_chess.adapters.storage.sqlite_event_journal import SqliteEventJournal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.event.changes import CompetitionDeleted
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.setup import GameStarted
from voice_chess.session.ports import JournalLost

STARTED = GameStarted(at_ms=0)
MOVED = MoveAnnounced(at_ms=4_000, white=True, uci="e2e4")


def _moved(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def _deleted(path: Path) -> None:
    shutil.rmtree(path.parent)


def _replaced(path: Path) -> None:
    """As by a backup that is put in its place."""
    copy = path.with_name("copy")
    shutil.copyfile(path, copy)
    copy.replace(path)


def _without_its_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


@pytest.mark.parametrize("happens", [_moved, _deleted, _replaced, _without_its_log])
def test_a_journal_that_was_taken_away_keeps_nothing_that_anybody_is_told(
    happens: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "data" / "journal.sqlite"
    with closing(SharedJournal(path)) as journal:
        journal.append("g", [STARTED], after=0)
        happens(path)

        with pytest.raises(JournalLost, match=r"moved, deleted or replaced.*put it back"):
            journal.append("g", [MOVED], after=1)

        assert journal.read("g") == (STARTED,)


def test_a_journal_that_is_put_back_takes_what_comes_then(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "data" / "journal.sqlite", tmp_path / "elsewhere"
    with closing(SqliteJournal(path)) as journal:
        journal.append("g", [STARTED], after=0)
        path.parent.rename(elsewhere)
        with pytest.raises(JournalLost):
            journal.append("g", [MOVED], after=1)
        elsewhere.rename(path.parent)
        journal.append("g", [MOVED], after=1)

    with closing(SqliteJournal(path)) as again:
        assert again.read("g") == (STARTED, MOVED)


def test_neither_seats_nor_events_are_changed_in_a_file_that_was_taken_away(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    with (
        closing(SqliteRegister(data / "seats.sqlite")) as register,
        closing(SqliteEventJournal(data / "events.sqlite")) as events,
    ):
        _moved(data / "seats.sqlite")

        with pytest.raises(JournalLost, match="moved, deleted or replaced"):
            register.finish("g", is_over=True)
        with pytest.raises(JournalLost, match="moved, deleted or replaced"):
            events.append("e", [CompetitionDeleted(at_ms=0)], after=0)

        assert register.finished() == frozenset()
        assert events.event_ids() == ()
