"""What many callers want done is done together, by whichever of them finds nobody at it.

No thread only works. A caller with a thread of their own who finds nobody at work does so at once,
for all that waits; one that comes meanwhile waits, and the first of them is the next to do so. To
wake a thread costs as much as to write a move: so nobody is woken for a move that comes by itself.
A step of a loop has no thread: one of the loop's works as long as such steps wait, and lets a few
milliseconds' worth of them gather.
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
"""So much is done at once at most."""
GATHERS_S = 0.005
"""Between two turns for steps of loops, where there is much to do: more is done in each."""


class _Thread:
    """A caller with a thread of their own."""

    def __init__(self) -> None:
        self._is_over = threading.Lock()
        self._is_over.acquire()

    def wait(self) -> None:
        self._is_over.acquire()

    def end(self) -> None:
        self._is_over.release()


class _Step:
    """A step of a loop, which goes on with others."""

    def __init__(self, step: LoopStep) -> None:
        self._step = step
        self._awaited = step.awaited()
        self.loop = step.loop

    def wait(self) -> None:
        self._step.wait(self._awaited)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self._awaited.come)


class Gathered(Generic[Work, Answer]):
    """What is to be done; its caller waits until it is, or until it is their turn to do it."""

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
        """What it came to, once it is done."""
        if self._error is not None:
            raise self._error
        return self._answer


class Gathering(Generic[Work, Answer]):
    """Any thread may ask; one at a time does what all of them want."""

    def __init__(self, do: Callable[[Sequence[Gathered[Work, Answer]]], None]) -> None:
        """`do` has each of those that it is given succeed or fail; if it raises, the rest fails."""
        self._do = do
        self._waiting: deque[Gathered[Work, Answer]] = deque()
        self._is_under_way = False
        self._is_closed = False
        self._next_s = 0.0
        """When the next turn may begin for steps, by the clock that only goes on."""
        self._changing = threading.Lock()
        """Held for a moment by a thread that looks at the three above."""

    def ask(self, work: Work, *, is_last: bool = False) -> Answer:
        """Do all that waits, or wait until somebody has done so for this.

        Raises `JournalLost` behind the last one.
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
            self._hand_on(self._take_turn())
        return asked.outcome()

    def take_waiting(self) -> tuple[Gathered[Work, Answer], ...]:
        """Those behind what is being done just now: they have no turn, who asks answers them."""
        with self._changing:
            found = tuple(self._waiting)
            self._waiting.clear()
        return found

    def _work_for(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.run_in_executor(None, self._take_turns)

    def _take_turns(self) -> None:
        """As long as steps of loops are next."""
        are_next = True
        while are_next:
            # What comes by itself waits for nothing.
            time.sleep(max(0.0, self._next_s - time.monotonic()))
            self._next_s = time.monotonic() + GATHERS_S
            following = self._take_turn()
            are_next = isinstance(following, _Step)
        self._hand_on(following)

    def _take_turn(self) -> _Thread | _Step | None:
        """Do what waits by now, which includes whose turn it is; return whose turn is next."""
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
        return None if following is None else following.caller

    def _hand_on(self, following: _Thread | _Step | None) -> None:
        match following:
            case _Thread():
                following.end()
            case _Step(loop=loop):
                loop.call_soon_threadsafe(self._work_for, loop)
