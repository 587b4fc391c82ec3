"""The seats at which engines sit, of all games that are open."""

import asyncio
import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from voice_chess.game.table import Role
from voice_chess.session.games.browser_engine_seat import BrowserEngineSeat, Thought
from voice_chess.session.games.engine_seat import EngineSeat, Lender, ResidentSeat
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.ports import Engines

AT_ONCE = os.cpu_count() or 1
"""So many think; the others wait their turn."""

Changed = Callable[[GameTask, Role | None], None]


class EngineSeats:
    """Lives in the loop of the games; `changed` is told whom an engine plays, None if it can't."""

    def __init__(self, engines: Engines, changed: Changed) -> None:
        self._lender = Lender(engines=engines, thinkers=ThreadPoolExecutor(AT_ONCE, "engine"))
        self._changed = changed
        self._seats: dict[str, ResidentSeat] = {}
        self._chance = random.SystemRandom()

    async def name(self) -> str:
        """What the engine calls itself. Raises `OpponentLost`."""
        lender = self._lender
        return await asyncio.get_running_loop().run_in_executor(
            lender.thinkers, lender.engines.name
        )

    async def opened(self, task: GameTask) -> None:
        """A game of which an engine plays one side has its engine. Raises `JournalLost`.

        One that is over has it, too: it may be asked for another game.
        """
        settled = task.settled
        if not settled.engine:
            return

        def told_here(is_here: bool) -> None:  # noqa: FBT001 - a callback, called with this alone
            self._changed(task, seat.role if is_here else None)

        seat: ResidentSeat = (
            BrowserEngineSeat(task, self._chance)
            if settled.engine_in_browser
            else EngineSeat(task, self._lender, told_here)
        )
        self._seats[task.game_id] = seat
        await seat.sit_down()
        told_here(True)  # noqa: FBT003 - a callback, whose name says it

    def told(self, game_id: str) -> None:
        """Something has come out of this game."""
        seat = self._seats.get(game_id)
        if seat is not None:
            seat.told()

    async def thought(self, game_id: str, thought: Thought) -> bool:
        """The browser of its opponent has found this; False where that is no move to be made.

        Raises `JournalLost` and `Conflict`.
        """
        seat = self._seats.get(game_id)
        return isinstance(seat, BrowserEngineSeat) and await seat.thought(thought)

    async def leave(self, game_id: str) -> None:
        """Nobody plays there any more."""
        seat = self._seats.pop(game_id, None)
        if seat is not None:
            await seat.stop()

    async def stop(self) -> None:
        for game_id in tuple(self._seats):
            await self.leave(game_id)
        self._lender.thinkers.shutdown(wait=False, cancel_futures=True)
