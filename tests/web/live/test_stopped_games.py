"""A game that is stopped while a step of it is under way: the step ends, and its asker is told."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.web.live.lobby_stage import begun
from tests.web.means import opened_means
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.table import Role
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.ledger import Happening
from voice_chess.session.listening.inputs import MovedByHand, SeatInput, Typed
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.ports import JournalLost

IN_A_WORKER = Typed(listener=Role.WHITE, at_ms=10**9, text="e4")
IN_THE_LOOP = MovedByHand(listener=Role.WHITE, at_ms=10**9, uci="e2e4", ply=0)
BOTH = pytest.mark.parametrize("entry", [IN_A_WORKER, IN_THE_LOOP], ids=["typed", "by hand"])

Told: TypeAlias = list[Event]
Append: TypeAlias = Callable[..., int]


class SlowDisk:
    """The journal of a file whose next write waits until it is let go, and then may fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_reached = threading.Event()
        self._go_on = threading.Event()
        self._append: Append = SqliteJournal.append
        self._monkeypatch = monkeypatch
        self.is_broken = False

    def get_stuck(self) -> None:
        def stuck(journal: SqliteJournal, *args: object, **named: object) -> int:
            self.is_reached.set()
            assert self._go_on.wait(60)
            if self.is_broken:
                message = "The disk is gone."
                raise JournalLost(message)
            return self._append(journal, *args, **named)

        self._monkeypatch.setattr(SqliteJournal, "append", stuck)

    def let_go(self) -> None:
        self._go_on.set()


async def stopped_in_the_middle(
    lobby: Lobby, entry: SeatInput, disk: SlowDisk
) -> tuple[GameTask, object]:
    """Stop the game while this entry is being written; the entry's outcome or error."""
    task = await begun(lobby)
    disk.get_stuck()
    asked = asyncio.create_task(task.attend(entry))
    await asyncio.to_thread(disk.is_reached.wait, 60)
    stopping = asyncio.create_task(lobby.stop())
    await asyncio.sleep(0)
    disk.let_go()
    await asyncio.wait_for(stopping, 60)
    (outcome,) = await asyncio.wait_for(asyncio.gather(asked, return_exceptions=True), 60)
    return task, outcome


@BOTH
def test_what_was_being_written_is_done_and_told(
    entry: SeatInput, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: Told = []

    def deliver(_: GameTask, step: TaskStep) -> None:
        told.extend(each.event for each in step.outputs if isinstance(each, Happening))

    with opened_means(tmp_path) as means:
        task, outcome = asyncio.run(
            stopped_in_the_middle(Lobby(means, deliver), entry, SlowDisk(monkeypatch))
        )
        written = means.journal.read(task.game_id)

    assert outcome == "done"
    moves = [event for event in written if isinstance(event, MoveAnnounced)]
    assert [move.uci for move in moves] == ["e2e4"]
    assert [event for event in told if isinstance(event, MoveAnnounced)] == moves


@BOTH
def test_a_disk_that_fails_meanwhile_keeps_no_game_from_being_stopped(
    entry: SeatInput, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlowDisk(monkeypatch)
    disk.is_broken = True
    with opened_means(tmp_path) as means:
        lobby = Lobby(means, lambda _task, _step: None)
        _, outcome = asyncio.run(stopped_in_the_middle(lobby, entry, disk))

    assert isinstance(outcome, JournalLost)


async def asked_of_a_full_inbox(lobby: Lobby, disk: SlowDisk) -> list[object]:
    """More than an inbox holds is asked for behind a step that takes long; then it is stopped."""
    task = await begun(lobby)
    disk.get_stuck()
    asked = [asyncio.create_task(task.attend(IN_A_WORKER)) for _ in range(600)]
    await asyncio.to_thread(disk.is_reached.wait, 60)
    stopping = asyncio.create_task(task.stop())
    await asyncio.sleep(0)
    disk.let_go()
    await asyncio.wait_for(stopping, 60)
    await lobby.stop()
    return [*await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 60)]


def test_nobody_who_asked_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened_means(tmp_path) as means:
        lobby = Lobby(means, lambda _task, _step: None)
        first, *others = asyncio.run(asked_of_a_full_inbox(lobby, SlowDisk(monkeypatch)))

    assert first == "done"
    assert {type(other) for other in others} == {JournalLost}
