"""A game of people apart whose program was gone: nobody pays, and it goes on once they are back."""

import pytest

from tests.stage.apart import Apart
from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, Resume, SealMove
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.phases import InPlay, Resuming, Sealing
from voice_chess.game.results import Result
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.table import Role, Table
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.seat import SeatParticipant

TABLE = Table(control=TimeControl.parsed("15+0"))
BY = Role.WHITE
BEGUN: tuple[Command, ...] = (
    ArrangeGame(by=BY, at_ms=0, table=TABLE),
    StartGame(by=BY, at_ms=0),
)
TOLD_TO_SEAL = AskToSeal(by=BY, at_ms=0, resumption="morgen")


def broken_off(*commands: Command, away_ms: int) -> tuple[LiveGame[SeatParticipant], SimulatedTime]:
    """The game after these commands, taken up again by a program that was gone for so long."""
    journal, time = MemoryJournal(), SimulatedTime()
    before = Apart(people=(), journal=journal, time=time).live
    for command in commands:
        assert isinstance(before.ask(command), tuple)
    time.passed(away_ms)
    game = Apart(people=(), journal=journal, time=time).live
    game.go_on()
    return game, time


@pytest.mark.parametrize(
    ("commands", "phase"), [(BEGUN, InPlay), ((*BEGUN, TOLD_TO_SEAL), Sealing)]
)
def test_the_clock_stands_until_both_are_back(commands: tuple[Command, ...], phase: type) -> None:
    game, time = broken_off(*commands, away_ms=3_600_000)

    assert not game.game.clock.is_running

    game.came({Role.WHITE})
    assert not game.game.clock.is_running

    game.came({Role.WHITE, Role.BLACK})
    now_ms = time.now_ms()

    assert game.game.clock.is_running
    assert isinstance(game.game.phase, phase)
    assert game.game.clock.left_ms(white=True, at_ms=now_ms) == 900_000


def test_who_has_not_come_back_to_reply_pays_nothing_either_and_is_not_too_late() -> None:
    resumed = (
        *BEGUN,
        TOLD_TO_SEAL,
        SealMove(by=BY, at_ms=0, text="e4"),
        StopClocks(by=BY, at_ms=0),
        Resume(by=Role.ARBITER, at_ms=0, black_here=False),
    )

    game, time = broken_off(*resumed, away_ms=7_200_000)
    game.look()

    assert isinstance(game.game.phase, Resuming)
    assert not game.game.clock.is_running
    assert game.game.clock.left_ms(white=False, at_ms=time.now_ms()) == 900_000

    game.came({Role.WHITE})

    assert game.game.clock.is_running
    assert game.game.clock.white_to_move is False


def test_a_sealer_who_has_not_come_back_is_not_too_late_while_the_program_is_gone() -> None:
    minute = 60_000
    resumed = (
        *BEGUN,
        TOLD_TO_SEAL,
        SealMove(by=BY, at_ms=0, text="e4"),
        StopClocks(by=BY, at_ms=0),
        Resume(by=Role.ARBITER, at_ms=0, white_here=False),
    )

    game, time = broken_off(*resumed, away_ms=120 * minute)
    game.look()
    assert isinstance(game.game.phase, Resuming)
    assert game.game.phase.lateness is None

    game.came({Role.BLACK})
    time.passed(59 * minute)
    game.look()
    assert isinstance(game.game.phase, Resuming)
    assert game.game.phase.lateness is None
    assert not game.game.clock.is_running

    time.passed(2 * minute)
    game.look()
    assert isinstance(game.game.phase, Resuming)
    assert game.game.phase.lateness is Result.BLACK_WINS
