"""The way from a game to the next one that its players have agreed on, with a seat for each.

The journal holds their agreement, and the next game names the game before it. The first player to
ask has it arranged; the other one finds it there, even after a restart of the server.
"""

import asyncio

from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.rematch import is_agreed, rematch_of, role_in_rematch
from voice_chess.web.live.guests import GameHost, make_room


class NotAgreed(Exception):
    """The players have not agreed on another game."""


class Full(Exception):
    """There are too many games already."""


class Rematches:
    """Arranges rematches, one at a time, in the games' event loop."""

    def __init__(self, host: GameHost) -> None:
        self._host = host
        self._arranging = asyncio.Lock()

    async def chair(self, task: GameTask, chair: Chair) -> Chair:
        """Return this seat's counterpart in the next game.

        Raises `NotAgreed`, `Full` or `JournalLost`.
        """
        if not is_agreed(task.seated.game):
            raise NotAgreed(task.game_id)
        async with self._arranging:
            game_id = await self._next(task.game_id) or await self._arranged(task)
        lobby, role = self._host.lobby, role_in_rematch(chair.role)
        chairs = await lobby.do(lambda: lobby.means.register.chairs_of(game_id))
        return next(found for found in chairs if found.role is role)

    async def _next(self, game_id: str) -> str | None:
        lobby = self._host.lobby
        games = await lobby.do(lobby.means.register.games)
        found = (known for known, settled in games.items() if settled.rematch_of == game_id)
        return next(found, None)

    async def _arranged(self, task: GameTask) -> str:
        lobby = self._host.lobby
        if not await make_room(self._host):
            raise Full(task.game_id)
        chairs = await lobby.do(lambda: lobby.means.register.chairs_of(task.game_id))
        arranged = await lobby.arrange(rematch_of(task, chairs))
        if not isinstance(arranged, tuple):
            raise NotAgreed(task.game_id)
        return arranged[0].game_id
