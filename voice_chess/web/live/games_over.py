"""Games that are over: they leave memory once nobody looks at them, and lists still tell of them.

Somebody looks as long as they have a page of the game open, or ask for anything of it. A game that
has left is read from its journal when somebody wants it again: to review it, to take it home, to
rule on it, or to play another one.
"""

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, Self

from voice_chess.game.state import Game, Over
from voice_chess.game.table import Seat
from voice_chess.session.background import stopped
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.lobby.parts import Elsewhere
from voice_chess.session.ports import JournalDamaged, JournalLost
from voice_chess.web.messages.views import CustomsView
from voice_chess.web.pages.view_models import customs_view, phase_of

EACH_S = 60.0
"""Between two looks at what is over; it leaves after one or two of them without anybody."""
MOST_SHOWN = 200
"""Games that are over are shown so many."""
_MOST_REMEMBERED = 5_000
"""Games of which lists tell without reading them again."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class InBrief:
    """What lists tell of a game."""

    game_id: str
    white: Seat
    black: Seat
    time: str
    customs: CustomsView
    phase: str
    moves: int
    result: str | None
    is_deletable: bool

    @classmethod
    def of(cls, task: GameTask, *, is_deletable: bool) -> Self:
        game = task.seated.game
        table, over = game.table, game.phase
        return cls(
            game_id=task.game_id,
            white=table.white,
            black=table.black,
            time=table.control.to_pgn(),
            customs=customs_view(game, task.settled),
            phase=phase_of(game),
            moves=moves_made(game),
            result=str(over.result) if isinstance(over, Over) else None,
            is_deletable=is_deletable,
        )


class House(Protocol):
    """The server's games, as far as those that are over leave it."""

    @property
    def lobby(self) -> Lobby: ...

    def in_brief(self, task: GameTask) -> InBrief:
        """What lists tell of it."""

    def may_leave(self, task: GameTask) -> bool:
        """It is over, nobody looks at it, and nothing of it is still to be written or hidden.

        A board that was settled without a game is over as well.
        """

    async def put_away(self, game_id: str) -> None:
        """Close a game that nobody comes to; somebody who comes after all opens it again."""


class GamesOver:
    """Lives in the loop of the games."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._without: frozenset[str] = frozenset()
        """Those with nobody at the last look."""
        self._public: OrderedDict[str, InBrief] = OrderedDict()
        """In the order in which they left first."""
        self._remembered: OrderedDict[str, InBrief] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="games over")

    async def stop(self) -> None:
        await stopped(self._task)

    async def look(self) -> None:
        """Put away what is over and without anybody for the second time. Raises `JournalLost`."""
        lobby = self._house.lobby
        asked = lobby.asked_for()
        without = {
            game_id
            for game_id, task in lobby.running.items()
            if game_id not in asked and self._house.may_leave(task)
        }
        leaving, self._without = without & self._without, frozenset(without)
        for game_id in leaving:
            await self._house.put_away(game_id)

    async def recall(self) -> None:
        """Read again the public ones that ended before the server began. Raises `JournalLost`."""
        lobby, register = self._house.lobby, self._house.lobby.means.register
        finished = await lobby.do(register.finished)
        games = await lobby.do(register.games)
        public = [own for own, settled in games.items() if settled.is_public and own in finished]
        for game_id in public[-MOST_SHOWN:]:
            # One may be deleted meanwhile, be damaged, or be led by another server.
            with suppress(KeyError, JournalDamaged, Elsewhere):
                await self.in_brief(game_id)

    def left(self, task: GameTask) -> None:
        """It is put away."""
        if not task.seated.game.is_over:
            return
        found = self._house.in_brief(task)
        _keep(self._remembered, found, _MOST_REMEMBERED)
        if task.settled.is_public:
            _keep(self._public, found, MOST_SHOWN)

    def forget(self, game_id: str) -> None:
        """It is deleted."""
        self._public.pop(game_id, None)
        self._remembered.pop(game_id, None)

    def public(self) -> list[InBrief]:
        """Those out of memory that everybody may look at, who left last first."""
        running = self._house.lobby.running
        return [found for found in reversed(self._public.values()) if found.game_id not in running]

    def is_public(self, game_id: str) -> bool:
        """It is one of those."""
        return game_id in self._public

    async def in_brief(self, game_id: str) -> InBrief:
        """What lists tell of a game; one that is out of memory stays there.

        Raises `KeyError` for an unknown one, `JournalLost`.
        """
        lobby = self._house.lobby
        is_out = game_id not in lobby.running
        if is_out and game_id in self._remembered:
            return self._remembered[game_id]
        task = await lobby.game(game_id)
        found = self._house.in_brief(task)
        if is_out and self._house.may_leave(task):
            await self._house.put_away(game_id)
        return found

    async def _run(self) -> None:
        try:
            await self.recall()
        except JournalLost:
            _log.error("games-over=not-read")
        while True:
            await asyncio.sleep(EACH_S)
            try:
                await self.look()
            except JournalLost:
                # They stay until it can be noted that they are over.
                _log.error("games-over=not-written")


def _keep(kept: OrderedDict[str, InBrief], found: InBrief, most: int) -> None:
    kept[found.game_id] = found
    while len(kept) > most:
        kept.popitem(last=False)


def moves_made(game: Game) -> int:
    """By their numbers: one of each side is one."""
    return (len(game.position.moves) + 1) // 2
