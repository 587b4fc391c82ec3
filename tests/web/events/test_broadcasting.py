"""The rounds of an event reach a broadcast at Lichess, in time and never in the way of play."""

import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.stage.play import FOOLS_MATE
from tests.stage.ports import NoEars
from tests.waiting import waited
from tests.web.events.event_stage import TERMS, EventStage, made
from tests.web.events.fake_lichess import BEARER, ROUND, FakeLichess, Push, fake_lichess
from tests.web.means import opened_means
from tests.web.stage import Stage, plain_outfit, staged, staged_with
from voice_chess.adapters.events.lichess_broadcast import LichessBroadcast
from voice_chess.session.lobby.event_ports import BroadcastLost, Untaken
from voice_chess.web.events import broadcasting, event_feed

LATER = "2099-12-31"


@pytest.fixture
def lichess(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLichess]:
    monkeypatch.setattr(broadcasting, "EACH_S", 0.02)
    monkeypatch.setattr(broadcasting, "FIRST_WAIT_S", 0.05)
    with fake_lichess() as fake:
        yield fake


@contextmanager
def shown_at(lichess: FakeLichess, data: Path, bearer: str = BEARER) -> Iterator[Stage]:
    shown = LichessBroadcast(bearer, lichess.address)
    equipped = replace(plain_outfit(data, NoEars()), broadcaster=shown)
    with opened_means(data) as means, staged_with(means, data, equipped) as stage:
        yield stage


def begun(stage: Stage, **terms: object) -> EventStage:
    event = made(
        stage,
        "Anna",
        "Bert",
        **{"last_day": LATER, "broadcast": [ROUND], "system": "match"} | terms,
    )
    event.done("/pairing")
    event.done("/start")
    return event


def test_moves_and_the_result_are_pushed_as_they_come(lichess: FakeLichess, tmp_path: Path) -> None:
    with shown_at(lichess, tmp_path) as stage:
        event = begun(stage)
        waited(lambda: '[White "Anna"]' in lichess.last)
        event.play(1, 2, white_wins=False)
        waited(lambda: "Qh4#" in lichess.last)

        assert '[Result "0-1"]' in lichess.last
        assert lichess.last.count("[%clk 0:15:") == len(FOOLS_MATE)
        assert event.state()["broadcast"] is None
    assert {push.path for push in lichess.pushes} == {f"/api/broadcast/round/{ROUND}/push"}


def test_a_result_that_an_arbiter_settles_is_pushed(lichess: FakeLichess, tmp_path: Path) -> None:
    with shown_at(lichess, tmp_path) as stage:
        event = begun(stage)
        waited(lambda: '[Result "*"]' in lichess.last)

        event.done("/results", {"round": 1, "board": 1, "result": "+/-", "reason": "phone"})
        waited(lambda: '[Result "1-0"]' in lichess.last)
        event.done("/undoing")
        waited(lambda: '[Result "*"]' in lichess.last)


def test_nothing_is_pushed_twice(lichess: FakeLichess, tmp_path: Path) -> None:
    with shown_at(lichess, tmp_path) as stage:
        begun(stage).play(1, 2, white_wins=False)
        waited(lambda: "Qh4#" in lichess.last)
        time.sleep(0.3)

    bodies = [push.body for push in lichess.pushes]
    assert len(bodies) == len(set(bodies))


def test_the_delay_of_the_event_holds_for_what_is_pushed(
    lichess: FakeLichess, tmp_path: Path
) -> None:
    with shown_at(lichess, tmp_path) as stage:
        begun(stage, delay_minutes=15).play(1, 2, white_wins=False)
        time.sleep(0.3)

    assert len(lichess.pushes) == 1
    assert not re.search(r"f3|0-1", lichess.last)


def test_a_round_that_has_a_dash_stays_here(lichess: FakeLichess, tmp_path: Path) -> None:
    with shown_at(lichess, tmp_path) as stage:
        event = begun(stage, broadcast=["-", ROUND])
        event.play(1, 2, white_wins=False)
        time.sleep(0.2)
        assert lichess.pushes == []
        event.done("/pairing")
        event.done("/start")
        waited(lambda: '[Round "2.1"]' in lichess.last)


def test_an_event_whose_days_are_past_is_not_pushed(lichess: FakeLichess, tmp_path: Path) -> None:
    with shown_at(lichess, tmp_path) as stage:
        begun(stage, first_day="2020-01-01", last_day="2020-01-02")
        time.sleep(0.3)

    assert lichess.pushes == []


def test_whoever_still_plays_after_the_last_day_hears_that_nothing_is_pushed(
    lichess: FakeLichess, tmp_path: Path
) -> None:
    """As with a wrong year in the terms, or a last round that was put off."""
    with shown_at(lichess, tmp_path) as stage:
        event = begun(stage, first_day="2019-12-30", last_day="2019-12-31")
        told = event.state()["broadcast"]
        event.done("/terms", {**event.state()["terms"], "last_day": LATER})
        waited(lambda: '[White "Anna"]' in lichess.last)
        after = event.state()["broadcast"]
        event.done("/results", {"round": 1, "board": 1, "result": "1-0", "reason": "phone"})
        event.done("/terms", {**event.state()["terms"], "last_day": "2019-12-31"})
        at_the_end = event.state()["broadcast"]

    assert told == {"round": 1, "why": "past", "detail": ""}
    assert after is None
    assert at_the_end is None


def test_what_was_not_taken_is_told_to_the_arbiter_and_tried_again(
    lichess: FakeLichess, tmp_path: Path
) -> None:
    lichess.answers += [(502, {}), (502, {}), (502, {"error": "Down for an hour"})]
    with shown_at(lichess, tmp_path) as stage:
        event = begun(stage)
        waited(lambda: (event.state()["broadcast"] or {}).get("detail") == "Down for an hour")

        assert event.state()["broadcast"]["why"] == "away"
        assert event.watched()["broadcast"] is None
        waited(lambda: event.state()["broadcast"] is None)

    assert len(lichess.pushes) == 4


def test_each_pause_is_longer_than_the_one_before(
    lichess: FakeLichess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcasting, "FIRST_WAIT_S", 0.2)
    monkeypatch.setattr(broadcasting, "LONGEST_WAIT_S", 0.5)
    times: list[float] = []
    taken = lichess.take
    lichess.answers += [(502, {})] * 4

    def timed(push: Push) -> tuple[int, object]:
        times.append(time.monotonic())
        return taken(push)

    monkeypatch.setattr(lichess, "take", timed)
    with shown_at(lichess, tmp_path) as stage:
        begun(stage)
        waited(lambda: len(times) == 5)

    pauses = [after - before for before, after in pairwise(times)]
    for pause, least in zip(pauses, (0.2, 0.4, 0.5, 0.5), strict=True):
        assert pause >= least


class NeverThere:
    """A broadcast site that takes nothing."""

    most_games = 64

    def __init__(self) -> None:
        self.tried = 0

    def push(self, to: str, text: str) -> None:
        self.tried += 1
        raise BroadcastLost(Untaken.AWAY)


def test_after_days_without_the_site_the_pauses_are_still_as_long_as_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("EACH_S", "LONGEST_WAIT_S"):
        monkeypatch.setattr(broadcasting, name, 0.0)
    site = NeverThere()
    equipped = replace(plain_outfit(tmp_path, NoEars()), broadcaster=site)
    with opened_means(tmp_path) as means, staged_with(means, tmp_path, equipped) as stage:
        begun(stage)
        waited(lambda: site.tried > 1_100)

    assert [record for record in caplog.records if record.exc_info or "feed=" in record.msg] == []


def test_a_lichess_that_says_nothing_is_in_nobodys_way(
    lichess: FakeLichess, tmp_path: Path
) -> None:
    lichess.silence.clear()
    with shown_at(lichess, tmp_path) as stage:
        event = begun(stage)
        waited(lambda: bool(lichess.pushes))
        event.play(1, 2, white_wins=False)
        assert event.state()["rounds"][0]["boards"][0]["result"] == "0-1"
        ending = time.monotonic()
    assert time.monotonic() - ending < 3


def test_other_terms_are_tried_at_once(lichess: FakeLichess, tmp_path: Path) -> None:
    with shown_at(lichess, tmp_path) as stage:
        event = begun(stage, broadcast=["aaaaaaaa"])
        waited(lambda: (event.state()["broadcast"] or {}).get("why") == "unknown")
        terms = event.state()["terms"]

        state = event.done("/terms", {**terms, "broadcast": [ROUND]})
        assert state["broadcast"] is None
        waited(lambda: lichess.pushes[-1].path.endswith(f"{ROUND}/push"))
        time.sleep(0.1)
        assert event.state()["broadcast"] is None


def test_the_token_stands_in_no_log_and_in_nothing_that_is_kept(
    lichess: FakeLichess, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = BEARER[::-1]
    with caplog.at_level(logging.DEBUG), shown_at(lichess, tmp_path, wrong) as stage:
        event = begun(stage)
        waited(lambda: (event.state()["broadcast"] or {}).get("why") == "forbidden")
        told = event.post("/terms", event.state()["terms"]).text

    assert "broadcast=forbidden" in caplog.text
    assert wrong not in caplog.text
    assert wrong not in told
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or wrong.encode() not in path.read_bytes()


def test_a_server_without_a_token_tells_that(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        event = begun(stage)

        assert event.state()["broadcast"] == {"round": 1, "why": "no-token", "detail": ""}


@pytest.mark.parametrize(
    "written",
    [
        ROUND,
        f"https://lichess.org/broadcast/spring-open/round-1/{ROUND}",
        f"https://lichess.org/broadcast/spring-open/round-1/{ROUND}/aBcDeFgH",
        f"https://lichess.org/broadcast/spring-open/round-1/{ROUND}#boards",
    ],
)
def test_a_round_there_is_named_or_its_page_is(tmp_path: Path, written: str) -> None:
    with staged(tmp_path) as stage:
        event = made(stage, broadcast=[written, "-"])

        assert event.state()["terms"]["broadcast"] == [ROUND, "-"]


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        (
            ["none?"],
            (
                "none? is not a round of a broadcast on Lichess: its name has eight letters and"
                " digits."
            ),
        ),
        ([ROUND, ROUND], f"Two rounds cannot be shown as the same round on Lichess: {ROUND}"),
    ],
)
def test_what_is_no_round_there_is_refused(tmp_path: Path, rounds: list[str], told: str) -> None:
    with staged(tmp_path) as stage:
        event = made(stage)
        terms = event.state()["terms"]

        assert event.refused("/terms", {**terms, "broadcast": rounds}) == told
        assert event.state()["terms"]["broadcast"] == []


def test_a_round_there_that_another_event_has_is_refused_and_that_event_named(
    tmp_path: Path,
) -> None:
    """Each would overwrite the other's games there."""
    other = "Zz9yXx8w"
    told = (
        f"The Lichess round {ROUND} already shows the event Winter Open."
        " Remove it there, or enter another one."
    )
    with staged(tmp_path) as stage:
        first = made(stage, name="Winter Open", broadcast=[ROUND])
        second = made(stage, broadcast=["-", other])
        terms, others = second.state()["terms"], first.state()["terms"]
        wanted = {"name": "Third", "broadcast": [ROUND]}
        answer = stage.organise("POST", "/events?lang=en", {**TERMS, **wanted})
        assert (answer.status_code, answer.json()["detail"]) == (422, told)

        assert second.refused("/terms", {**terms, "broadcast": [ROUND]}) == told
        assert second.state()["terms"]["broadcast"] == ["-", other]
        first.done("/terms", {**others, "broadcast": []})
        second.done("/terms", {**terms, "broadcast": [ROUND]})

        undone = first.refused("/undoing")
        assert undone == told.replace("Winter Open", terms["name"])
        second.done("/undoing")
        first.done("/undoing")
        first.done("/terms", {**others, "rounds": 9})


def test_an_error_of_the_program_ends_no_broadcast(
    lichess: FakeLichess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = event_feed.round_as_pgn
    failures: list[int] = []

    def failing(*wanted: Any) -> str:
        if len(failures) < 3:
            failures.append(1)
            raise ZeroDivisionError
        return whole(*wanted)

    monkeypatch.setattr(broadcasting, "round_as_pgn", failing)
    with shown_at(lichess, tmp_path) as stage:
        begun(stage)
        waited(lambda: '[White "Anna"]' in lichess.last)

    assert len(failures) == 3
