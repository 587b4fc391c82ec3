"""A game that is read again after an error of the program, while somebody is speaking."""

import asyncio
from pathlib import Path

import pytest

from tests.web.live.lobby_stage import begun
from voice_chess.compose.server import opened_means
from voice_chess.game.table import Role
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.seat import SeatParticipant
from voice_chess.session.listening.inputs import Typed
from voice_chess.session.lobby.lobby import Lobby, LobbyPorts
from voice_chess.session.ports import JournalLost


async def read_again(
    means: LobbyPorts,
) -> tuple[LiveGame[SeatParticipant], LiveGame[SeatParticipant]]:
    """The game before and after, White having begun to speak."""
    lobby = Lobby(means, lambda _task, _step: None)
    task = await begun(lobby)
    before = task.seated
    before.begins_to_speak(Role.WHITE)
    with pytest.raises(JournalLost, match="read again"):
        await task.attend(Typed(listener="nobody", at_ms=0, text="e4"))
    await lobby.stop()
    return before, task.seated


def test_no_flag_falls_in_the_middle_of_an_utterance(tmp_path: Path) -> None:
    with opened_means(tmp_path) as means:
        before, after = asyncio.run(read_again(means))

    assert after is not before
    assert after.speaking == {Role.WHITE}
    assert after.is_mover_speaking
