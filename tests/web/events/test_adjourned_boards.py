"""Boards that are adjourned need nobody until their games go on."""

from tests.web.events.event_stage import EventStage, made
from tests.web.stage import Stage
from voice_chess.game.adjournment import AskToSeal, Resume, SealMove
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.table import Role

ADJOURNING: tuple[Command, ...] = (
    AskToSeal(by=Role.ARBITER, at_ms=0, resumption="tomorrow"),
    SealMove(by=Role.WHITE, at_ms=0, text="e4"),
    StopClocks(by=Role.WHITE, at_ms=0),
)


def needs(event: EventStage) -> str:
    (board,) = event.state()["rounds"][-1]["boards"]
    return str(board["needs"])


def test_nobody_is_missing_at_an_adjourned_board_before_it_is_resumed(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", time="90+0")
    event.done("/pairing")
    event.done("/start")
    with event.board(1, 2) as (white, _):
        white.event("game-started")
    (task,) = stage.hall.lobby.running.values()
    assert needs(event) == "absent"

    for command in ADJOURNING:
        assert isinstance(task.seated.ask(command), tuple), command
    assert needs(event) == ""

    task.seated.ask(Resume(by=Role.ARBITER, at_ms=0))
    assert needs(event) == "absent"
