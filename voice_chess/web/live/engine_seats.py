"""The engines of all open games: where they think, and what happens when one fails.

An engine that fails is started again by the pool that lent it; until then its seat counts as
empty. An engine can also think in its opponent's browser. Then the server takes only the move from
it, and judges that like any player's move. A player who makes their page send bad moves wins an
unrated game against themselves, and nothing else. While the player has no page open, the engine's
clock runs, as it does for a player whose line is dead.
"""

import asyncio
import logging
import os
import random
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.engine_levels import LEVELS, slipped, would_draw
from voice_chess.session.games.engine_duties import is_on_move
from voice_chess.session.games.engine_player import (
    EnginePlayer,
    EngineSeated,
    Thinking,
    ThinksElsewhere,
)
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.listening.inputs import EngineThought
from voice_chess.session.ports import Chosen, Conflict, Engines, JournalLost, TimeLeft

AT_ONCE = os.cpu_count() or 1
"""How many engines think at the same time; the others wait for their turn."""

_TRIED_AGAIN_S = (0.0, 1.0, 5.0, 30.0)
"""Seconds to wait before an engine thinks again, after its first, second, third … failure."""

Changed = Callable[[GameTask, Role | None], None]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """The move `uci` that an engine in a page has found for the position after `ply` half-moves.

    `score` is its evaluation of its own position in centipawns; None if it gave none.
    """

    ply: int
    uci: str
    score: int | None = None


class EngineSeats:
    """Seats engines at games, in the games' event loop.

    `changed` is called with the role that a game's engine plays, or with None once it has failed.
    """

    def __init__(self, engines: Engines, changed: Changed) -> None:
        self._engines = engines
        self._thinkers = ThreadPoolExecutor(AT_ONCE, "engine")
        self._changed = changed
        self._seats: dict[str, _Seat] = {}
        self._chance = random.SystemRandom()

    async def name(self) -> str:
        """Return the engine's own name. Raises `OpponentLost`."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, self._engines.name)

    async def opened(self, task: GameTask) -> None:
        """Seat an engine at a game in which one side is an engine's. Raises `JournalLost`.

        A game that is over gets one, too: the engine may be asked for another game.
        """
        settled = task.settled
        if not settled.engine:
            return
        role = settled.engines_role
        game_id, loop = task.game_id, asyncio.get_running_loop()
        self._seats[game_id] = _Seat(
            task, lambda is_here: self._changed(task, role if is_here else None)
        )

        def found(thought: EngineThought) -> None:
            # The game refers to its engine: if that referred to the game, neither could go.
            loop.call_soon_threadsafe(self._found, game_id, thought)

        def choose(position: Position, left: TimeLeft) -> Chosen:
            return self._engines.move(position, left, LEVELS[settled.engine])

        mind = (
            ThinksElsewhere()
            if settled.engine_in_browser
            else Thinking(choose, self._thinkers, found)
        )
        await task.attend(EngineSeated(engine=EnginePlayer(role, mind)))
        self._changed(task, role)

    def _found(self, game_id: str, thought: EngineThought) -> None:
        seat = self._seats.get(game_id)
        if seat is not None:
            seat.found(thought)

    async def thought(self, game_id: str, thought: Thought) -> bool:
        """Make the move that an engine in its opponent's browser has found.

        Return False if no such engine plays there, the move is illegal, or the game refuses it.
        A move for another position just came too late: it is ignored, and the result is True.
        Raises `JournalLost` and `Conflict`.
        """
        seat = self._seats.get(game_id)
        if seat is None or not seat.task.settled.engine_in_browser:
            return False
        game, settled = seat.task.seated.game, seat.task.settled
        position = game.position
        if not is_on_move(game, settled.engines_role) or thought.ply != len(position.moves):
            return True
        if not position.is_legal(thought.uci):
            return False
        chosen = Chosen(
            uci=slipped(thought.uci, position, LEVELS[settled.engine], self._chance),
            wants_draw=would_draw(thought.score, position.fullmove_number),
        )
        made = await seat.task.attend(EngineThought(position=position, chosen=chosen))
        return made != "refused"

    async def leave(self, game_id: str) -> None:
        """Stop the engine of this game, if it has one."""
        seat = self._seats.pop(game_id, None)
        if seat is not None:
            await seat.stop()

    async def stop(self) -> None:
        for game_id in tuple(self._seats):
            await self.leave(game_id)
        self._thinkers.shutdown(wait=False, cancel_futures=True)


class _Seat:
    """Passes the moves that the engine of one game finds to that game, until it is stopped."""

    def __init__(self, task: GameTask, is_here: Callable[[bool], None]) -> None:
        """Take `is_here`, which is called with False if the engine fails, else with True."""
        self.task = task
        self._is_here = is_here
        self._failures = 0
        self._errands: set[asyncio.Task[None]] = set()

    def found(self, thought: EngineThought) -> None:
        """Pass on a thought, in the games' loop; after a failure, have the engine think again."""
        is_here, wait_s = thought.lost is None, 0.0
        if is_here:
            self._failures = 0
        else:
            _log.error("engine=%s lost: %s", self.task.game_id, thought.lost)
            wait_s = _TRIED_AGAIN_S[min(self._failures, len(_TRIED_AGAIN_S) - 1)]
            self._failures += 1
            thought = EngineThought(position=thought.position)
        self._is_here(is_here)
        self._run(self._give(thought, wait_s))

    async def stop(self) -> None:
        for errand in self._errands:
            errand.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)

    def _run(self, errand: Coroutine[None, None, None]) -> None:
        running = asyncio.create_task(errand, name=f"engine {self.task.game_id}")
        self._errands.add(running)
        running.add_done_callback(self._errands.discard)

    async def _give(self, thought: EngineThought, wait_s: float) -> None:
        await asyncio.sleep(wait_s)
        try:
            await self.task.attend(thought)
        except (JournalLost, Conflict) as error:
            # The players hear of it when the game is next read or written.
            _log.error("engine=%s storage=%s", self.task.game_id, type(error).__name__)
