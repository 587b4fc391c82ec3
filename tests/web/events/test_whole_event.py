"""A tournament from the first round to the last, by wire, with all that goes wrong in one."""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.stage.page import Page
from tests.stage.play import FOOLS_MATE, play
from tests.web.events.event_stage import EventStage, made
from tests.web.server.process import serving
from tests.web.stage import Venue, staged
from voice_chess.event.crosscheck import crosscheck
from voice_chess.event.standings import standings
from voice_chess.event.tables import points_text
from voice_chess.event.trf import read_trf

Pair: TypeAlias = tuple[int, int]
SEED = 17
WITHDRAWN = 5


@pytest.mark.parametrize(
    ("players", "rounds", "held"),
    [
        pytest.param(8, 3, staged, id="8-left"),
        pytest.param(24, 7, serving, id="24-killed", marks=pytest.mark.slow),
    ],
)
def test_a_whole_tournament_is_played_by_wire(
    tmp_path: Path,
    players: int,
    rounds: int,
    held: Callable[[Path], AbstractContextManager[Venue]],
) -> None:
    chance = random.Random(SEED)
    names = [f"Player {number}" for number in range(1, players + 1)]
    with held(tmp_path) as venue:
        event = made(venue, *names, rounds=rounds)
        event.done("/players/2/byes", {"round": 2})
        play_round(event, chance)
        event.done(f"/players/{WITHDRAWN}/withdrawal")
        event.enter("Late")
        begin_round(event)
        suspended, broken_off, *others = open_boards(event)
        for board in others[: len(others) // 2]:
            event.play(*board, white_wins=True)
        adjourn(event, suspended)
        # The server is gone in the middle of a round, and comes back on the same folder.
        with event.board(*broken_off) as (one, other):
            play(one, other, *FOOLS_MATE[:2])
            venue.cut()
    with held(tmp_path) as venue:
        event = EventStage(venue, event.event, event.arbiter, event.links)
        assert event.play_on(*broken_off) == 2
        resume(event, suspended)
        assert event.play_on(*suspended) == 1
        finish_round(event, chance)
        for _ in range(3, rounds + 1):
            play_round(event, chance)

        state = event.state()
        report = read_trf(venue.client.get(f"/events/{event.event}/report.trf").text)

    assert len(state["rounds"]) == rounds
    assert {board_of(state, 2, pair)["result"] for pair in (suspended, broken_off)} == {"0-1"}
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
    *played, forfeited = open_boards(event)
    for players in played:
        event.play(*players, white_wins=chance.random() < 0.5)
    state = event.state()
    number = len(state["rounds"])
    board = board_of(state, number, forfeited)["board"]
    ruling = {"round": number, "board": board, "reason": "Black did not come"}
    event.done("/results", {**ruling, "result": "+/-"})


def open_boards(event: EventStage) -> list[Pair]:
    """Those of this round whose result is missing, by their players."""
    boards = event.state()["rounds"][-1]["boards"]
    return [
        (board["white"], board["black"])
        for board in boards
        if board["black"] and not board["result"]
    ]


def adjourn(event: EventStage, board: Pair) -> None:
    """Before the first move, which White seals."""
    with event.board(*board) as (white, _), event.at_board(event.arbiter) as arbiter:
        game = white.state()["game"]
        trust(arbiter, game)
        ruled(arbiter, game, ruling="ask-to-seal", resumption="tomorrow")
        assert white.ask(type="ask", name="seal", args=[FOOLS_MATE[0]])["is_accepted"]
        assert white.ask(type="ask", name="press")["is_accepted"]


def resume(event: EventStage, board: Pair) -> None:
    with event.board(*board) as (white, _), event.at_board(event.arbiter) as arbiter:
        game = white.state()["game"]
        assert white.state()["state"]["phase"] == "adjourned"
        assert white.state()["moves"] == []
        ruled(arbiter, game, ruling="resume")
        trust(arbiter, game)
        ruled(arbiter, game, ruling="open-envelope")


def trust(arbiter: Page, game: str) -> None:
    done = arbiter.ask(type="passphrase", game=game, text="whistle")
    assert done["is_accepted"], done


def ruled(arbiter: Page, game: str, **ruling: str) -> None:
    done = arbiter.ask(type="rule", game=game, ruling=ruling)
    assert done["is_accepted"], done


def board_of(state: dict[str, Any], number: int, pair: Pair) -> dict[str, Any]:
    boards = state["rounds"][number - 1]["boards"]
    (found,) = (board for board in boards if (board["white"], board["black"]) == pair)
    return dict(found)


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
