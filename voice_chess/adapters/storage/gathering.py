"""Does the work of many callers together, in the thread of one of them.

There is no worker thread. A caller with a thread, who finds nobody at work, at once does all that
waits; callers that come meanwhile wait, and the first of them takes the next turn. Waking a thread
costs as much as writing a move, so nobody is woken for a move that comes alone. A step of an
asyncio loop has no thread: a thread of its loop's executor works as long as such steps are next,
and pauses a few milliseconds between turns, the longer the more is asked, so that more gathers.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from voice_chess.session.in_loop import LoopStep, current_step
from voice_chess.session.ports import JournalLost

Work = TypeVar("Work")
Answer = TypeVar("Answer")
MOST_TOGETHER = 256
"""The most pieces of work that are done in one turn."""
GATHERS_S, GATHERS_UNDER_LOAD_S, _FOR_EACH_S = 0.005, 0.012, 0.002
"""Seconds between two turns for steps of loops: the least, the most, and for each piece done.

Under load each turn then does more, which costs less. The most is reached by itself where more than
500 pieces are asked for in a second.
"""


def gathers_s(done: int) -> float:
    """Return the seconds from a turn with this many pieces to the next one for steps of loops."""
    return min(max(GATHERS_S, done * _FOR_EACH_S), GATHERS_UNDER_LOAD_S)


class _Thread:
    """A caller with a thread of its own."""

    def __init__(self) -> None:
        self._is_over = threading.Lock()
        self._is_over.acquire()

    def wait(self) -> None:
        self._is_over.acquire()

    def end(self) -> None:
        self._is_over.release()


class _Step:
    """A caller that is a step of a loop, which goes on with other steps meanwhile."""

    def __init__(self, step: LoopStep) -> None:
        self._step = step
        self._awaited = step.awaited()
        self.loop = step.loop

    def wait(self) -> None:
        self._step.wait(self._awaited)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self._awaited.come)


class Gathered(Generic[Work, Answer]):
    """One piece of work; its caller waits until it is done or until it is their turn to work."""

    def __init__(self, work: Work) -> None:
        self.work: Final = work
        self.is_done = False
        self._answer: Answer
        self._error: BaseException | None = None
        step = current_step()
        self.caller: Final = _Thread() if step is None else _Step(step)

    def succeed(self, answer: Answer) -> None:
        self._answer = answer
        self.is_done = True
        self.caller.end()

    def fail(self, error: BaseException) -> None:
        self._error = error
        self.is_done = True
        self.caller.end()

    def outcome(self) -> Answer:
        """Return or raise the result; only once it is done."""
        if self._error is not None:
            raise self._error
        return self._answer


class Gathering(Generic[Work, Answer]):
    """Collects work from any thread; one caller at a time does all that has gathered."""

    def __init__(self, do: Callable[[Sequence[Gathered[Work, Answer]]], None]) -> None:
        """`do` makes each piece succeed or fail; if it raises, the rest fail with that error."""
        self._do = do
        self._waiting: deque[Gathered[Work, Answer]] = deque()
        self._is_under_way = False
        self._is_closed = False
        self._next_s = 0.0
        """The earliest time of the next turn for steps, in s of the monotonic clock."""
        self._changing = threading.Lock()
        """Guards `_waiting`, `_is_under_way` and `_is_closed`; held only for a moment."""

    def ask(self, work: Work, *, is_last: bool = False) -> Answer:
        """Do all the work that waits, or wait until another caller has done this piece.

        Raises `JournalLost` after the piece that was the last.
        """
        asked: Gathered[Work, Answer] = Gathered(work)
        with self._changing:
            if self._is_closed:
                message = "The journal is closed."
                raise JournalLost(message)
            self._is_closed = is_last
            self._waiting.append(asked)
            is_free = not self._is_under_way
            self._is_under_way = True
        caller = asked.caller
        if is_free and isinstance(caller, _Step):
            self._work_for(caller.loop)
        if not is_free or isinstance(caller, _Step):
            caller.wait()
        if not asked.is_done:
            _, following = self._take_turn()
            self._hand_on(following)
        return asked.outcome()

    def take_waiting(self) -> tuple[Gathered[Work, Answer], ...]:
        """Take the work behind the current turn; it gets no turn, so the caller must finish it."""
        with self._changing:
            found = tuple(self._waiting)
            self._waiting.clear()
        return found

    def _work_for(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.run_in_executor(None, self._take_turns)

    def _take_turns(self) -> None:
        """Take turns as long as steps of loops are next."""
        are_next = True
        while are_next:
            # Work that comes alone does not wait.
            time.sleep(max(0.0, self._next_s - time.monotonic()))
            began_s = time.monotonic()
            done, following = self._take_turn()
            self._next_s = began_s + gathers_s(done)
            are_next = isinstance(following, _Step)
        self._hand_on(following)

    def _take_turn(self) -> tuple[int, _Thread | _Step | None]:
        """Do all that waits, also the worker's own piece.

        Return how many pieces that was, and the caller with the next turn.
        """
        with self._changing:
            count = min(len(self._waiting), MOST_TOGETHER)
            together = [self._waiting.popleft() for _ in range(count)]
        try:
            self._do(together)
        except BaseException as error:  # noqa: BLE001 - raised where it was asked for
            for one in together:
                if not one.is_done:
                    one.fail(error)
        with self._changing:
            following = self._waiting[0] if self._waiting else None
            self._is_under_way = following is not None
        return count, None if following is None else following.caller

    def _hand_on(self, following: _Thread | _Step | None) -> None:
        match following:
            case _Thread():
                following.end()
            case _Step(loop=loop):
                loop.call_soon_threadsafe(self._work_for, loop)
