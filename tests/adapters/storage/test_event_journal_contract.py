"""Whatever keeps competitions keeps them whole, in order, and for one writer at a time."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from tests.event.organised import organised
from voice_chess.adapters.simulation.memory_storage import MemoryEventJournal
from voice_chess.adapters.storage.event_codec import CHANGES
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
from voice_chess.adapters.storage.sqlite_event_journal import SqliteEventJournal
from voice_chess.event.changes import Change
from voice_chess.event.commands import (
    ChangeTerms,
    CorrectPlayer,
    DeleteCompetition,
    ForbidPair,
    GrantBye,
    RankPlayers,
    ReadmitPlayer,
    TakeAppeals,
    UndoLast,
    WithdrawPlayer,
)
from voice_chess.event.competition import BoardResult, Person
from voice_chess.event.identity import Identity
from voice_chess.event.terms import Official
from voice_chess.session.lobby.event_ports import EventJournal
from voice_chess.session.ports import Conflict, JournalDamaged, JournalLost


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventJournal]:
    if request.param == "memory":
        yield MemoryEventJournal()
    elif request.param == "sqlite":
        with closing(SqliteEventJournal(tmp_path / "events.sqlite")) as found:
            yield found
    else:
        with Database(request.getfixturevalue("database_url")) as database:
            yield PostgresEventJournal(database)


def every_change() -> tuple[Change, ...]:
    """An event in which everything happens."""
    event = organised(6)
    event.done(CorrectPlayer(at_ms=1, player=2, person=Person(name="P2", rating=1_800)))
    event.done(RankPlayers(at_ms=1))
    person = Person(name="P1 Nowak", identity=Identity(title="WFM", birth="1984"))
    event.done(CorrectPlayer(at_ms=1_795_000_000_000, player=1, person=person))
    event.done(ForbidPair(at_ms=1, one=1, other=2))
    event.done(GrantBye(at_ms=1, player=6, round=2))
    official = Official(city="Marburg", deputies=("Anna", "Bert"))
    event.done(ChangeTerms(at_ms=1, terms=replace(event.now.terms, official=official)))
    event.play_round()
    event.done(TakeAppeals(at_ms=1, game_id="1-1", waits=True))
    event.rule(1, BoardResult.DRAW, "agreed before the flag fell")
    event.done(WithdrawPlayer(at_ms=1, player=1))
    event.done(ReadmitPlayer(at_ms=1, player=1))
    event.done(UndoLast(at_ms=1))
    event.done(DeleteCompetition(at_ms=1))
    return tuple(event.written)


def test_every_change_comes_back_as_it_was_written(journal: EventJournal) -> None:
    changes = every_change()
    assert {type(change) for change in changes} == set(get_args(Change))

    assert journal.append("one", changes, after=0) == len(changes)

    assert journal.read("one") == changes


def test_an_event_that_another_program_changes_is_read_whole(tmp_path: Path) -> None:
    """`export` reads while a server goes on."""
    path, (made, *_) = tmp_path / "events.sqlite", every_change()
    with (
        closing(SqliteEventJournal(path)) as changing,
        ThreadPoolExecutor(1) as server,
        closing(SqliteEventJournal(path)) as reading,
    ):

        def change() -> None:
            for version in range(200):
                changing.append("one", [made], after=version)

        changed = server.submit(change)
        while not changed.done():
            reading.read("one")

        assert reading.read("one") == (made,) * 200


def test_events_are_apart_and_in_the_order_in_which_they_were_made(journal: EventJournal) -> None:
    made, entered, *_ = every_change()
    journal.append("zebra", [made], after=0)
    journal.append("antelope", [made], after=0)
    journal.append("zebra", [entered], after=1)

    assert journal.event_ids() == ("zebra", "antelope")
    assert list(journal.versions().items()) == [("zebra", 2), ("antelope", 1)]
    assert journal.read("antelope") == (made,)
    assert journal.read("nobody") == ()


def test_who_knows_an_older_version_writes_nothing(journal: EventJournal) -> None:
    made, entered, *_ = every_change()
    journal.append("one", [made], after=0)

    with pytest.raises(Conflict):
        journal.append("one", [entered], after=0)

    assert journal.read("one") == (made,)


def test_an_event_that_is_deleted_leaves_nothing_and_nobody_goes_on_with_it(
    journal: EventJournal,
) -> None:
    made, entered, *_ = every_change()
    journal.append("one", [made], after=0)
    journal.append("other", [made], after=0)

    journal.delete("one")
    journal.delete("nobody")

    assert journal.read("one") == ()
    assert list(journal.versions().items()) == [("other", 1)]
    with pytest.raises(Conflict):
        journal.append("one", [entered], after=1)
    assert journal.append("other", [entered], after=1) == 2


def test_each_change_has_one_written_name() -> None:
    assert set(CHANGES.written_as) == set(get_args(Change))
    assert len(set(CHANGES.written_as.values())) == len(CHANGES.written_as)


def test_an_event_survives_the_program(tmp_path: Path) -> None:
    changes = every_change()
    first = SqliteEventJournal(tmp_path / "events.sqlite")
    first.append("one", changes, after=0)
    first.close()

    again = SqliteEventJournal(tmp_path / "events.sqlite")

    assert again.read("one") == changes
    again.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE change SET body = replace(body, 'Spring', 'Autumn') WHERE version = 1",
        "DELETE FROM change WHERE version = 2",
        "DELETE FROM change WHERE version = (SELECT max(version) FROM change)",
    ],
)
def test_what_is_not_as_it_was_written_is_not_read(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "events.sqlite"
    journal = SqliteEventJournal(path)
    journal.append("one", every_change(), after=0)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)

    with pytest.raises(JournalDamaged):
        journal.read("one")
    journal.close()


def test_a_file_that_is_none_is_told_plainly(tmp_path: Path) -> None:
    path = tmp_path / "events.sqlite"
    path.write_text("no database " * 200)

    with pytest.raises(JournalLost, match=r"events.*may be lost; copy the folder before anything"):
        SqliteEventJournal(path)


def test_what_to_do_is_told_where_the_file_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "events.sqlite"
    journal = SqliteEventJournal(path)
    path.rename(tmp_path / "elsewhere.sqlite")

    with pytest.raises(JournalLost, match=r"events.*put it back in its place"):
        journal.delete("a")
    journal.close()


def test_players_of_earlier_versions_have_told_nothing_to_a_federation() -> None:
    """Written before there was anything of the kind."""
    body = (
        '{"at_ms":1,"entered":[{"number":1,"person":{"name":"Anna","rating":1900,"language":"en",'
        '"is_blind":false,"has_assistant":false},"place":"a"}]}'
    )

    found = CHANGES.decode("players-entered/1", body)

    assert found.entered[0].person == Person(name="Anna", rating=1900)
