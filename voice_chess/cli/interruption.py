"""Whoever is told to end does so, whatever they are waiting for.

Python acts on a signal between two steps of the main thread, and a signal interrupts what that
thread waits for. One that comes after the last step and before the wait does neither: the program
would go on waiting, for a line that nobody types. So another thread hears of the signal, too, and
wakes the main one a few times afterwards.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_TELLING = (signal.SIGINT, signal.SIGTERM)
_WAKING_EACH_S = 0.1
_WAKINGS = 10
"""Far longer than it takes from a step to a wait, however busy the machine is."""


@contextmanager
def ending_when_told() -> Iterator[None]:
    """SIGTERM interrupts as Ctrl-C does; used in the main thread."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        # Windows interrupts a wait by other means, and knows none of these.
        if hasattr(signal, "pthread_kill"):
            with _woken():
                yield
        else:
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
