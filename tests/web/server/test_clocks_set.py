"""The clock on the wall is set between two starts of the server: no player pays for it."""

import shutil
from pathlib import Path

import pytest

from tests.stage.page import Message
from tests.wall_clock import WallClock
from tests.web.stage import Stage, staged

HOUR = 3_600
TO_COME_BACK_S = 3
"""For pages, before a game begins whose time came while no server ran."""
SHIFTS = [(-HOUR, HOUR), (HOUR, -HOUR), (-HOUR, -HOUR), (HOUR, HOUR), (-24 * HOUR, 48 * HOUR)]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    clock = WallClock()
    clock.put_in(monkeypatch)
    return clock


def as_killed(stage: Stage, folder: Path) -> Path:
    """What a server that is killed at this moment leaves behind."""
    shutil.copytree(stage.data, folder)
    return folder


def shown(came: list[Message]) -> Message:
    """The clock as it was shown last."""
    views = {"game": lambda m: m["game"], "welcome": lambda m: m["games"][0]}
    clock: Message = [views[m["type"]](m) for m in came if m["type"] in views][-1]["clock"]
    return clock


@pytest.mark.parametrize(("first", "second"), SHIFTS)
def test_only_what_a_running_server_saw_is_charged(
    first: int, second: int, clock: WallClock, tmp_path: Path
) -> None:
    with staged(tmp_path / "one") as stage:
        links = stage.arrange(time="15+10", customs={"press": "command"})
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            black.event("game-started")
            clock.passed(3)
            white.press_after("e2e4", 0)
            clock.passed(2)
            black.press_after("e7e5", 1)
            clock.passed(4)
            data = as_killed(stage, tmp_path / "two")

    clock.set_by(first)
    with (
        staged(data) as stage,
        stage.page(links["white"]) as white,
        stage.page(links["black"]),
    ):
        white.until(lambda m: m.get("name") == "clocks-started" and not m["is_past"])
        clock.passed(4)
        assert white.press_after("g1f3", 2)["is_accepted"]
        clock.passed(4)
        data = as_killed(stage, tmp_path / "three")

    clock.set_by(second)
    with staged(data) as stage, stage.page(links["white"]) as white:
        white.ask(type="ask", name="clock")
        found = shown(white.came)

    assert found["runs"] is None
    assert 900 - 11 + 20 <= found["white_ms"] / 1_000 <= 900 - 7 + 20
    assert 900 - 6 + 10 <= found["black_ms"] / 1_000 <= 900 - 2 + 10


def test_a_clock_set_while_the_server_runs_changes_nothing(
    clock: WallClock, tmp_path: Path
) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(time="15+10", customs={"press": "command"})
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            black.event("game-started")
            for by in (-HOUR, 2 * HOUR):
                clock.set_by(by)
            clock.passed(3)
            white.press_after("e2e4", 0)
            white.ask(type="ask", name="clock")
            found = shown(white.came)

    assert found["white_ms"] == 907_000


def test_an_agreed_beginning_is_by_the_clock_on_the_wall_and_charges_no_time_without_a_server(
    clock: WallClock, tmp_path: Path
) -> None:
    with staged(tmp_path) as stage:
        at_ms = clock.wall_ms + 1_000 * 600
        links = stage.arrange(time="15+10", beginning={"starts": "at", "at_ms": at_ms})
    clock.passed(900)

    with staged(tmp_path) as stage, stage.page(links["white"]) as white:
        clock.passed(TO_COME_BACK_S)
        begun = white.event("game-started")
        white.ask(type="ask", name="clock")

    assert begun["at_ms"] == at_ms + 1_000 * (300 + TO_COME_BACK_S)
    assert shown(white.came)["white_ms"] == 900_000
