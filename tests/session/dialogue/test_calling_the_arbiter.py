"""Calls the arbiter: where there is one they come, and where there is none the clock stops."""

from dataclasses import replace

import pytest

from tests.german import CONTINUE, NO, YES, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BLIND
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.table import Occasion

ALONE = replace(BLIND, occasion=Occasion(has_arbiter=False))
LED = replace(BLIND, occasion=Occasion(has_arbiter=True))
CALL = says("arbiter")


def whys(game: ScriptedGame) -> list[str]:
    return [event.why for event in game.of(ClocksStopped)]


@pytest.mark.law("stop-for-arbiter")
@pytest.mark.parametrize("place", [AroundTable, Apart])
def test_without_an_arbiter_a_call_is_asked_about_and_told_as_a_pause(
    place: type[AroundTable | Apart],
) -> None:
    game = place(ALONE)
    game.play(CALL, NO, CALL, YES, CONTINUE)
    told = [said for _, said in game.answers]

    assert whys(game) == ["pause"]
    for name in ("confirm:pause", "Cancelled:pause", "ClocksStopped:pause", "ClocksStarted"):
        assert any(german(name) in said for said in told), name
    assert not any(german("confirm:arbiter") in said for said in told)


@pytest.mark.law("stop-for-arbiter")
@pytest.mark.parametrize("place", [AroundTable, Apart])
def test_with_an_arbiter_a_call_is_one(place: type[AroundTable | Apart]) -> None:
    game = place(LED)
    game.play(CALL, YES)
    told = [said for _, said in game.answers]

    assert whys(game) == ["arbiter"]
    assert any(german("confirm:arbiter") in said for said in told)
