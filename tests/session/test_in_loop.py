"""A step stands still while it waits, and the loop goes on."""

import asyncio
import gc
import threading
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from weakref import ref

import pytest

from voice_chess.session.in_loop import Awaited, LoopStep, current_step, in_loop, may_block


def waits_for(awaiteds: list[Awaited]) -> str:
    """Stand still once; what it waits for is put there."""
    step = current_step()
    assert isinstance(step, LoopStep)
    awaiteds.append(step.awaited())
    step.wait(awaiteds[-1])
    return "done"


def test_others_run_while_a_step_waits() -> None:
    async def both() -> list[str]:
        awaiteds: list[Awaited] = []
        waiting = [asyncio.create_task(in_loop(partial(waits_for, awaiteds))) for _ in range(2)]
        await asyncio.sleep(0)
        assert len(awaiteds) == 2
        assert not any(one.done() for one in waiting)
        for awaited in awaiteds:
            awaited.come()
        return await asyncio.gather(*waiting)

    assert asyncio.run(both()) == ["done", "done"]


def test_who_is_cancelled_meanwhile_ends_behind_the_step() -> None:
    ended: list[str] = []

    def step(awaiteds: list[Awaited]) -> None:
        ended.append(waits_for(awaiteds))
        ended.append(waits_for(awaiteds))

    async def cancelled() -> None:
        awaiteds: list[Awaited] = []
        waiting = asyncio.create_task(in_loop(partial(step, awaiteds)))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        assert not waiting.done()
        awaiteds[0].come()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting.cancel()
        awaiteds[1].come()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()

    asyncio.run(cancelled())
    assert ended == ["done", "done"]


def test_who_is_cancelled_stays_so_when_the_step_fails() -> None:
    def step(awaiteds: list[Awaited]) -> None:
        waits_for(awaiteds)
        raise LookupError

    async def cancelled() -> None:
        awaiteds: list[Awaited] = []
        waiting = asyncio.create_task(in_loop(partial(step, awaiteds)))
        await asyncio.sleep(0)
        waiting.cancel()
        awaiteds[0].come()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()

    asyncio.run(cancelled())


@pytest.mark.parametrize("is_late", [False, True], ids=["at once", "behind a wait"])
def test_what_goes_wrong_in_a_step_is_raised_where_it_is_awaited(is_late: bool) -> None:
    def step() -> None:
        if is_late:
            may_block(int)()
        message = "wrong"
        raise LookupError(message)

    with pytest.raises(LookupError, match="wrong"):
        asyncio.run(in_loop(step))


def test_what_may_block_is_done_in_another_thread_for_a_step_and_here_for_others() -> None:
    where = may_block(threading.get_ident)

    assert asyncio.run(in_loop(where)) != threading.get_ident()
    assert where() == threading.get_ident()


def test_what_goes_wrong_there_is_raised_in_the_step() -> None:
    def step() -> str:
        with pytest.raises(ValueError, match="invalid literal"):
            may_block(int)("one")
        return "goes on"

    assert asyncio.run(in_loop(step)) == "goes on"


def test_a_step_knows_what_its_coroutine_knows() -> None:
    known: ContextVar[str] = ContextVar("known")

    async def knows() -> tuple[str, str]:
        known.set("here")
        return await in_loop(lambda: (known.get(), may_block(str)(known.get())))

    assert asyncio.run(knows()) == ("here", "here")


def test_a_step_that_has_ended_is_used_for_the_next_function() -> None:
    async def steps() -> list[LoopStep | None]:
        return [await in_loop(current_step), await in_loop(current_step)]

    first, second = asyncio.run(steps())
    assert first is second


def test_a_function_that_runs_in_a_used_step_knows_only_its_own_coroutine() -> None:
    known: ContextVar[str] = ContextVar("known", default="nothing")

    async def knows(what: str) -> str:
        known.set(what)
        return await in_loop(known.get)

    async def one_after_another() -> list[str]:
        return [
            await asyncio.create_task(knows("one")),
            await asyncio.create_task(knows("other")),
            await asyncio.create_task(in_loop(known.get)),
        ]

    assert asyncio.run(one_after_another()) == ["one", "other", "nothing"]


def test_a_step_that_has_failed_is_not_used_again() -> None:
    def fails() -> None:
        failed.append(current_step())
        raise LookupError

    failed: list[LoopStep | None] = []

    async def steps() -> LoopStep | None:
        with suppress(LookupError):
            await in_loop(fails)
        return await in_loop(current_step)

    following = asyncio.run(steps())
    assert following not in (None, *failed)


def test_what_a_function_has_used_is_free_when_its_step_has_ended() -> None:
    class Used:
        def work(self) -> str:
            return "done"

    async def ended() -> bool:
        used = Used()
        kept = ref(used)
        await in_loop(used.work)
        del used
        return kept() is None

    assert asyncio.run(ended())


def test_steps_of_a_thread_that_has_ended_are_gone() -> None:
    kept: list[ref[LoopStep | None]] = []

    def step() -> None:
        kept.append(ref(current_step()))

    thread = threading.Thread(target=lambda: asyncio.run(in_loop(step)))
    thread.start()
    thread.join()
    # What is left of a greenlet goes when the next one is made.
    asyncio.run(in_loop(lambda: None))
    gc.collect()
    assert kept[0]() is None


def test_outside_a_loop_and_in_its_coroutines_nothing_is_a_step() -> None:
    async def coroutine() -> LoopStep | None:
        return current_step()

    assert current_step() is None
    assert asyncio.run(coroutine()) is None
