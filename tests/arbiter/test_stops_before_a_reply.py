"""The clock of a player who has not come back to reply may be stopped, as in play."""

from collections.abc import Callable, Iterable

import pytest

from tests.arbiter.asked import followed, made
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealerTooLate, SealMove
from voice_chess.game.clocks import PassTime, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.game_end import GameEnded
from voice_chess.game.phases import InPlay, Resuming
from voice_chess.game.refusals import ClocksAreRunning, ClocksAreStopped, GameIsAdjourned
from voice_chess.game.results import EndReason
from voice_chess.game.setup import Arrive
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Role, Table

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
MINUTE = 60_000
HOUR = 60 * MINUTE
BACK = 10 * HOUR
TABLE = Table(control=TimeControl.parsed("90+0"), occasion=Occasion(has_arbiter=True))
STOPPED = StopClocks(by=ARBITER, at_ms=BACK + 20 * MINUTE)
STARTED = StartClocks(by=ARBITER, at_ms=BACK + 50 * MINUTE)


def resumed(play: Play, *more: Command, white: bool = False, black: bool = True) -> Game:
    """Return a game in which Black sealed, and White must reply; each of them is there or not."""
    sealed = (
        *made("e2e4", at_ms=0),
        AskToSeal(by=ARBITER, at_ms=0, resumption="tomorrow"),
        SealMove(by=BLACK, at_ms=0, text="e5"),
        StopClocks(by=BLACK, at_ms=0),
        Resume(by=ARBITER, at_ms=BACK, white_here=white, black_here=black),
    )
    return play(TABLE, (*sealed, *more))


@pytest.mark.law("interruption", "restart", "replier-absent")
def test_an_arbiter_stops_it_and_nobody_pays_until_they_start_it_again(play: Play) -> None:
    game = resumed(play, STOPPED)

    assert isinstance(game.phase, Resuming)
    assert game.clock.left_ms(white=True, at_ms=BACK + 9 * HOUR) == 70 * MINUTE
    assert isinstance(decide(game, PassTime(by=ARBITER, at_ms=BACK + 9 * HOUR)), tuple)

    again = followed(game, decide(game, STARTED))

    assert isinstance(again.phase, Resuming)
    assert again.clock.left_ms(white=True, at_ms=STARTED.at_ms + MINUTE) == 69 * MINUTE
    assert again.clock.left_ms(white=False, at_ms=STARTED.at_ms + MINUTE) == 90 * MINUTE


@pytest.mark.law("late-at-resumption", "interruption")
def test_meanwhile_nobody_comes_too_late(play: Play) -> None:
    stopped = resumed(play, STOPPED)
    assert decide(stopped, PassTime(by=ARBITER, at_ms=BACK + 5 * HOUR)) == ()

    game = followed(stopped, decide(stopped, STARTED))

    waited_ms = STARTED.at_ms - STOPPED.at_ms
    in_time = PassTime(by=ARBITER, at_ms=BACK + HOUR + waited_ms)
    assert decide(game, in_time) == ()
    ruling = decide(game, PassTime(by=ARBITER, at_ms=in_time.at_ms + 1))
    assert isinstance(ruling, tuple)
    end = ruling[-1]
    assert isinstance(end, GameEnded)
    assert end.reason is EndReason.LATENESS


@pytest.mark.law("replier-absent")
def test_who_comes_while_it_stands_replies_on_their_own_time_from_then(play: Play) -> None:
    come = Arrive(by=WHITE, at_ms=BACK + 30 * MINUTE)
    opened = OpenEnvelope(by=ARBITER, at_ms=BACK + 40 * MINUTE, uci="e7e5")
    game = resumed(play, STOPPED, come, opened)

    assert isinstance(game.phase, InPlay)
    assert game.white_to_move
    assert game.clock.left_ms(white=True, at_ms=opened.at_ms + MINUTE) == 69 * MINUTE
    assert decide(game, PassTime(by=ARBITER, at_ms=BACK + 100 * MINUTE)) == ()


@pytest.mark.law("stop-for-arbiter", "replier-absent")
def test_the_player_who_is_there_does_not_stop_it(play: Play) -> None:
    stop = StopClocks(by=BLACK, at_ms=BACK + MINUTE)

    assert isinstance(decide(resumed(play), stop), GameIsAdjourned)


@pytest.mark.law("restart", "replier-present")
def test_no_clock_starts_before_the_envelope_is_opened_to_who_is_there(play: Play) -> None:
    start = StartClocks(by=ARBITER, at_ms=BACK + MINUTE)

    assert isinstance(decide(resumed(play, white=True), start), GameIsAdjourned)
    assert isinstance(decide(resumed(play), start), ClocksAreRunning)


@pytest.mark.law("late-at-resumption", "interruption")
def test_an_arbiter_stops_the_hour_of_a_sealer_too_though_no_clock_runs(play: Play) -> None:
    stopped = resumed(play, STOPPED, white=True, black=False)
    assert decide(stopped, PassTime(by=ARBITER, at_ms=BACK + 5 * HOUR)) == ()

    game = followed(stopped, decide(stopped, STARTED))

    waited_ms = STARTED.at_ms - STOPPED.at_ms
    assert not game.clock.is_running
    assert decide(game, PassTime(by=ARBITER, at_ms=BACK + HOUR + waited_ms)) == ()
    late = decide(game, PassTime(by=ARBITER, at_ms=BACK + HOUR + waited_ms + 1))
    assert isinstance(late, tuple)
    assert isinstance(late[-1], SealerTooLate)


@pytest.mark.law("late-at-resumption", "interruption")
@pytest.mark.parametrize(
    ("more", "black", "stands"),
    [((), False, False), ((STOPPED,), False, True), ((), True, True)],
    ids=["they are awaited", "their hour stands already", "nobody is awaited"],
)
def test_there_is_an_hour_to_stop_only_while_a_sealer_is_awaited_and_it_goes_on(
    more: tuple[Command, ...], black: bool, stands: bool, play: Play
) -> None:
    game = resumed(play, *more, white=True, black=black)

    ruling = decide(game, StopClocks(by=ARBITER, at_ms=BACK + 30 * MINUTE))

    assert game.is_timed is not stands
    assert isinstance(ruling, ClocksAreStopped) is stands


@pytest.mark.law("late-at-resumption")
def test_a_sealer_who_comes_while_the_hour_stands_has_come_in_time(play: Play) -> None:
    come = Arrive(by=BLACK, at_ms=BACK + 3 * HOUR)
    opened = OpenEnvelope(by=ARBITER, at_ms=BACK + 3 * HOUR, uci="e7e5")
    game = resumed(play, STOPPED, come, opened, white=True, black=False)

    assert isinstance(game.phase, InPlay)
    assert game.clock.is_running
    assert game.white_to_move
    assert game.clock.left_ms(white=True, at_ms=opened.at_ms) == 90 * MINUTE
