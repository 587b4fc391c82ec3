"""Plain code in a server's loop: where it has to wait it stands still, and the loop goes on.

Deciding, the talk and the ledger are plain functions, the same in a table's thread as on a server.
A thread for each step of a server's games costs a sixth of what a move costs: Python's lock and the
processor's caches go from one thread to another and back. So a step that is short runs in the loop,
as a greenlet. Whatever would block there asks for the step that it is part of, and has that wait,
as a coroutine would; outside a loop it blocks.
"""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from greenlet import GreenletExit, getcurrent, greenlet

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Awaited(asyncio.Future[None]):
    """What a step waits for; it comes, also when nobody wants the step any more."""

    def cancel(self, msg: object = None) -> bool:  # noqa: ARG002 - as the loop calls it
        return False

    def come(self) -> None:
        self.set_result(None)


class LoopStep(greenlet):
    """Something that runs in a loop, and is not a coroutine."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(work)
        self.gr_context = copy_context()
        self.loop = asyncio.get_running_loop()
        self._coroutine = getcurrent()
        self._is_given_up = False
        """Its loop has ended first: what it still does on its way out waits for nothing."""

    def awaited(self) -> Awaited:
        return Awaited(loop=self.loop)

    def wait(self, awaited: Awaited) -> None:
        """Stand still until it has come, and let others run."""
        if self._is_given_up:
            raise GreenletExit
        try:
            self._coroutine.switch(awaited)
        except GreenletExit:
            self._is_given_up = True
            raise


def current_step() -> LoopStep | None:
    """What this is part of; None outside a loop, and in its coroutines."""
    now = getcurrent()
    return now if isinstance(now, LoopStep) else None


async def in_loop(work: Callable[[], Answer]) -> Answer:
    """Do it here, to its end: who is cancelled meanwhile ends behind it."""
    step = LoopStep(work)
    answer = step.switch()
    cancelled: asyncio.CancelledError | None = None
    while not step.dead:
        try:
            await answer
        except asyncio.CancelledError as error:
            # It is thrown in when the awaited has come.
            cancelled = error
        answer = step.switch()
    if cancelled is not None:
        raise cancelled
    done: Answer = answer
    return done


def may_block(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """What a step has done in another thread, and everybody else where they are."""

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
