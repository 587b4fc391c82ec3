"""A program that is told to end does so, whatever it is waiting for.

Python acts on a signal between two steps of the main thread, and a signal interrupts a wait of
that thread. But if a signal comes after the last step and before the wait, neither happens: the
program would go on waiting, for a line that nobody types. So another thread receives the signal,
too, and wakes the main thread a few times afterwards.

Python only prints "ignored" for a signal that comes during a `__del__` or the callback of a weak
reference (this happened after a loudspeaker was lost twice). Such a signal is sent again until it
comes at another moment.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM)
"""The signals that tell a program to end."""
_HANGUP: signal.Signals | None = getattr(signal, "SIGHUP", None)
"""Comes when the terminal's window is closed, or its line breaks off; Windows has none."""
_WAKING_EACH_S = 0.1
_AGAIN_AFTER_S = 0.05
_WAKINGS = 10
"""How often the main thread is woken; even a busy machine gets from a step to a wait sooner."""


class ToldToEnd(KeyboardInterrupt):
    """Raised by SIGTERM, which other programs send, such as the one that keeps servers running."""


def was_told_to_end(by: BaseException | None) -> bool:
    """Whether SIGTERM ended the program, also if Ctrl-C has then broken off how it ended."""
    return by is not None and (isinstance(by, ToldToEnd) or was_told_to_end(by.__context__))


@contextmanager
def ending_when_told() -> Iterator[None]:
    """Make SIGTERM interrupt as Ctrl-C does, with `ToldToEnd`; for the main thread only.

    So does the loss of the terminal, unless `nohup` has started the program. Another SIGTERM then
    means nothing any more, until the program is gone: it neither breaks off how the program ends,
    nor changes its exit code. Signals that were kept waiting until now come now.
    """
    before = {signal.SIGTERM: signal.signal(signal.SIGTERM, _end)}
    if _HANGUP is not None and signal.getsignal(_HANGUP) is not signal.SIG_IGN:
        before[_HANGUP] = signal.signal(_HANGUP, _hang_up)
    ignored = sys.unraisablehook
    again: list[threading.Timer] = []
    sys.unraisablehook = partial(_tell_again, ignored, again)
    try:
        # Windows interrupts a wait in another way, and has none of these functions.
        if hasattr(signal, "pthread_kill"):
            with _woken():
                signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
                yield
        else:
            yield
    finally:
        sys.unraisablehook = ignored
        for timer in again:
            timer.cancel()
        for which, handler in before.items():
            if signal.getsignal(which) is not signal.SIG_IGN:
                signal.signal(which, handler)


def _end(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise ToldToEnd


def _hang_up(_number: int, _frame: FrameType | None) -> None:
    """Do whatever the program does meanwhile when it is told to end.

    The kernel and the shell both tell of the loss; the second must not break off what ends.
    """
    if _HANGUP is not None:
        signal.signal(_HANGUP, signal.SIG_IGN)
    signal.raise_signal(signal.SIGTERM)


def _tell_again(
    otherwise: Callable[["sys.UnraisableHookArgs"], None],
    again: list[threading.Timer],
    ignored: "sys.UnraisableHookArgs",
) -> None:
    """Send an interruption that Python could not raise again; report any other error.

    Another thread sends it, a little later: at once and here it would be ignored again.
    """
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        told = signal.SIGINT
        if issubclass(ignored.exc_type, ToldToEnd):
            told = signal.SIGTERM
            signal.signal(told, _end)
        main = threading.main_thread().ident
        again.append(threading.Timer(_AGAIN_AFTER_S, _interrupt, (main, told)))
        again[-1].start()
    else:
        otherwise(ignored)


def _interrupt(main: int, told: signal.Signals) -> None:
    """Interrupt the main thread; Windows cannot send a signal to one thread of a process."""
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
        # Closing it would not end the reading while a child holds it open, too.
        with suppress(BlockingIOError):
            os.write(tell, b"\0")
        os.close(tell)
        waking.join()
        os.close(told)
        signal.signal(signal.SIGURG, nothing_else)


def _wake(told: int, main: int, is_over: threading.Event) -> None:
    """Wake the main thread after each signal that ends the program.

    Each signal arrives as a byte with its number, also the ones that do the waking.
    """
    while (number := os.read(told, 1)) and not is_over.is_set():
        wakings = _WAKINGS if number[0] in (*ENDING, _HANGUP) else 0
        for _ in range(wakings):
            if is_over.wait(_WAKING_EACH_S):
                return
            signal.pthread_kill(main, signal.SIGURG)
