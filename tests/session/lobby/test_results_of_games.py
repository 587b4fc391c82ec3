"""What an event takes from a game that is over: results, and forfeits of those not played."""

import pytest

from tests.stage.apart import Apart
from voice_chess.clock.time_control import TimeControl
from voice_chess.event.competition import BoardResult
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.game_end import EndGame
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Customs, Occasion, Role, Table
from voice_chess.session.lobby.event_rounds import result_of

WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
HOUR = 3_600_000
ADJOURNED: tuple[Command, ...] = (
    AnnounceMove(by=WHITE, at_ms=0, uci="e2e4"),
    PressClock(by=WHITE, at_ms=0),
    AskToSeal(by=ARBITER, at_ms=0, resumption="now"),
    SealMove(by=BLACK, at_ms=0, text="e5"),
    StopClocks(by=BLACK, at_ms=0),
)


def begun(*commands: Command) -> Apart:
    """Return a game without players so far, after these commands."""
    table = Table(
        control=TimeControl.parsed("120+0"),
        customs=Customs(arrivals="recorded"),
        occasion=Occasion(has_arbiter=True, lateness_ms=HOUR),
    )
    game = Apart(table)
    for command in commands:
        assert isinstance(game.live.ask(command), tuple), command
    return game


def an_hour_later(game: Apart) -> BoardResult | None:
    game.time.passed(HOUR + 1)
    game.live.look()
    return result_of(game.game)


@pytest.mark.parametrize(
    ("here", "result"),
    [
        ({WHITE}, BoardResult.WHITE_BY_FORFEIT),
        ({BLACK}, BoardResult.BLACK_BY_FORFEIT),
        (set(), BoardResult.BOTH_FORFEIT),
    ],
)
def test_who_comes_too_late_has_lost_without_a_game(here: set[Role], result: BoardResult) -> None:
    game = begun()
    game.live.came(here)

    assert result_of(game.game) is None
    assert an_hour_later(game) is result


@pytest.mark.law("late-at-resumption")
@pytest.mark.parametrize(
    ("is_white_here", "result"), [(False, BoardResult.BLACK_WINS), (True, BoardResult.WHITE_WINS)]
)
def test_who_comes_too_late_to_a_resumption_has_lost_a_game_that_was_played(
    is_white_here: bool, result: BoardResult
) -> None:
    """A report told a forfeit, which no rating counts and which lets the two meet again."""
    resume = Resume(by=ARBITER, at_ms=0, white_here=is_white_here, black_here=not is_white_here)
    game = begun(*ADJOURNED, resume)

    an_hour_later(game)
    if is_white_here:
        opened = OpenEnvelope(by=ARBITER, at_ms=game.time.now_ms(), uci="e7e5")
        assert isinstance(game.live.ask(opened), tuple)

    assert result_of(game.game) is result


@pytest.mark.law("late", "late-at-resumption")
@pytest.mark.parametrize(
    ("before", "result"), [((), BoardResult.BLACK_BY_FORFEIT), (ADJOURNED, BoardResult.BLACK_WINS)]
)
def test_a_player_whom_the_arbiter_declares_late_has_forfeited_only_what_was_never_begun(
    before: tuple[Command, ...], result: BoardResult
) -> None:
    """2009 G.10: whoever does not come back to an adjourned game has lost one that was played."""
    game = begun(*before)

    late = EndGame(by=ARBITER, at_ms=HOUR, result=Result.BLACK_WINS, reason=EndReason.LATENESS)

    assert isinstance(game.live.ask(late), tuple)
    assert result_of(game.game) is result
