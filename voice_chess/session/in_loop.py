"""Runs plain functions in a server's event loop, which goes on while they wait, and stops tasks.

Deciding, the talk and the ledger are plain functions, the same in a table's thread as on a server.
A thread for each step of a server's games would cost a sixth of the whole cost of a move, because
Python's lock and the processor's caches go from one thread to another and back. So a short step
runs in the loop itself, as a greenlet. Code that would block asks for the step that it is part of
(`current_step`) and lets that step wait, as a coroutine would; outside a loop it simply blocks.
"""

import asyncio
import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import partial, wraps
from typing import ParamSpec, TypeVar, cast

from greenlet import GreenletExit, getcurrent, greenlet

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Awaited(asyncio.Future[None]):
    """A future that a step waits for.

    It can't be cancelled: the work behind it ends even when the step is no longer needed.
    """

    def cancel(self, msg: object = None) -> bool:  # noqa: ARG002 - as the loop calls it
        return False

    def come(self) -> None:
        self.set_result(None)


class LoopStep(greenlet):
    """Runs plain functions in an event loop as a greenlet, one after another.

    Python takes memory for the frames of each new greenlet from the system, and gives it back at
    the greenlet's end, which costs a hundredth of a move. So after a function that has ended
    without an error it is kept for others.
    """

    def __init__(self) -> None:
        super().__init__(_run_each)
        self.is_under_way = False
        """Whether its function has begun and not ended."""
        self._is_given_up = False
        """Whether the loop ended before the step: its clean-up code must then wait for nothing."""

    def begin(self) -> None:
        """Get ready for a function of the coroutine that calls, which then switches here with it.

        Each switch returns the future that the step waits for, or, at its end, the result.
        """
        self.loop = asyncio.get_running_loop()
        # An error, too, is raised in this coroutine.
        self._coroutine = self.parent = getcurrent()
        self.gr_context = copy_context()
        self.is_under_way = True

    def awaited(self) -> Awaited:
        return Awaited(loop=self.loop)

    def wait(self, awaited: Awaited) -> None:
        """Suspend this step until the future is done; the loop runs other work meanwhile.

        Raises `GreenletExit` if the loop has ended.
        """
        if self._is_given_up:
            raise GreenletExit
        try:
            self._coroutine.switch(awaited)
        except GreenletExit:
            self._is_given_up = True
            raise

    def ended(self) -> greenlet:
        """Note that the function has ended; return the coroutine that takes its result.

        Raises `GreenletExit` if the loop has ended.
        """
        if self._is_given_up:
            raise GreenletExit
        self.is_under_way = False
        return self._coroutine


def _run_each(work: Callable[[], object]) -> None:
    """Run the function, and then each that is given next; an error is the end.

    While it waits for the next one, no frame refers to the greenlet, which would never be freed.
    """
    while True:
        answer = work()
        del work
        work = cast("LoopStep", getcurrent()).ended().switch(answer)


class _Idle(threading.local):
    """The steps of a thread that wait for another function."""

    def __init__(self) -> None:
        self.steps: list[LoopStep] = []


_idle = _Idle()
_MOST_IDLE = 64
"""More are at work together only while the journal is slow."""


def current_step() -> LoopStep | None:
    """Return the step that the caller is part of; None outside a loop and in its coroutines."""
    now = getcurrent()
    return now if isinstance(now, LoopStep) else None


async def in_loop(work: Callable[[], Answer]) -> Answer:
    """Run the function as a step of this loop, to its end, and return its result.

    If the caller is cancelled meanwhile, `CancelledError` is raised only after that end, in place
    of the error with which the step ends.
    """
    idle = _idle.steps
    step = idle.pop() if idle else LoopStep()
    step.begin()
    answer = step.switch(work)
    cancelled: asyncio.CancelledError | None = None
    while step.is_under_way:
        try:
            await answer
        except asyncio.CancelledError as error:
            # The loop can't cancel an `Awaited`: this error arrives when the future is done.
            cancelled = error
        try:
            answer = step.switch()
        except Exception as error:
            # Whatever the step fails with, whoever cancelled it must get their cancellation.
            if cancelled is None:
                raise
            raise cancelled from error
    if len(idle) < _MOST_IDLE:
        idle.append(step)
    if cancelled is not None:
        raise cancelled
    done: Answer = answer
    return done


def may_block(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Decorate a function that can block.

    Called in a step of a loop, it runs in another thread while the step waits; called anywhere
    else, it runs in the caller's own thread.
    """

    @wraps(work)
    def done(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        step = current_step()
        if step is None:
            return work(*args, **kwargs)
        awaited = step.awaited()
        working = step.loop.run_in_executor(None, partial(work, *args, **kwargs))
        working.add_done_callback(lambda _: awaited.come())
        step.wait(awaited)
        return working.result()

    return done


async def stopped(task: asyncio.Task[None] | None) -> None:
    """Cancel the task, unless it is None, and wait until it has ended, with an error or without."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
