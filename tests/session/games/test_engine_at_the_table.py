"""An engine at the table: its moves are told like a person's, what is said is the other's."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pytest

from tests.faulty_journal import FaultyJournal
from tests.german import CLOCK, CONTINUE, PRESS, YES, german, in_words, minutes, says
from tests.stage.around_table import AroundTable
from tests.stage.ports import ScriptedOpponent
from tests.stage.usual import BLIND
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.by_color import both
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.draws import DrawDeclined
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import MoveAnnounced, MoveCompleted, MoveExecuted, MoveRepeated
from voice_chess.game.table import Customs, Role, Setup
from voice_chess.session.ports import JournalLost, OpponentLost

T = TypeVar("T")
FOR_EVER_MS = 10**9


class SlowTime(SimulatedTime):
    """Does what is due as it passes."""

    def __init__(self) -> None:
        super().__init__()
        self.due: dict[int, Callable[[], object]] = {}

    def passed(self, duration_ms: int) -> None:
        super().passed(duration_ms)
        for due_ms in [due_ms for due_ms in self.due if due_ms <= self.now_ms()]:
            self.due.pop(due_ms)()


class Pondering(Executor):
    """Thinks so long about each move; the game goes on meanwhile."""

    def __init__(self, takes_ms: int) -> None:
        self.time = SlowTime()
        self._takes_ms = takes_ms

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        self.time.due[self.time.now_ms() + self._takes_ms] = partial(fn, *args, **kwargs)
        return Future()


def pondering(takes_ms: int, opponent: ScriptedOpponent) -> AroundTable:
    thinkers = Pondering(takes_ms)
    return AroundTable(opponent=opponent, thinkers=thinkers, time=thinkers.time)


def test_its_moves_are_announced_and_pressed_like_a_persons() -> None:
    table = AroundTable(opponent=ScriptedOpponent(["e7e5", "b8c6"]))
    session = table.play("e4", PRESS, "Sf3", PRESS)

    assert table.answer_to(PRESS) == [german("MoveAnnounced", move=in_words("Nc6"))]
    assert session.game.position.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert len(table.of(MoveCompleted)) == 4


def test_it_may_begin() -> None:
    table = AroundTable(opponent=ScriptedOpponent(["e2e4", "g1f3"]), absent=Role.WHITE)
    session = table.play("e5", PRESS)

    assert session.game.position.moves == ("e2e4", "e7e5", "g1f3")


def test_it_is_asked_once_for_each_move_however_long_it_thinks() -> None:
    opponent = ScriptedOpponent(["e7e5"])
    session = pondering(3_000, opponent).play("e4", PRESS, CLOCK, CLOCK, CLOCK, CLOCK)

    assert session.game.position.moves == ("e2e4", "e7e5")
    assert len(opponent.asked) == 1
    position, left = opponent.asked[0]
    assert position.moves == ("e2e4",)
    assert left.increment_ms == both(10_000)


def test_while_it_thinks_questions_are_answered_and_moves_are_refused() -> None:
    table = pondering(FOR_EVER_MS, ScriptedOpponent(["e7e5"]))
    table.play("e4", PRESS, "e7e5", says("own-clock"))

    assert [name for name, _ in table.refusals] == ["NotYourMove"]
    beginning = german("time", time=f"{minutes(15)}…").partition("…")[0]
    assert table.answer_to(says("own-clock"))[0].startswith(beginning)


@pytest.mark.parametrize(("takes_ms", "is_told"), [(200_000, False), (FOR_EVER_MS, True)])
def test_that_an_engine_is_silent_on_its_clock_is_told_once(
    takes_ms: int, *, is_told: bool
) -> None:
    table = pondering(takes_ms, ScriptedOpponent(["e7e5"]))
    table.play("e4", PRESS, 100_000, CLOCK, 100_000, CLOCK, 100_000, CLOCK)

    assert table.said.count(german("EngineSilent")) == is_told


def test_an_offer_is_declined_before_it_moves() -> None:
    table = AroundTable(opponent=ScriptedOpponent(["e7e5"]))
    table.play("e4", says("offer-draw"), PRESS)

    (declined,) = table.of(DrawDeclined)
    assert declined.by == "word"


def test_an_offer_that_suits_it_is_accepted_in_place_of_a_move() -> None:
    table = AroundTable(opponent=ScriptedOpponent(["e7e5"], is_content=True))
    session = table.play("e4", says("offer-draw"), PRESS)

    assert german("DrawAccepted", "black") in table.said
    assert session.game.is_over
    assert session.game.position.moves == ("e2e4",)


def test_it_answers_an_offer_when_it_has_thought() -> None:
    table = pondering(FOR_EVER_MS, ScriptedOpponent(["e7e5"]))
    table.play("e4", says("offer-draw"), PRESS, CLOCK)

    assert table.of(DrawDeclined) == []


def test_it_repeats_what_must_be_repeated_and_executes_what_is_reported() -> None:
    customs = Customs(must_repeat=True, execution="reported")
    table = AroundTable(replace(BLIND, customs=customs), opponent=ScriptedOpponent(["e7e5"]))
    table.play("e4", PRESS, "e5")

    repeated = [event for event in table.of(MoveRepeated) if isinstance(event, MoveRepeated)]
    assert [(event.white, event.uci) for event in repeated] == [(False, "e2e4"), (True, "e7e5")]
    assert len(table.of(MoveExecuted)) == 2


def test_resigning_while_it_thinks_is_the_players_own() -> None:
    table = pondering(FOR_EVER_MS, ScriptedOpponent(["e7e5"]))
    table.play("e4", PRESS, says("resign"), YES)

    (ended,) = table.of(GameEnded)
    assert ended.result == "0-1"


def test_its_mate_ends_the_game() -> None:
    setup = Setup(fen="r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1")
    table = AroundTable(replace(BLIND, setup=setup), opponent=ScriptedOpponent(["a8a1"]))
    session = table.play(CLOCK)

    assert session.game.is_over
    assert [event.uci for event in table.of(MoveAnnounced)] == ["a8a1"]


def test_an_engine_that_stops_playing_stops_the_clocks_and_is_told() -> None:
    table = AroundTable(opponent=ScriptedOpponent([]))

    with pytest.raises(OpponentLost):
        table.play("e4", PRESS)
    assert len(table.of(ClocksStopped)) == 1


def test_what_the_other_was_asked_still_waits_when_it_has_moved() -> None:
    table = pondering(1_200, ScriptedOpponent(["e7e5"]))
    session = table.play("e4", PRESS, says("resign"), YES)

    assert german("MoveAnnounced", move=in_words("Pe5")) in table.answer_to(says("resign"))
    assert session.game.is_over


def test_what_it_has_thought_of_a_move_taken_back_comes_too_late() -> None:
    opponent = ScriptedOpponent(["e7e5", "d7d5"])
    table = replace(
        pondering(2_000, opponent), table=replace(BLIND, customs=Customs(takebacks=True))
    )
    session = table.play("e4", PRESS, says("propose-takeback"), "d4", PRESS, *[CLOCK] * 3)

    assert session.game.position.moves == ("d2d4", "d7d5")
    assert [position.moves for position, _ in opponent.asked] == [("e2e4",), ("d2d4",)]


class FullOnce(FaultyJournal):
    """The disk is full when Black announces for the first time."""

    def before(self, events: Sequence[Event], after: int) -> None:
        is_blacks = any(isinstance(each, MoveAnnounced) and not each.white for each in events)
        if is_blacks and not self.was_full:
            self.was_full = True
            raise JournalLost

    was_full = False


def test_what_it_could_not_write_it_thinks_about_again_once_the_clock_runs() -> None:
    opponent = ScriptedOpponent(["e7e5", "d7d5"])
    table = AroundTable(opponent=opponent, journal=FullOnce())
    session = table.play("e4", PRESS, *[CLOCK] * 6, CONTINUE, CLOCK)

    assert session.game.position.moves == ("e2e4", "d7d5")
    assert len(opponent.asked) == 2
