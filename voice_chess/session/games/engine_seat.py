"""A seat at which an engine sits: told what every seat is told, it asks as every seat asks.

It thinks outside the loop and outside the game's own task, so that nobody waits for it. An engine
that fails is started anew by whoever lends engines; meanwhile its seat counts as empty and its
clock runs, as for a person whose line is dead. What it has to do is read from the game each time
(`engine_duties`): after a restart of the server it goes on where it was.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.engine_levels import LEVELS
from voice_chess.session.games.engine_duties import Making, is_on_move, moving, owed, time_left
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.listening.inputs import Decided, Seated
from voice_chess.session.ports import Chosen, Conflict, Engines, JournalLost, OpponentLost, TimeLeft
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences

LISTENER = "engine"
_ANY_LANGUAGE = "en"
"""Nobody hears what is said to an engine."""

_TRIED_AGAIN_S = (0.0, 1.0, 5.0, 30.0)
"""After the first failure at once, then more and more patiently."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lender:
    """Where engines come from, and the threads in which they are waited for."""

    engines: Engines
    thinkers: Executor


class EngineActions:
    """What an engine does in its game besides thinking. Methods raise `JournalLost`, `Conflict`."""

    def __init__(self, task: GameTask) -> None:
        settled = task.settled
        self.role = settled.engines_role
        self.level = LEVELS[settled.engine]
        self._task = task

    @property
    def game(self) -> Game:
        return self._task.seated.game

    @property
    def game_id(self) -> str:
        return self._task.game_id

    @property
    def is_on_move(self) -> bool:
        return is_on_move(self.game, self.role)

    @property
    def left(self) -> TimeLeft:
        return time_left(self.game, self._task.seated.time.now_ms())

    async def sit_down(self) -> None:
        language = load_language(_ANY_LANGUAGE)
        sitter = Sitter(
            listener=LISTENER,
            role=self.role,
            settings=TableSettings(language=language),
            preferences=VoicePreferences(language=language),
        )
        await self._task.attend(Seated(sitter=sitter))

    async def settle(self) -> None:
        """Do what it owes before it thinks."""
        for make in owed(self.game, self.role):
            await self._ask(make)

    async def move(self, chosen: Chosen) -> bool:
        """Make it; False where the game refuses."""
        is_taken = True
        for make in moving(lambda: self.game, self.role, chosen):
            is_taken = await self._ask(make)
        return is_taken

    async def _ask(self, make: Making) -> bool:
        at_ms = self._task.seated.time.now_ms()
        command = make(by=self.role, at_ms=at_ms)
        asked = Decided(listener=LISTENER, at_ms=at_ms, command=command)
        return await self._task.attend(asked) == "done"


class ResidentSeat(ABC):
    """Acts whenever something has come out of its game; lives in the loop of the games."""

    def __init__(self, task: GameTask) -> None:
        self._actions = EngineActions(task)
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def role(self) -> Role:
        return self._actions.role

    async def sit_down(self) -> None:
        """Raises `JournalLost`."""
        await self._actions.sit_down()
        self._task = asyncio.create_task(self._run(), name=f"engine {self._actions.game_id}")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def told(self) -> None:
        """Something has come out of the game."""
        self._news.set()

    async def _run(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self._act()
            except (JournalLost, Conflict) as error:
                # Whoever reads the game again, or goes on writing it, tells of it here.
                _log.error("engine=%s storage=%s", self._actions.game_id, type(error).__name__)

    @abstractmethod
    async def _act(self) -> None:
        """Do what the game asks for now. Raises `JournalLost` and `Conflict`."""


class EngineSeat(ResidentSeat):
    """Plays one side of this game by an engine of the server, until it is stopped."""

    def __init__(self, task: GameTask, lender: Lender, is_here: Callable[[bool], None]) -> None:
        """`is_here` is told False when the engine fails, and True when it plays again."""
        super().__init__(task)
        self._lender = lender
        self._is_here = is_here

    async def _act(self) -> None:
        """While it is on move; what is refused is not tried again before there is news."""
        actions = self._actions
        await actions.settle()
        is_taken = True
        while is_taken and actions.is_on_move:
            before = actions.game
            chosen = await self._choice()
            await actions.settle()
            if chosen is not None and actions.game.position is before.position:
                is_taken = await actions.move(chosen)

    async def _choice(self) -> Chosen | None:
        """A move, however often the engine must be started for it; None once none is wanted."""
        failures = 0
        while self._actions.is_on_move:
            try:
                chosen = await self._think()
            except OpponentLost as error:
                _log.error("engine=%s lost: %s", self._actions.game_id, error)
                self._is_here(False)  # noqa: FBT003 - a callback, whose name says it
                await asyncio.sleep(_TRIED_AGAIN_S[min(failures, len(_TRIED_AGAIN_S) - 1)])
                failures += 1
            else:
                self._is_here(True)  # noqa: FBT003 - a callback, whose name says it
                return chosen
        return None

    async def _think(self) -> Chosen:
        actions, lender = self._actions, self._lender
        position = actions.game.position
        move = partial(lender.engines.move, position, actions.left, actions.level)
        return await asyncio.get_running_loop().run_in_executor(lender.thinkers, move)
