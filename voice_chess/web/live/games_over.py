"""Games that are over: they leave memory when nobody looks at them, but lists still show them.

A game is looked at while a page of it is open, or while requests for it come in. A game that has
left memory is read from its journal when it is needed again: for a review, a download, an
arbiter's ruling, or a rematch.
"""

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, Self

from voice_chess.game.phases import Over
from voice_chess.game.state import Game
from voice_chess.game.table import Seat
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.in_loop import stopped
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.lobby.parts import Elsewhere
from voice_chess.session.ports import JournalDamaged, JournalLost
from voice_chess.web.messages.views import CustomsView
from voice_chess.web.pages.view_models import customs_view, phase_of

EACH_S = 60.0
"""Seconds between two checks. A game leaves memory once two in a row found nobody looking."""
MOST_SHOWN = 200
"""How many finished public games are shown at most."""
_MOST_REMEMBERED = 5_000
"""How many games that left memory are remembered in brief, so that lists need not read them."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class InBrief:
    """The entry of a game in lists."""

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
    """What `GamesOver` needs from the server."""

    @property
    def lobby(self) -> Lobby: ...

    def in_brief(self, task: GameTask) -> InBrief:
        """Return the game's entry in lists."""

    def may_leave(self, task: GameTask) -> bool:
        """Return whether the game is over, has no page open, and has nothing to write or hide.

        A board that an arbiter settled without a game counts as over.
        """

    async def put_away(self, game_id: str) -> None:
        """Close a game without open pages; the next request for it opens it again."""


class GamesOver:
    """Puts finished games away and keeps their entries; runs in the games' event loop."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._without: frozenset[str] = frozenset()
        """Ids of the games that nobody looked at when last checked."""
        self._public: OrderedDict[str, InBrief] = OrderedDict()
        """Finished public games, in the order in which they first left memory."""
        self._remembered: OrderedDict[str, InBrief] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="games over")

    async def stop(self) -> None:
        await stopped(self._task)

    async def look(self) -> None:
        """Put away games that nobody looked at in this check and the last. Raises `JournalLost`."""
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
        """Read the latest public games that ended before the server began. Raises `JournalLost`."""
        lobby, register = self._house.lobby, self._house.lobby.means.register
        finished = await lobby.do(register.finished)
        games = await lobby.do(register.games)
        public = [own for own, settled in games.items() if settled.is_public and own in finished]
        for game_id in public[-MOST_SHOWN:]:
            # A game can be deleted meanwhile, be damaged, or be led by another server.
            with suppress(KeyError, JournalDamaged, Elsewhere):
                await self.in_brief(game_id)

    def left(self, task: GameTask) -> None:
        """Remember the entry of a finished game that is being put away."""
        if not task.seated.game.is_over:
            return
        found = self._house.in_brief(task)
        _keep(self._remembered, found, _MOST_REMEMBERED)
        if task.settled.is_public:
            _keep(self._public, found, MOST_SHOWN)

    def forget(self, game_id: str) -> None:
        """Forget a game that is deleted."""
        self._public.pop(game_id, None)
        self._remembered.pop(game_id, None)

    def public(self) -> list[InBrief]:
        """Return the public games that are out of memory, the latest first."""
        running = self._house.lobby.running
        return [found for found in reversed(self._public.values()) if found.game_id not in running]

    def is_public(self, game_id: str) -> bool:
        """Return whether this is one of the remembered public games."""
        return game_id in self._public

    async def in_brief(self, game_id: str) -> InBrief:
        """Return a game's entry in lists; a game that was out of memory leaves it again at once.

        Raises `KeyError` for an unknown game, and `JournalLost`.
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
                # The games stay in memory until their end can be noted.
                _log.error("games-over=not-written")


def _keep(kept: OrderedDict[str, InBrief], found: InBrief, most: int) -> None:
    kept[found.game_id] = found
    while len(kept) > most:
        kept.popitem(last=False)


def moves_made(game: Game) -> int:
    """Return how many numbered moves were begun: a move of each side counts as one."""
    return (len(game.position.moves) + 1) // 2
