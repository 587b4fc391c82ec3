"""A program that is told to end does so, whatever it is waiting for.

Python acts on a signal between two steps of the main thread, and a signal interrupts what that
thread waits for. One that comes after the last step and before the wait does neither: the program
would go on waiting, for a line that nobody types. So another thread hears of the signal, too, and
wakes the main one a few times afterwards.

One that comes while something is thrown away, in a `__del__` or the callback of a weak reference,
is printed as ignored, and that is all: so it was met where a loudspeaker had been lost twice. It is
told again until it comes at another moment.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType

_TELLING = (signal.SIGINT, signal.SIGTERM)
_WAKING_EACH_S = 0.1
_AGAIN_AFTER_S = 0.05
_WAKINGS = 10
"""Far longer than it takes from a step to a wait, however busy the machine is."""


class ToldToEnd(KeyboardInterrupt):
    """By SIGTERM: by another program, such as the one that keeps servers running."""


@contextmanager
def ending_when_told() -> Iterator[None]:
    """SIGTERM interrupts as Ctrl-C does, by `ToldToEnd`; used in the main thread."""
    before = signal.signal(signal.SIGTERM, _end)
    ignored = sys.unraisablehook
    again: list[threading.Timer] = []
    sys.unraisablehook = partial(_tell_again, ignored, again)
    try:
        # Windows interrupts a wait by other means, and knows none of these.
        if hasattr(signal, "pthread_kill"):
            with _woken():
                yield
        else:
            yield
    finally:
        sys.unraisablehook = ignored
        for timer in again:
            timer.cancel()
        signal.signal(signal.SIGTERM, before)


def _end(_number: int, _frame: FrameType | None) -> None:
    raise ToldToEnd


def _tell_again(
    otherwise: Callable[["sys.UnraisableHookArgs"], None],
    again: list[threading.Timer],
    ignored: "sys.UnraisableHookArgs",
) -> None:
    """What Python can't raise where it is: an interruption is told anew, all else is printed.

    It is told by another thread and a little later: here it would be ignored once more.
    """
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        told = signal.SIGTERM if issubclass(ignored.exc_type, ToldToEnd) else signal.SIGINT
        main = threading.main_thread().ident
        again.append(threading.Timer(_AGAIN_AFTER_S, _interrupt, (main, told)))
        again[-1].start()
    else:
        otherwise(ignored)


def _interrupt(main: int, told: signal.Signals) -> None:
    """Windows cannot send a signal to one thread of a process."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, told)
    else:
        _thread.interrupt_main(told)


@contextmanager
def _woken() -> Iterator[None]:
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    is_over = threading.Event()
    main = threading.get_ident()
    waking = threading.Thread(target=_wake, args=(told, main, is_over), daemon=True)
    nothing_else = signal.signal(signal.SIGURG, lambda *_: None)
    told_before = signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    waking.start()
    try:
        yield
    finally:
        is_over.set()
        signal.set_wakeup_fd(told_before)
        os.close(tell)
        waking.join()
        os.close(told)
        signal.signal(signal.SIGURG, nothing_else)


def _wake(told: int, main: int, is_over: threading.Event) -> None:
    """Each signal comes as a byte with its number; those by which it wakes, too."""
    while number := os.read(told, 1):
        wakings = _WAKINGS if number[0] in _TELLING else 0
        for _ in range(wakings):
            if is_over.wait(_WAKING_EACH_S):
                return
            signal.pthread_kill(main, signal.SIGURG)
