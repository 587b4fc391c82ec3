"""The server stops: every game ends its task, whatever comes to it at that moment."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.stage.usual import PLAYERS
from tests.web.live.lobby_stage import begun
from tests.web.means import opened_means
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.session.listening.inputs import Present
from voice_chess.session.lobby.lobby import Lobby, LobbyPorts

PRESENT = Present(here=frozenset(PLAYERS))


@pytest.fixture
def means(tmp_path: Path) -> Iterator[LobbyPorts]:
    with opened_means(tmp_path) as opened:
        yield replace(opened, time=SimulatedTime(now_ms=1_000))


async def stopped_behind_an_entry(means: LobbyPorts, turns: int) -> bool:
    """Whether a game ends that is stopped this many turns of the loop after something came."""
    lobby = Lobby(means, lambda _task, _step: None)
    task = await begun(lobby)
    await asyncio.sleep(0.01)
    asked = asyncio.create_task(task.attend(PRESENT))
    for _ in range(turns):
        await asyncio.sleep(0)
    stopping = asyncio.create_task(task.stop())
    done, _ = await asyncio.wait({stopping}, timeout=10)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    if done:
        await lobby.stop()
    return bool(done)


@pytest.mark.parametrize("turns", range(6))
def test_a_game_ends_that_is_stopped_just_when_something_comes(
    means: LobbyPorts, turns: int
) -> None:
    assert asyncio.run(stopped_behind_an_entry(means, turns))
