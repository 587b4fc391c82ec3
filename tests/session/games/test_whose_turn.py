"""The player to move is told so once the opponent's move is complete, and play goes on."""

import pytest

from tests.stage.apart import Apart
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.table import Role, Setup, Table
from voice_chess.session.outputs import YourTurn

ENDINGS = {
    "mate": ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
    "stalemate": ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "g5g6"),
    "a dead position": ("7k/8/8/8/8/8/6p1/6K1 w - - 0 1", "g1g2"),
}


def begun(fen: str | None = None) -> Apart:
    """A game of two who sit apart, a second after its clock was started."""
    setup = Setup() if fen is None else Setup(fen=fen)
    apart = Apart(Table(control=TimeControl.parsed("5+3"), setup=setup), people=PLAYERS)
    apart.time.passed(1_000)
    return apart


def turns(apart: Apart) -> list[YourTurn]:
    return [output for output in apart.fetch() if isinstance(output, YourTurn)]


def announce_and_press(apart: Apart, uci: str, *, at_ms: int, pressed_ms: int) -> None:
    mover = apart.mover
    apart.live.ask(AnnounceMove(by=mover, at_ms=at_ms, uci=uci))
    apart.live.ask(PressClock(by=mover, at_ms=pressed_ms))


def test_the_press_behind_a_move_makes_it_the_others_turn() -> None:
    apart = begun()
    apart.live.ask(AnnounceMove(by=Role.WHITE, at_ms=2_000, uci="e2e4"))

    assert turns(apart) == []

    apart.live.ask(PressClock(by=Role.WHITE, at_ms=4_000))

    assert turns(apart) == [YourTurn(role=Role.BLACK, was_told=True)]


def test_a_typed_move_is_told_and_completed_in_one_moment() -> None:
    apart = begun()
    apart.types("e4")

    assert turns(apart) == [YourTurn(role=Role.BLACK, was_told=False)]


@pytest.mark.parametrize(("fen", "uci"), ENDINGS.values(), ids=ENDINGS)
def test_nobody_is_to_move_once_a_move_has_ended_the_game(fen: str, uci: str) -> None:
    apart = begun(fen)
    announce_and_press(apart, uci, at_ms=2_000, pressed_ms=4_000)

    assert isinstance(apart.live.happenings(after=0)[-1].event, GameEnded)
    assert turns(apart) == []
