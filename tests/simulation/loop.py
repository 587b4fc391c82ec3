"""One event loop for all machines of a simulation; it never waits, but skips to the next due time.

Each machine can stand still, sleep, be switched off and have its clock set, independently of the
others: every task that a machine begins carries the machine in its context.
"""

import asyncio
import contextvars
import heapq
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

_WALL_MS = 1_800_000_000_000
_MS = 1_000_000
_here: contextvars.ContextVar["Machine | None"] = contextvars.ContextVar("machine", default=None)


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs callbacks in the order of their times; if none is due, time jumps to the next one."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0
        self.failures: list[str] = []
        """Exceptions that nobody has caught."""
        self.tasks: list[asyncio.Task[Any]] = []
        """All tasks, held so that those of a machine that is switched off are not collected."""
        self.set_exception_handler(self._failed)
        self.set_task_factory(self._begin)  # type: ignore[arg-type]  # any coroutine, as asyncio's own

    def time(self) -> float:
        return self.now_s

    @property
    def now_ms(self) -> int:
        return round(self.now_s * 1_000)

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self.now_s = max(self.now_s, self._scheduled[0].when())
        while self._scheduled and self._scheduled[0].when() <= self.now_s:
            self._ready.append(heapq.heappop(self._scheduled))
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            machine = handle._context.get(_here)  # type: ignore[attr-defined]  # noqa: SLF001 - a handle tells its context in no other way
            if handle.cancelled() or (machine is not None and machine.keeps_back(handle)):
                continue
            handle._run()  # noqa: SLF001 - as the loop does that this one stands for

    def _process_events(self, event_list: list[Any]) -> None:
        """Do nothing: there are no files to watch."""

    def _write_to_self(self) -> None:
        """Do nothing: no other thread calls, so there is nothing to wake."""

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Do nothing: cancelled handles are skipped when their time comes."""

    def _begin(
        self, loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], **named: Any
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=loop, **named)
        self.tasks.append(task)
        return task

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.failures.append(f"{context.get('message')} {context.get('exception')!r}")


@dataclass(eq=False)
class Machine:
    """A computer with one process of the server, from its start until it is switched off."""

    name: str
    loop: SimulatedLoop
    chance: Random
    wall_set_by_ms: int = 0
    """The error of its wall clock, in ms."""
    work_takes_s: float = 0.002
    """The mean time of a worker's task, mostly for the disk."""
    is_still: bool = False
    slept_ms: int = 0
    lost_games_ms: int | None = None
    """The time at which another server took the games of this one, or None."""
    _stood_still: list[tuple[int, int]] = field(default_factory=list)
    _still_since_ms: int = 0
    _fell_asleep_ms: int | None = None
    _kept_back: list[asyncio.Handle] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context = contextvars.copy_context()
        self.context.run(_here.set, self)
        self.workers = SimulatedWorkers(self)

    def run(self, coroutine: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Begin a task on this machine."""
        return self.context.copy().run(asyncio.create_task, coroutine, name=name)

    def later(self, delay_s: float, work: Callable[..., object], *args: object) -> None:
        """Call something on this machine after a delay, from outside or from its workers."""
        self.loop.call_later(delay_s, work, *args, context=self.context)

    @property
    def monotonic_ms(self) -> int:
        """The steady clock, which stands still while the machine sleeps."""
        return self.loop.now_ms - self.slept_ms

    @property
    def is_asleep(self) -> bool:
        return self._fell_asleep_ms is not None

    def keeps_back(self, handle: asyncio.Handle) -> bool:
        """Return whether the machine stands still; if so, hold this handle until it goes on."""
        if self.is_still:
            self._kept_back.append(handle)
        return self.is_still

    def stand_still(self, *, asleep: bool = False) -> None:
        """Stop as with SIGSTOP or, if `asleep`, as when the whole computer sleeps."""
        self.is_still = True
        self._still_since_ms = self.loop.now_ms
        self._fell_asleep_ms = self.loop.now_ms if asleep else None

    def go_on(self) -> None:
        """Go on; everything that was due meanwhile is due now."""
        if self.is_still:
            self._stood_still.append((self._still_since_ms, self.loop.now_ms))
        self.is_still = False
        if self._fell_asleep_ms is not None:
            self.slept_ms += self.loop.now_ms - self._fell_asleep_ms
            self._fell_asleep_ms = None
        for handle in self._kept_back:
            self.loop._ready.append(handle)  # noqa: SLF001 - puts a handle first, which no public method does
        self._kept_back.clear()

    def awake_ms(self, from_ms: int, until_ms: int) -> int:
        """Return for how long it ran in this period."""
        still = (
            max(0, min(until_ms, ended) - max(from_ms, began)) for began, ended in self._stood_still
        )
        return until_ms - from_ms - sum(still)

    def switch_off(self) -> None:
        """Stop as in a power cut: no task goes on until the simulation is over."""
        self.is_still = True


class SimulatedWorkers(Executor):
    """Workers of a machine; a task takes effect at a random moment within its duration."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        machine = self._machine
        takes_s = machine.work_takes_s * 2 * machine.chance.random()
        before_s = takes_s * machine.chance.random()

        def work() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 - raised where it was asked for
                machine.later(takes_s - before_s, done.set_exception, error)
            else:
                machine.later(takes_s - before_s, done.set_result, result)

        machine.later(before_s, work)
        return done


@contextmanager
def clocks_of_machines(loop: SimulatedLoop) -> Iterator[None]:
    """Let the program's time source read the clocks of the machine on which it runs."""

    def monotonic_ms() -> int:
        machine = _here.get()
        return loop.now_ms if machine is None else machine.monotonic_ms

    def wall_ms() -> int:
        machine = _here.get()
        return _WALL_MS + loop.now_ms + (0 if machine is None else machine.wall_set_by_ms)

    clocks = SimpleNamespace(
        time_ns=lambda: wall_ms() * _MS,
        monotonic_ns=lambda: monotonic_ms() * _MS,
        clock_gettime_ns=lambda which: (loop.now_ms if which else monotonic_ms()) * _MS,
        CLOCK_MONOTONIC=0,
        CLOCK_BOOTTIME=1,
    )
    with patch("voice_chess.adapters.system.system_time.time", clocks):
        yield


@contextmanager
def seeded_secrets(chance: Random) -> Iterator[None]:
    """Draw random names and tokens from this seeded generator."""
    with (
        patch("secrets.choice", chance.choice),
        patch("secrets.token_bytes", chance.randbytes),
        patch("secrets.token_hex", lambda count: chance.randbytes(count).hex()),
        patch("secrets.token_urlsafe", lambda count: chance.randbytes(count).hex()),
    ):
        yield
