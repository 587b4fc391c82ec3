"""The computer of the server goes to sleep: the clocks stand, and everybody at the game is told."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.german import CONTINUE, GERMAN, german
from tests.web.live.lobby_stage import ARRANGEMENT, begun
from tests.web.means import opened_means
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.arbiter.rules import PLAYERS
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.phases import InPlay
from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Settled
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.listening.inputs import Present, TimePassed, Typed
from voice_chess.session.lobby import lobby as lobby_module
from voice_chess.session.lobby.lobby import Lobby, LobbyPorts
from voice_chess.session.outputs import Noticed, Reply
from voice_chess.speech.generation.sentence import phrase

MACHINE_SLEPT = phrase("MachineSlept", GERMAN).text
HOW_TO_GO_ON = german("resumed:wait", command=CONTINUE)


@pytest.fixture
def means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LobbyPorts]:
    monkeypatch.setattr(lobby_module, "HEARTBEAT_S", 0.01)
    with opened_means(tmp_path) as opened:
        yield replace(opened, time=SimulatedTime(now_ms=1_000))


async def slept_through(
    means: LobbyPorts, *meanwhile: frozenset[Role]
) -> tuple[list[str], list[bool], list[str]]:
    """What everybody was told, whether the clock ran, and who was told how it runs again.

    Whether it ran before, after, and after "weiter". `meanwhile`: who is there right after the
    sleep, and then.
    """
    told: list[str] = []
    shown_how: list[str] = []

    def deliver(_task: GameTask, step: TaskStep) -> None:
        notices = (output for output in step.outputs if isinstance(output, Noticed))
        told.extend(notice.make(GERMAN).text for notice in notices)
        replies = (output for output in step.outputs if isinstance(output, Reply))
        shown_how.extend(reply.listener for reply in replies if reply.text == HOW_TO_GO_ON)

    lobby = Lobby(means, deliver)
    task = await begun(lobby)
    running = [task.seated.game.clock.is_running]
    assert isinstance(means.time, SimulatedTime)
    means.time.slept(3_600_000)
    for _ in range(500):
        if MACHINE_SLEPT in told:
            break
        await asyncio.sleep(0.01)
    for here in meanwhile:
        await task.attend(Present(here=here))
    means.time.passed(60_000)
    await task.attend(TimePassed())
    running.append(task.seated.game.clock.is_running)
    await task.attend(Typed(listener=Role.WHITE, at_ms=means.time.now_ms(), text=CONTINUE))
    running.append(task.seated.game.clock.is_running)
    stops = [e for e in means.journal.read(task.game_id) if isinstance(e, ClocksStopped)]
    assert [stop.why for stop in stops] == ["irregularity"]
    await lobby.stop()
    return told, running, shown_how


def test_a_sleep_is_told_once_and_a_word_lets_the_clocks_run(means: LobbyPorts) -> None:
    told, running, shown_how = asyncio.run(slept_through(means))

    assert told.count(MACHINE_SLEPT) == 1
    assert running == [True, False, True]
    assert sorted(shown_how) == sorted(PLAYERS)


def test_who_comes_back_lets_the_clocks_run_and_is_not_asked_for_a_word(means: LobbyPorts) -> None:
    white_is_away = frozenset({Role.BLACK})
    told, running, shown_how = asyncio.run(slept_through(means, white_is_away, frozenset(PLAYERS)))

    assert told.count(MACHINE_SLEPT) == 1
    assert running == [True, True, True]
    assert shown_how == []


def test_nobody_is_asked_for_a_word_while_a_player_is_missing(means: LobbyPorts) -> None:
    _, running, shown_how = asyncio.run(slept_through(means, frozenset({Role.BLACK})))

    assert running[1] is False
    assert shown_how == []


def test_a_spectator_who_comes_does_not_let_stopped_clocks_run(means: LobbyPorts) -> None:
    and_a_spectator = frozenset({*PLAYERS, Role.SPECTATOR})
    _, running, shown_how = asyncio.run(slept_through(means, and_a_spectator))

    assert running == [True, False, True]
    assert sorted(shown_how) == sorted(PLAYERS)


def test_after_a_pause_that_was_no_sleep_the_same_people_let_the_clocks_run(
    means: LobbyPorts,
) -> None:
    async def paused() -> list[bool]:
        lobby = Lobby(means, lambda *_: None)
        task = await begun(lobby)
        running = [task.seated.game.clock.is_running]
        task.seated.go_on()
        running.append(task.seated.game.clock.is_running)
        await task.attend(Present(here=frozenset(PLAYERS)))
        running.append(task.seated.game.clock.is_running)
        await lobby.stop()
        return running

    assert asyncio.run(paused()) == [True, False, True]


QUARTER_MS = 900_000
"""The whole time of a player."""
TO_COME_BACK_MS = 3_000
"""For pages, before a game begins whose time came while the machine slept."""


async def begun_at_its_time(means: LobbyPorts, *, awake_ms: int, asleep_ms: int) -> GameTask:
    """A game whose beginning is agreed for half an hour from now, after the server has slept."""
    time = means.time
    assert isinstance(time, SimulatedTime)
    lobby = Lobby(means, lambda *_: None)
    await lobby.start()
    settled = Settled(starts="at", start_at_ms=time.wall_ms() + 2 * QUARTER_MS)
    arranged = await lobby.arrange(replace(ARRANGEMENT, settled=settled))
    assert isinstance(arranged, tuple)
    (task, *_) = arranged
    time.passed(awake_ms)
    await task.attend(Present(here=frozenset({Role.BLACK})))
    time.slept(asleep_ms)
    for _ in range(500):
        if isinstance(task.seated.game.phase, InPlay):
            break
        await asyncio.sleep(0.01)
        time.passed(TO_COME_BACK_MS // 30)
    time.passed(QUARTER_MS // 2)
    await task.attend(TimePassed())
    await lobby.stop()
    return task


@pytest.mark.parametrize(
    "asleep_ms",
    [pytest.param(QUARTER_MS, id="just until then"), pytest.param(12 * QUARTER_MS, id="for long")],
)
def test_a_game_whose_time_comes_while_the_machine_sleeps_begins_soon_after_it_wakes(
    means: LobbyPorts, asleep_ms: int
) -> None:
    task = asyncio.run(begun_at_its_time(means, awake_ms=QUARTER_MS, asleep_ms=asleep_ms))
    game = task.seated.game

    assert isinstance(game.phase, InPlay)
    assert game.clock.running_since_ms is not None
    waited_ms = game.clock.running_since_ms - (1_000 + QUARTER_MS)
    assert TO_COME_BACK_MS <= waited_ms < QUARTER_MS


def test_a_server_that_was_stopped_has_slept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, stopped_ns = time.monotonic_ns, 0
    monkeypatch.setattr("time.monotonic_ns", lambda: read() + stopped_ns)
    with opened_means(tmp_path) as opened:
        before_ms = opened.time.now_ms()
        stopped_ns = 3_600_000_000_000

        assert opened.time.now_ms() - before_ms < 60_000
        assert abs(opened.time.slept_ms() - 3_600_000) < 60_000
