"""Every command of the table is acted on when its time has come, by voice, typed text and key."""

import pytest

from tests.german import GERMAN, PRESS, YES, german, says
from tests.session.stage import Stage
from voice_chess.adapters.simulation.simulated_time import ScriptedInbox
from voice_chess.session.evidence import AnswerSpoken, CommandRefused, LineTyped
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

ROWS = [row for row in channels(GERMAN) if TIMES[row.command] in BEFORE]
SILENT = {"press", "stop"}
"""A press is told by a sound, and who wants silence gets it."""


def told_after(lines: tuple[str, ...], line: str) -> tuple[list[str], list[str]]:
    """What was said and what was refused since the last line was typed."""
    stage = Stage({"turn": [], "press": "command"})
    stage.session().run(stage.table, ScriptedInbox((*lines, line), stage.time))
    since = [n for n, item in enumerate(stage.seen) if isinstance(item, LineTyped)][-1]
    after = stage.seen[since + 1 :]
    said = [item.text for item in after if isinstance(item, AnswerSpoken)]
    return said, [item.refusal for item in after if isinstance(item, CommandRefused)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.typed)
@pytest.mark.parametrize("channel", ["typed", "key"])
def test_a_command_is_acted_on(row: Channels, channel: str) -> None:
    line = getattr(row, channel).replace("e4", "d4")
    said, _ = told_after(BEFORE[TIMES[row.command]], line)

    assert german("NotUnderstood") not in said
    assert said or row.command in SILENT


def test_the_times_of_most_commands_are_tried_here() -> None:
    assert len({row.command for row in ROWS}) >= 40


def test_a_command_out_of_its_time_is_not_taken_for_another() -> None:
    said, refused = told_after((), says("accept"))

    assert said == [german("NotUnderstood")]
    assert refused == []
