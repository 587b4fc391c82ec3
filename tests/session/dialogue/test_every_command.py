"""Every command of the table is acted on when its time has come, by voice, typed text and key."""

from dataclasses import replace

import pytest

from tests.german import GERMAN, PRESS, YES, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND
from voice_chess.game.table import Occasion, Role
from voice_chess.speech.channels import Channels, channels
from voice_chess.speech.commands import COMMAND_TABLE

TIMES = {command.name: command.when for command in COMMAND_TABLE}
BEFORE = {
    "always": ("e4", PRESS, "e5", PRESS),
    "announced": ("e4",),
    "offered": ("e4", says("offer-draw"), PRESS),
    "stopped": (says("arbiter"), YES),
    "asked": (says("resign"),),
    "sealing": (says("adjourn"), YES),
}
"""What leads to the moment at which a command makes sense."""

HELPS = [GERMAN.phrase(name, list="").removesuffix(".") for name in ("help:move", "help")]
ROWS = [row for row in channels(GERMAN) if TIMES[row.command] in BEFORE]
SILENT = {"press", "stop"}
"""A press is told by a sound, and who wants silence gets it."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.typed)
@pytest.mark.parametrize("channel", ["typed", "key"])
def test_a_command_is_acted_on(row: Channels, channel: str) -> None:
    line = getattr(row, channel).replace("e4", "d4")
    table = AroundTable()
    table.play(*BEFORE[TIMES[row.command]], line)
    _, said = table.answers[-1]

    assert german("NotUnderstood") not in said
    assert said or row.command in SILENT


def test_the_times_of_most_commands_are_tried_here() -> None:
    assert len({row.command for row in ROWS}) >= 40


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("accept", "NoDrawOffered"),
        ("decline", "NoDrawOffered"),
        ("press", "NothingAnnounced"),
        ("continue", "ClocksAreRunning"),
        ("rematch", "GameNotOver"),
        ("sign", "GameNotOver"),
        ("open-envelope", "NotAdjourned"),
    ],
)
@pytest.mark.parametrize("channel", ["typed", "key"])
def test_a_command_out_of_its_time_is_told_why(name: str, why: str, channel: str) -> None:
    (line,) = {getattr(row, channel) for row in channels(GERMAN) if row.command == name}
    table = AroundTable()
    table.play("e4", PRESS, line)

    assert table.answer_to(line) == [german(why)]
    assert [refusal for refusal, _ in table.refusals] == [why]


def test_a_command_out_of_its_time_answers_no_question() -> None:
    table = AroundTable()
    table.play(says("resign"), PRESS, YES)

    assert table.answer_to(PRESS) == [german("NotUnderstood"), german("confirm:resign")]
    assert table.game.is_over


OFFERED = ("e4", PRESS, "e5", says("offer-draw"), PRESS)
AGREED = (*OFFERED, says("accept"), YES)
BEYOND = {"offer-draw", "resign", "correction"}


@pytest.mark.parametrize(
    ("before", "told", "untold"),
    [
        ((), BEYOND, {"press", "accept", "rematch"}),
        (("e4",), {"press", *BEYOND}, {"accept", "rematch"}),
        (OFFERED, {"accept", "decline", "resign"}, {"offer-draw"}),
        (AGREED, {"rematch", "yes", "no"}, {"continue", *BEYOND}),
        ((*AGREED, says("rematch")), {"accept", "decline"}, {"rematch", *BEYOND}),
        ((says("adjourn"), YES), {"seal"}, {"press"}),
        ((says("adjourn"), YES, says("seal e4")), {"seal", "press"}, {"continue"}),
    ],
)
def test_help_tells_what_the_game_would_not_refuse(
    before: tuple[str, ...], told: set[str], untold: set[str]
) -> None:
    table = AroundTable(replace(BLIND, occasion=Occasion(has_rematches=True)))
    table.play(*before, says("help"))
    named = named_by_help(table)

    assert {GERMAN.written(name) for name in told} <= set(named)
    assert {GERMAN.written(name) for name in untold}.isdisjoint(named)


@pytest.mark.parametrize(
    ("before", "told", "untold"),
    [
        ((), {"stop", "add-time", "warn", "expel", "ruling"}, {"start", "resume", "illegal-move"}),
        (("arbiter: stop",), {"start", "add-time", "ruling"}, {"seal", "correction"}),
        (("arbiter: adjourn",), {"add-time", "expel"}, {"go-back", "correction", "seal"}),
    ],
)
def test_help_tells_an_arbiter_what_they_may_order(
    before: tuple[str, ...], told: set[str], untold: set[str]
) -> None:
    table = AroundTable(replace(BLIND, occasion=Occasion(has_arbiter=True)))
    table.play(*map(says, before), says("arbiter: help"))
    named = named_by_help(table)

    assert {GERMAN.written(name) for name in told} <= set(named)
    assert {GERMAN.written(name) for name in untold}.isdisjoint(named)


def named_by_help(table: AroundTable) -> list[str]:
    (named,) = [
        text.removeprefix(head).removesuffix(".").split(", ")
        for text in table.said
        for head in HELPS
        if text.startswith(head)
    ]
    return named


@pytest.mark.parametrize(
    ("before", "is_free"),
    [
        ((), True),
        (OFFERED, True),
        (("e4",), False),
        (AGREED, False),
        ((says("arbiter"), YES), False),
    ],
)
def test_help_names_a_move_where_one_can_be_announced(
    before: tuple[str, ...], *, is_free: bool
) -> None:
    table = AroundTable()
    table.play(*before, says("help"))

    assert any(text.startswith(HELPS[0]) for text in table.said) == is_free


@pytest.mark.parametrize(
    ("asked", "replies"),
    [
        (says("resign"), ("yes", "no", "repeat")),
        (says("piece:N"), ("no", "repeat")),
        (says("what-is-on"), ("no", "repeat")),
    ],
)
def test_help_tells_only_what_answers_the_open_question_and_asks_it_again(
    asked: str, replies: tuple[str, ...]
) -> None:
    table = AroundTable()
    table.play(asked, says("help"))
    _, (_, question), (_, told) = table.answers

    assert told == [german("help", list=", ".join(map(GERMAN.written, replies))), *question]


def test_help_tells_nobody_else_of_orders_nor_who_only_watches_of_corrections() -> None:
    apart = Apart(replace(BLIND, occasion=Occasion(has_arbiter=True)))

    for role in (Role.WHITE, Role.SPECTATOR):
        apart.types(says("help"), role)
        (said,) = apart.told(role)
        assert GERMAN.written("warn") not in said
        assert (GERMAN.written("correction") in said) == role.is_player
