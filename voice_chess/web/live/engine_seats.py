"""The engines of all games that are open: where they think, and what becomes of those that fail.

One that fails is started anew by its lender; meanwhile its seat counts as empty. One
that thinks in the browser of its opponent is not believed but for its move, and that is judged like
anybody's: whoever makes their own page send worse moves wins an unrated game against themselves,
and nothing else. While no page of theirs is open, its clock runs, as for a dead line.
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
"""So many think; the others wait their turn."""

_TRIED_AGAIN_S = (0.0, 1.0, 5.0, 30.0)
"""After the first failure at once, then more and more patiently."""

Changed = Callable[[GameTask, Role | None], None]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What an engine in a page has found behind so many half-moves, in UCI.

    `score` is how it judges its position, in hundredths of a pawn; None if it has told nothing.
    """

    ply: int
    uci: str
    score: int | None = None


class EngineSeats:
    """Lives in the loop of the games; `changed` is told whom an engine plays, None if it can't."""

    def __init__(self, engines: Engines, changed: Changed) -> None:
        self._engines = engines
        self._thinkers = ThreadPoolExecutor(AT_ONCE, "engine")
        self._changed = changed
        self._seats: dict[str, _Seat] = {}
        self._chance = random.SystemRandom()

    async def name(self) -> str:
        """What the engine calls itself. Raises `OpponentLost`."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, self._engines.name)

    async def opened(self, task: GameTask) -> None:
        """A game of which an engine plays one side has its engine. Raises `JournalLost`.

        One that is over has it, too: it may be asked for another game.
        """
        settled = task.settled
        if not settled.engine:
            return
        role = settled.engines_role
        seat = _Seat(task, lambda is_here: self._changed(task, role if is_here else None))
        self._seats[task.game_id] = seat
        loop = asyncio.get_running_loop()

        def found(thought: EngineThought) -> None:
            loop.call_soon_threadsafe(seat.found, thought)

        def choose(position: Position, left: TimeLeft) -> Chosen:
            return self._engines.move(position, left, LEVELS[settled.engine])

        mind = (
            ThinksElsewhere()
            if settled.engine_in_browser
            else Thinking(choose, self._thinkers, found)
        )
        await task.attend(EngineSeated(engine=EnginePlayer(role, mind)))
        self._changed(task, role)

    async def thought(self, game_id: str, thought: Thought) -> bool:
        """The browser of its opponent has found this; False where that is no move to be made.

        What was found for another position comes too late, and is no fault. Raises `JournalLost`
        and `Conflict`.
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
        """Nobody plays there any more."""
        seat = self._seats.pop(game_id, None)
        if seat is not None:
            await seat.stop()

    async def stop(self) -> None:
        for game_id in tuple(self._seats):
            await self.leave(game_id)
        self._thinkers.shutdown(wait=False, cancel_futures=True)


class _Seat:
    """What the engine of one game has found goes to that game, until it is stopped."""

    def __init__(self, task: GameTask, is_here: Callable[[bool], None]) -> None:
        """`is_here` is told False when the engine fails, and True when it plays again."""
        self.task = task
        self._is_here = is_here
        self._failures = 0
        self._errands: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    def found(self, thought: EngineThought) -> None:
        """In the loop; one that has failed thinks again in a while."""
        if self._is_stopped:
            return
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
        self._is_stopped = True
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
            # It is told where the game is read again, or written further.
            _log.error("engine=%s storage=%s", self.task.game_id, type(error).__name__)
