"""Runs one game as an asyncio task: one writer empties its inbox, however many seats fill it."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

from voice_chess.game.state import Game
from voice_chess.plain_error import described
from voice_chess.session.games.chairs import Settled
from voice_chess.session.games.engine_player import EngineSeated
from voice_chess.session.games.live_game import LiveGame, Subscriber
from voice_chess.session.games.running import ReadAgain, RunningGame, attend, is_short
from voice_chess.session.games.seat import SeatParticipant, sit_down
from voice_chess.session.in_loop import in_loop, stopped
from voice_chess.session.listening.inputs import (
    Outcome,
    Seated,
    SeatInput,
    TimePassed,
    Unseated,
)
from voice_chess.session.outputs import Output
from voice_chess.session.ports import JournalLost, PortError

Answer = TypeVar("Answer")
SHORTEST_WAIT_S = 0.05
"""The least wait before a look that is due: what can't be done yet is not tried without a pause."""
_MOST_DOUBLINGS = 9
_LONGEST_INBOX = 512
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStep:
    """A game before and after one entry of its inbox, its last event's number, and its outputs."""

    before: Game
    after: Game
    seq: int
    outputs: tuple[Output, ...]


Deliver = Callable[["GameTask", TaskStep], None]
Opened: TypeAlias = Callable[[Subscriber], LiveGame[SeatParticipant]]
"""Reads a game from its journal; the game gives all its outputs to this subscriber."""


class GameTask:
    """Runs one game of seats apart: short steps in the loop, the rest in worker threads.

    Outputs are collected in order and delivered when the step is done.
    """

    def __init__(
        self,
        game_id: str,
        settled: Settled,
        opened: Opened,
        workers: Executor,
        deliver: Deliver,
    ) -> None:
        self.game_id = game_id
        self.settled = settled
        self._opened = opened
        self._workers = workers
        self._deliver = deliver
        self._begun: RunningGame[SeatParticipant] | None = None
        self._outputs: list[Output] = []
        self._left: list[SeatParticipant] = []
        """Participants who left in this step; the loop may still be looking at them."""
        self._errors = 0
        """How many steps in a row have failed by an error of the program itself."""
        self._inbox: asyncio.Queue[_Asked] = asyncio.Queue(_LONGEST_INBOX)
        self._task: asyncio.Task[None] | None = None
        self._working: Future[Any] | None = None
        self._is_stopping = False

    @property
    def seated(self) -> LiveGame[SeatParticipant]:
        """The game, for reading: only the task changes it. Raises `JournalLost` before `start`."""
        return self._running.live

    @property
    def _running(self) -> RunningGame[SeatParticipant]:
        if self._begun is None:
            message = f"The game {self.game_id} is not open."
            raise JournalLost(message)
        return self._begun

    async def start(self) -> None:
        """Read the game and begin to empty the inbox. Raises `JournalLost`."""
        # These don't refer to this task, so that it can go as soon as nobody uses it.
        opened, outputs = self._opened, self._outputs
        self._begun = await self._in_worker(
            lambda: RunningGame(
                lambda: opened(outputs.append), outputs.extend, outlives_conflicts=True
            )
        )
        self._task = asyncio.create_task(self._run(), name=f"game {self.game_id}")

    async def stop(self) -> None:
        """Stop the task; entries that still wait fail with `JournalLost`.

        A step that has begun is finished first, and what it did is told: nothing is written
        afterwards.
        """
        self._is_stopping = True
        await stopped(self._task)
        self._task = None  # how it ended refers to this object
        while not self._inbox.empty():
            self._inbox.get_nowait().fail(self._stopped)

    def __del__(self) -> None:
        """Take the game apart once nobody uses this task any more, so that its memory is free."""
        if self._begun is not None:
            live = self._begun.live
            for one in live.participants:
                one.dismantle()
            live.dismantle()

    async def attend(self, entry: SeatInput | EngineSeated) -> Outcome:
        """Do this when its turn comes, and return its outcome.

        Raises `JournalLost` or `Conflict` if it was not done.
        """
        if self._task is None or self._task.done() or self._is_stopping:
            raise self._stopped
        asked = _Asked(entry=entry)
        await self._inbox.put(asked)
        if self._is_stopping:
            # It had to wait for room, and `stop` may have emptied the inbox before.
            asked.fail(self._stopped)
        return await asked.done

    @property
    def _stopped(self) -> JournalLost:
        return JournalLost(f"The game {self.game_id} is closed.")

    async def _run(self) -> None:
        while True:
            asked = await self._next()
            before = self.seated.game
            try:
                step = partial(self._step, asked)
                is_done_here = is_short(before, asked.entry)
                outcome = await (in_loop(step) if is_done_here else self._in_worker(step))
            except PortError as error:
                self._errors += isinstance(error, ReadAgain)
                self._deliver_step(before)
                asked.fail(error)
            except asyncio.CancelledError:
                await self._finish(asked, before)
                raise
            except Exception as error:  # noqa: BLE001 - whoever asks next must be served all the same
                _log.error("game=%s not recovered: %s", self.game_id, described(error))
                self._errors += 1
                self._deliver_step(before)
                asked.fail(JournalLost(f"The game {self.game_id} could not be read again."))
            else:
                self._errors = 0
                # The asker goes on when this turn of the loop is over. All has been delivered by
                # then, so the outcome and the outputs leave for their page together.
                asked.succeed(outcome)
                self._deliver_step(before)
                if self.seated.has_news_for_engine:
                    self._look_next()

    def _step(self, asked: "_Asked") -> Outcome:
        outcome = self._running.step(self._attend, asked.entry)
        asked.outcome = outcome
        return outcome

    async def _finish(self, asked: "_Asked", before: Game) -> None:
        """Finish the step during which the task was stopped, and tell what came of it."""
        if self._working is not None and not self._working.done():
            await asyncio.gather(asyncio.wrap_future(self._working), return_exceptions=True)
        if asked.outcome is None:
            asked.fail(self._stopped)
        else:
            asked.succeed(asked.outcome)
        self._deliver_step(before)

    def _attend(self, entry: SeatInput | EngineSeated) -> Outcome:
        """Seat or unseat people and engines; attend to all else as at a table."""
        game = self.seated
        match entry:
            case Seated(sitter=sitter):
                sit_down(game, sitter)
            case Unseated(listener=listener):
                left = game.leave(listener)
                self._left += [] if left is None else [left]
            case EngineSeated(engine=engine):
                game.seat_engine(engine)
            case TimePassed():
                game.look()
                _ = game.next_look_ms  # if this is wrong, the game is read again
            case _:
                with game.ledger.together():
                    return attend(game, entry)
        return "done"

    async def _next(self) -> "_Asked":
        wait_s = self._due_in_s()
        if wait_s is None:
            return await self._inbox.get()
        looking = asyncio.get_running_loop().call_later(
            max(wait_s, self._shortest_wait_s), self._look_next
        )
        try:
            return await self._inbox.get()
        finally:
            looking.cancel()

    def _due_in_s(self) -> float | None:
        """Return when the next look is due; at once if that can't be told: the look finds why."""
        try:
            due_ms = self.seated.next_look_ms
        except Exception:  # noqa: BLE001 - the look meets it, too, and has the game read again
            return 0.0
        return None if due_ms is None else (due_ms - self.seated.time.now_ms()) / 1_000

    def _look_next(self) -> None:
        """Queue a look at the time, behind what waits in the inbox; a full one gets none."""
        if not self._inbox.full():
            self._inbox.put_nowait(_Asked(entry=TimePassed()))

    @property
    def _shortest_wait_s(self) -> float:
        """The least wait, doubled by each error in a row: what always fails is tried rarely."""
        return SHORTEST_WAIT_S * 2.0 ** min(self._errors, _MOST_DOUBLINGS)

    def _deliver_step(self, before: Game) -> None:
        """Deliver this step. What an error of ours keeps back is seen with the next step."""
        game, outputs = self.seated, tuple(self._outputs)
        self._outputs.clear()
        step = TaskStep(before=before, after=game.game, seq=game.seq, outputs=outputs)
        try:
            self._deliver(self, step)
        except Exception as error:  # noqa: BLE001 - we are wrong; what was done is done
            _log.error("game=%s not delivered: %s", self.game_id, described(error))
        while self._left:
            self._left.pop().dismantle()

    async def _in_worker(self, work: Callable[[], Answer]) -> Answer:
        """Return the result of `work` in a worker, at a third of the cost of `wrap_future`."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._working = working = self._workers.submit(work)
        working.add_done_callback(lambda _: _wake_in(loop, done))
        try:
            await done
        except asyncio.CancelledError:
            working.cancel()
            raise
        return working.result()


def _wake_in(loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[None]) -> None:
    """Resolve the future in its loop; if that is closed, the server has ended without the work."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_wake, waiting)


def _wake(waiting: asyncio.Future[None]) -> None:
    """Resolve the future; its waiter may have been cancelled."""
    if not waiting.done():
        waiting.set_result(None)


@dataclass(slots=True, kw_only=True)
class _Asked:
    """An entry of the inbox, the outcome of its step, and the future that gets it."""

    entry: SeatInput | EngineSeated
    outcome: Outcome | None = None
    done: asyncio.Future[Outcome] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def succeed(self, outcome: Outcome) -> None:
        if not self.done.done():
            self.done.set_result(outcome)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # the asker may have gone
