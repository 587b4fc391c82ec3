"""A lobby without pages: games that run, with both players there."""

from tests.stage.apart import sitter
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Table
from voice_chess.session.games.chairs import Preferences, Settled
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.listening.inputs import Present, Seated
from voice_chess.session.lobby.lobby import Arrangement, Lobby

ARRANGEMENT = Arrangement(
    table=Table(control=TimeControl.parsed("15+10")),
    settled=Settled(),
    preferences=dict.fromkeys(PLAYERS, Preferences()),
)


async def begun(lobby: Lobby) -> GameTask:
    """The first game of a lobby, whose players are both there."""
    await lobby.start()
    return await another_begun(lobby)


async def another_begun(lobby: Lobby) -> GameTask:
    """One more game, whose players are both there."""
    arranged = await lobby.arrange(ARRANGEMENT)
    assert isinstance(arranged, tuple)
    for role in PLAYERS:
        await arranged[0].attend(Seated(sitter=sitter(role)))
    await arranged[0].attend(Present(here=frozenset(PLAYERS)))
    return arranged[0]
