"""An engine looks at whole games; what it has found so far can be seen at any moment."""

import threading
import time
from dataclasses import dataclass, field

import pytest

from tests.review.games import SCHOLARS_MATE, game_of, thought
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, Mate
from voice_chess.session.engine_levels import Level
from voice_chess.session.ports import Chosen, OpponentLost, TimeLeft
from voice_chess.session.review.analysis import Analyst, TooManyWait

GAME = game_of(SCHOLARS_MATE)


@dataclass
class Thinker:
    """Finds every position even; waits before the one that it is told to, and fails at another."""

    fails_at: int | None = None
    error: Exception = field(default_factory=lambda: OpponentLost("It is gone."))
    waits_at: int = -1
    goes_on: threading.Event = field(default_factory=threading.Event)
    has_come: threading.Event = field(default_factory=threading.Event)
    asked: int = 0

    def are_there(self) -> bool:
        return True

    def name(self) -> str:
        return "Thinker 1"

    def move(self, position: Position, left: TimeLeft, level: Level) -> Chosen:
        return Chosen(uci=position.legal_moves[0], wants_draw=False)

    def evaluate(self, position: Position) -> Evaluation:
        self.asked += 1
        if len(position.moves) == self.waits_at:
            self.has_come.set()
            assert self.goes_on.wait(60)
        if len(position.moves) == self.fails_at:
            raise self.error
        return thought(0, position.legal_moves[0])


def test_every_position_is_looked_at_and_the_mate_needs_no_engine() -> None:
    thinker = Thinker()
    analyst = Analyst(thinker)
    found = analyst.look_at("game", GAME)
    analyst.finish()

    assert (found.state, found.done, found.engine) == ("done", 8, "Thinker 1")
    assert thinker.asked == 7
    assert found.evaluations[-1] == Evaluation(score=Mate(white=True, moves=0))


def test_what_was_found_so_far_is_seen_while_it_goes_on() -> None:
    thinker = Thinker(waits_at=3)
    analyst = Analyst(thinker)
    found = analyst.look_at("game", GAME)
    assert thinker.has_come.wait(60)
    so_far = (found.state, found.done)
    thinker.goes_on.set()
    analyst.finish()

    assert so_far == ("running", 4)
    assert analyst.found("game") is found


def test_games_wait_for_each_other_and_know_how_many_come_first() -> None:
    thinker = Thinker(waits_at=0)
    analyst = Analyst(thinker)
    games = [analyst.look_at(name, GAME) for name in ("first", "second", "third")]
    assert thinker.has_come.wait(60)
    ahead = [analyst.ahead(game) for game in games]
    thinker.goes_on.set()
    analyst.finish()

    assert ahead == [0, 1, 2]
    assert [game.state for game in games] == ["done"] * 3


def test_a_game_is_looked_at_once() -> None:
    thinker = Thinker()
    analyst = Analyst(thinker)
    assert analyst.look_at("game", GAME) is analyst.look_at("game", GAME)
    analyst.finish()

    assert thinker.asked == 7


def test_an_engine_that_fails_leaves_what_it_had_found_and_may_be_asked_again() -> None:
    thinker = Thinker(fails_at=4, waits_at=0)
    analyst = Analyst(thinker)
    analyst.look_at("game", GAME)
    found = analyst.look_at("other", GAME)
    while found.state != "failed":
        time.sleep(0.01)
    state, done = found.state, found.done
    thinker.fails_at = None
    thinker.goes_on.set()
    again = analyst.look_at("game", GAME)
    analyst.finish()

    assert (state, done) == ("failed", 3)
    assert again.state == "done"


def test_no_more_wait_than_the_engine_can_see_through() -> None:
    thinker = Thinker(waits_at=0)
    analyst = Analyst(thinker, most_waiting=2)
    analyst.look_at("running", GAME)
    assert thinker.has_come.wait(60)
    for name in ("one", "two"):
        analyst.look_at(name, GAME)

    with pytest.raises(TooManyWait):
        analyst.look_at("three", GAME)

    thinker.goes_on.set()
    analyst.finish()


def test_a_club_can_have_its_games_evaluated_but_not_everybody_at_once() -> None:
    thinker = Thinker(waits_at=0)
    analyst = Analyst(thinker)
    analyst.look_at("running", GAME)
    assert thinker.has_come.wait(60)

    def ask(numbers: range) -> None:
        for number in numbers:
            analyst.look_at(f"game {number}", GAME)

    def judge(positions: int) -> None:
        for _ in range(positions):
            analyst.judge(GAME.positions[0])

    ask(range(20))
    judge(20)
    with pytest.raises(TooManyWait):
        ask(range(20, 200))
    with pytest.raises(TooManyWait):
        judge(180)

    thinker.goes_on.set()
    analyst.finish()


def test_the_oldest_games_are_forgotten() -> None:
    thinker = Thinker(waits_at=0)
    thinker.goes_on.set()
    analyst = Analyst(thinker, most_kept=2)
    for name in "abcd":
        while analyst.look_at(name, GAME).state != "done":
            time.sleep(0.01)
    analyst.finish()

    assert [name for name in "abcd" if analyst.found(name)] == ["c", "d"]


def test_an_error_of_the_program_ends_an_analysis_as_one_of_the_engine_does() -> None:
    analyst = Analyst(Thinker(fails_at=4, error=ZeroDivisionError()))
    found = analyst.look_at("game", GAME)
    analyst.finish()

    assert (found.state, found.done) == ("failed", 3)


def test_an_error_about_one_position_is_told_to_who_waits_for_it_and_the_others_go_on() -> None:
    thinker = Thinker(waits_at=0, fails_at=4, error=ZeroDivisionError())
    analyst = Analyst(thinker)
    short = game_of("1. e4 e5 *")
    found = analyst.look_at("short", short)
    assert thinker.has_come.wait(60)
    wrong, right = (analyst.judge(GAME.positions[ply]) for ply in (4, 5))
    thinker.goes_on.set()

    with pytest.raises(OpponentLost):
        wrong.result(60)
    assert right.result(60).score == thought(0, "e2e4").score
    analyst.finish()
    assert found.state == "done"


def test_nobody_waits_for_an_analyst_that_is_closed() -> None:
    thinker = Thinker(waits_at=0)
    analyst = Analyst(thinker)
    analyst.look_at("game", GAME)
    assert thinker.has_come.wait(60)
    waiting = analyst.look_at("other", GAME)
    asked = analyst.judge(GAME.positions[4])
    analyst.close()

    assert waiting.state == "failed"
    for each in (asked, analyst.judge(GAME.positions[5])):
        with pytest.raises(OpponentLost):
            each.result(60)
    thinker.goes_on.set()
