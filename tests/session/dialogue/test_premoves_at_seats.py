"""A move given ahead, and then another one before the opponent's is pressed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import PRESS, by_ear, german
from tests.stage.apart import Apart
from tests.stage.usual import IN_GERMAN, PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AdjournEarly
from voice_chess.game.phases import Adjourned
from voice_chess.game.table import Role, Seat, Table
from voice_chess.session.listening.inputs import MovedByHand

WHITE, BLACK = PLAYERS
AHEAD = replace(IN_GERMAN, premoves=True)


@pytest.mark.parametrize(
    "reply",
    [
        lambda apart: apart.says(by_ear("Nf6"), BLACK),
        lambda apart: apart.types("Sf6", BLACK),
        lambda apart: apart.attends(MovedByHand, BLACK, uci="g8f6", ply=1),
        lambda apart: apart.types("Sf6", Role.ASSISTANT_BLACK),
    ],
    ids=["spoken", "typed", "clicked", "by an assistant"],
)
def test_a_reply_is_played_in_place_of_the_move_that_waited(
    reply: Callable[[Apart], object],
) -> None:
    helped = Seat(is_blind=True, has_assistant=True)
    table = Table(control=TimeControl.parsed("15+10"), black=helped)
    apart = Apart(table, people=(*PLAYERS, Role.ASSISTANT_BLACK), settings=AHEAD)
    apart.wait(3_000)
    apart.types("d5", BLACK)
    apart.says(by_ear("e4"), WHITE)
    apart.wait(500)

    assert reply(apart) == "done"
    apart.wait(10_000)
    assert apart.game.position.moves == ("e2e4", "g8f6")


def test_without_a_reply_the_move_that_waited_is_played() -> None:
    apart = Apart(Table(control=TimeControl.parsed("15+10")), people=PLAYERS, settings=AHEAD)
    apart.wait(3_000)
    apart.types("d5", BLACK)
    apart.says(by_ear("e4"), WHITE)
    apart.wait(10_000)

    assert apart.game.position.moves == ("e2e4", "d7d5")


@pytest.mark.parametrize(
    "reply",
    [
        lambda apart: apart.says(by_ear("Nf6"), BLACK),
        lambda apart: apart.types("Sf6", BLACK),
        lambda apart: apart.attends(MovedByHand, BLACK, uci="g8f6", ply=1),
    ],
    ids=["spoken", "typed", "clicked"],
)
def test_a_reply_that_comes_before_the_press_is_told_to_leave_nothing_waiting(
    reply: Callable[[Apart], object],
) -> None:
    pressed_by_hand = replace(AHEAD, press="command")
    apart = Apart(
        Table(control=TimeControl.parsed("15+10")), people=PLAYERS, settings=pressed_by_hand
    )
    apart.wait(3_000)
    apart.types("d5", BLACK)
    apart.says(by_ear("e4"), WHITE)
    apart.wait(500)
    apart.fetch()

    assert reply(apart) != "done"
    assert german("NothingThen") in apart.told(BLACK)
    apart.types(PRESS, WHITE)
    assert apart.game.position.moves == ("e2e4",)
    assert apart.game.turn.announcement is None


def test_a_move_that_waited_is_not_played_after_an_adjournment() -> None:
    apart = Apart(Table(control=TimeControl.parsed("15+10")), people=PLAYERS, settings=AHEAD)
    apart.wait(3_000)
    apart.types("d5", BLACK)
    for role in PLAYERS:
        apart.live.keyring.give(role, "two words")
    now_ms = apart.time.now_ms()
    adjourn = AdjournEarly(by=WHITE, at_ms=now_ms, resumption="", session_ends_at_ms=now_ms + 1)
    assert isinstance(apart.live.ask(adjourn), tuple)
    apart.types("e4", WHITE)
    apart.types(PRESS, WHITE)

    assert isinstance(apart.game.phase, Adjourned)
    waiting = apart.live.participant(BLACK).premove
    assert waiting is not None
    assert waiting.uci is None
