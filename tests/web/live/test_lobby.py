"""A lobby in which several things happen at once: games open and close, and its heart beats on."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.live.lobby_stage import another_begun, begun
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.compose.server import opened_means
from voice_chess.game.draws import OfferDraw
from voice_chess.game.table import Role
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.ledger import Ledger
from voice_chess.session.lobby import lobby as lobby_module
from voice_chess.session.lobby.lobby import Lobby, LobbyPorts


def to_nobody(_: GameTask, __: TaskStep) -> None:
    return None


class TimeWithSleep(SystemTime):
    """The time of a machine that sleeps when the test says so."""

    asleep_ms = 0

    def slept_ms(self) -> int:
        return self.asleep_ms


async def is_stopped_by_sleep(means: LobbyPorts, time: TimeWithSleep) -> bool:
    """The machine sleeps during two games, of which another program has written the first.

    Whether the clock of the second one stands afterwards.
    """
    lobby = Lobby(replace(means, time=time), to_nobody)
    first = await begun(lobby)
    second = await another_begun(lobby)
    another = Ledger(means.journal, first.game_id)
    assert isinstance(another.ask(OfferDraw(by=Role.WHITE, at_ms=time.now_ms())), tuple)
    time.asleep_ms = 3_600_000
    for _ in range(500):
        await asyncio.sleep(0.01)
        if not second.seated.game.clock.is_running:
            break
    await lobby.stop()
    return not second.seated.game.clock.is_running


def test_after_sleep_all_games_are_woken_even_if_one_was_written_by_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "HEARTBEAT_S", 0.01)
    with opened_means(tmp_path) as means:
        assert asyncio.run(is_stopped_by_sleep(means, TimeWithSleep()))
