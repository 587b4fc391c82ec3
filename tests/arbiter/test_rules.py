"""The arbiter's one table: a row for each command, and a place for each in some moment."""

from collections.abc import Callable, Iterable
from typing import get_args

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.rules import EVER, RULES, Moment
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import Resume
from voice_chess.game.clocks import PassTime
from voice_chess.game.commands import Command
from voice_chess.game.draws import OfferDraw
from voice_chess.game.game_end import EndGame, Resign
from voice_chess.game.refusals import (
    GameAlreadyStarted,
    GameIsOver,
    GameNotOver,
    GameNotStarted,
    NotAdjourned,
    Refusal,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import SignScore
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Role, Table

TABLE = Table(control=TimeControl.parsed("90+0"), edition="2009")
Play = Callable[[Table, Iterable[Command]], Game]


def test_every_command_has_one_row() -> None:
    assert RULES.keys() == set(get_args(Command))


def test_every_row_has_somebody_who_asks_and_a_moment_for_it() -> None:
    moments = frozenset(get_args(Moment))

    for kind, rule in RULES.items():
        assert rule.roles, kind
        assert rule.moments, kind
        assert rule.moments <= moments, kind
    assert frozenset().union(*(rule.moments for rule in RULES.values())) == moments


def test_what_goes_on_by_itself_has_its_place_in_every_moment_of_a_game() -> None:
    assert RULES[PassTime].moments >= EVER


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (ArrangeGame(by=Role.WHITE, at_ms=0, table=TABLE), GameAlreadyStarted),
        (StartGame(by=Role.WHITE, at_ms=0), GameAlreadyStarted),
        (Resume(by=Role.WHITE, at_ms=0), NotAdjourned),
        (SignScore(by=Role.WHITE, at_ms=0, result=Result.DRAW), GameNotOver),
    ],
)
def test_what_belongs_to_another_moment_than_play_is_told_so(
    command: Command, refusal: type[Refusal], play: Play
) -> None:
    game = play(TABLE, ())

    assert isinstance(decide(game, command), refusal)


def test_before_its_start_and_after_its_end_a_game_is_told_as_that(play: Play) -> None:
    offer = OfferDraw(by=Role.WHITE, at_ms=10)
    over = play(TABLE, (Resign(by=Role.WHITE, at_ms=5),))

    assert isinstance(decide(nothing_arranged(), offer), GameNotStarted)
    assert isinstance(decide(over, offer), GameIsOver)
    end = EndGame(by=Role.ARBITER, at_ms=10, result=Result.DRAW, reason=EndReason.AGREEMENT)
    assert isinstance(decide(over, end), GameIsOver)
