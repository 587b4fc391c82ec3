"""Runs a `Pairer` in a separate process: it reports the time it takes, and can be ended at once."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from voice_chess.event.boards import Board
from voice_chess.event.entrants import Round
from voice_chess.event.pairing import Pairer, PairerLost
from voice_chess.event.report_faults import Fault

AT_ONCE = 60
"""This many players are paired in a moment; more are paired in a process that can be ended."""
_LOOKING_EACH_S = 1


class PairerInProcess:
    """Pairs in a process that ends with the caller, also when the caller is interrupted."""

    def __init__(self, pairer: Pairer, waited: Callable[[int], None]) -> None:
        """`waited` is called each second with the number of seconds that have passed."""
        self.allots_colours = pairer.allots_colours
        self._pairer = pairer
        self._waited = waited

    def boards(self, round_: Round) -> tuple[Board, ...]:
        # Spawned, not forked: the caller may have threads.
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_pair, args=(self._pairer, round_, there), daemon=True)
        with interrupts_held_back():
            process.start()
        there.close()
        try:
            return self._answer(here)
        except EOFError as error:
            process.join()
            code = process.exitcode or 0
            raise PairerLost.of(Fault.PAIRER_ENDED, round=round_.number, code=code) from error
        finally:
            process.kill()
            process.join()
            here.close()

    def _answer(self, here: Connection) -> tuple[Board, ...]:
        seconds = 0
        while not here.poll(_LOOKING_EACH_S):
            seconds += _LOOKING_EACH_S
            self._waited(seconds)
        answer: tuple[Board, ...] | PairerLost = here.recv()
        if isinstance(answer, PairerLost):
            raise answer
        return answer


def _pair(pairer: Pairer, round_: Round, there: Connection) -> None:
    """Pair the round in the new process and send the boards, or the error, to the caller."""
    threading.Thread(target=_end_with_caller, name="caller", daemon=True).start()
    try:
        there.send(pairer.boards(round_))
    except PairerLost as lost:
        there.send(lost)


def _end_with_caller() -> None:
    """End this process when its caller has ended, be it killed: nobody waits for the pairs then."""
    caller = multiprocessing.parent_process()
    if caller is not None:
        wait([caller.sentinel])
        os._exit(1)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Make sure that a process started here never receives Ctrl-C: its caller ends it silently.

    The caller receives the signal afterwards. If one thread holds it back, another thread gets it
    (one of numpy's, for instance), and Python still interrupts the main thread while it passes its
    data on. So in the main thread a handler catches it as well.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It unblocks interrupts when it starts, so it must start before they are held back.
    resource_tracker.ensure_running()
    is_told = threading.current_thread() is threading.main_thread()
    came: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    if is_told:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if is_told:
            signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)
