"""A pairer in a process of its own answers as it would here, can be waited for, and ended."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.adapters.events.test_pairing_program import has_ended
from tests.event.reports import FOUR, event
from tests.waiting import waited
from voice_chess.adapters.events.pairing_process import PairerInProcess, interrupts_held_back
from voice_chess.event.boards import Board
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.pairing import PairerLost
from voice_chess.event.report_faults import Fault


class Slow:
    """Takes longer than anybody waits."""

    allots_colours = True

    def boards(self, round_: Round) -> tuple[Board, ...]:
        time.sleep(600)
        raise AssertionError(round_)


class Failing(Slow):
    def boards(self, round_: Round) -> tuple[Board, ...]:
        raise PairerLost.of(Fault.PAIRER_SLOW, name=f"Round {round_.number}", seconds=20)


class Dying(Slow):
    def boards(self, round_: Round) -> tuple[Board, ...]:
        del round_
        os._exit(3)


def third_round() -> Round:
    return round_to_pair(event(FOUR, "XXR 3"), 3)


def not_at_all(seconds: int) -> None:
    del seconds


def test_the_answer_is_the_same_as_without_it() -> None:
    pairer = PairerInProcess(DutchPairer(), not_at_all)

    assert pairer.boards(third_round()) == DutchPairer().boards(third_round())


@pytest.mark.parametrize(
    ("pairer", "told"),
    [
        (Failing(), "Round 3 has not paired two players within 20 seconds."),
        (Dying(), "The pairing of round 3 ended by itself, with the code 3."),
    ],
)
def test_a_failure_is_told_in_one_sentence(pairer: Slow, told: str) -> None:
    with pytest.raises(PairerLost) as complaint:
        PairerInProcess(pairer, not_at_all).boards(third_round())

    assert str(complaint.value) == told


@dataclass
class Marking(Slow):
    """Writes down the number of its process before it begins."""

    place: Path

    def boards(self, round_: Round) -> tuple[Board, ...]:
        self.place.write_text(str(os.getpid()), "utf-8")
        return super().boards(round_)


def pair_in_process(place: Path) -> None:
    PairerInProcess(Marking(place), not_at_all).boards(third_round())


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked at otherwise there")
def test_the_process_ends_when_its_caller_is_killed(tmp_path: Path) -> None:
    place = tmp_path / "pairer"
    caller = multiprocessing.get_context("spawn").Process(target=pair_in_process, args=(place,))
    caller.start()
    waited(lambda: place.is_file() and bool(place.read_text("utf-8")))

    caller.kill()
    caller.join()

    waited(lambda: has_ended(int(place.read_text("utf-8"))))


def test_who_waits_is_told_and_an_interrupt_leaves_no_process_behind() -> None:
    told = []

    def interrupted(seconds: int) -> None:
        told.append(seconds)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PairerInProcess(Slow(), interrupted).boards(third_round())

    assert told == [1]
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are not held back there")
def test_an_interrupt_that_another_thread_hears_waits_until_the_process_has_begun() -> None:
    goes, is_begun = threading.Event(), False

    def interrupted() -> None:
        goes.wait()
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    def begins() -> None:
        nonlocal is_begun
        with interrupts_held_back():
            goes.set()
            other.join()
            is_begun = True

    other = threading.Thread(target=interrupted)
    other.start()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            begins()
    finally:
        signal.signal(signal.SIGINT, before)

    assert is_begun
    assert signal.getsignal(signal.SIGINT) is before
