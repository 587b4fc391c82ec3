"""A tournament from the first round to the last, by wire, with all that goes wrong in one."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.web.event_stage import EventStage, made
from tests.web.stage import staged
from voice_chess.event.crosscheck import crosscheck
from voice_chess.event.standings import standings
from voice_chess.event.tables import points_text
from voice_chess.event.trf import read_trf

SEED = 17
WITHDRAWN = 5


@pytest.mark.parametrize(
    ("players", "rounds"), [(6, 3), pytest.param(24, 7, marks=pytest.mark.slow)]
)
def test_a_whole_tournament_is_played_by_wire(tmp_path: Path, players: int, rounds: int) -> None:
    chance = random.Random(SEED)
    names = [f"Player {number}" for number in range(1, players + 1)]
    with staged(tmp_path) as stage:
        event = made(stage, *names, rounds=rounds)
        event.done("/players/2/byes", {"round": 2})
        play_round(event, chance)
        event.done(f"/players/{WITHDRAWN}/withdrawal")
        event.enter("Late")
        begin_round(event)
    # The server is gone in the middle of a round, and comes back on the same folder.
    with staged(tmp_path) as stage:
        event = EventStage(stage, event.event, event.arbiter, event.links)
        finish_round(event, chance)
        for _ in range(3, rounds + 1):
            play_round(event, chance)

        state = event.state()
        report = read_trf(stage.client.get(f"/events/{event.event}/report.trf").text)

    assert len(state["rounds"]) == rounds
    assert nobody_met_twice(state)
    assert WITHDRAWN not in played_in(state, 2)
    assert 2 not in played_in(state, 2)
    crosscheck(report)
    assert [
        (each.player.number, points_text(each.quarters)) for each in standings(report, rounds)
    ] == [(row["number"], row["points"]) for row in state["standings"]]


def play_round(event: EventStage, chance: random.Random) -> None:
    begin_round(event)
    finish_round(event, chance)


def begin_round(event: EventStage) -> None:
    event.done("/pairing")
    event.done("/start")


def finish_round(event: EventStage, chance: random.Random) -> None:
    """At the last board Black never comes; all others are played."""
    boards = [b for b in event.state()["rounds"][-1]["boards"] if b["black"]]
    *played, forfeited = boards
    for board in played:
        event.play(board["white"], board["black"], white_wins=chance.random() < 0.5)
    number = len(event.state()["rounds"])
    ruling = {"round": number, "board": forfeited["board"], "reason": "Black did not come"}
    event.done("/results", {**ruling, "result": "+/-"})


def played_in(state: dict[str, Any], number: int) -> set[int]:
    boards = state["rounds"][number - 1]["boards"]
    return {board[side] for board in boards for side in ("white", "black")}


def nobody_met_twice(state: dict[str, Any]) -> bool:
    met = [
        frozenset((board["white"], board["black"]))
        for round_ in state["rounds"]
        for board in round_["boards"]
        if board["black"] and board["result"] != "+/-"
    ]
    return len(met) == len(set(met))
