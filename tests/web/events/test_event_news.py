"""Open pages of an event learn at once when there is something new that they may see."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.stage.page import Page
from tests.waiting import waited
from tests.web.events.event_stage import EventStage, made
from tests.web.events.test_ending_a_pairing import endless_at_first, in_pairing
from tests.web.routes.test_operating import figures
from tests.web.stage import ADDRESS, Stage
from voice_chess.web.events import event_pages, event_views
from voice_chess.web.events.event_rest import EventState
from voice_chess.web.messages.wire import Goodbye

NAMES = ("Anna", "Bert", "Cleo", "Dora")


@contextmanager
def waiting(stage: Stage, path: str, cookie: str = "", origin: str = ADDRESS) -> Iterator[Page]:
    headers = {"origin": origin, "cookie": cookie}
    with stage.client.websocket_connect(f"{path}/news", headers=headers) as socket:
        yield Page(socket)


def by_all(event: EventStage) -> str:
    return f"/events/{event.event}"


def by_organiser(event: EventStage) -> str:
    return f"/organiser/events/{event.event}"


def news_until_now(page: Page) -> int:
    """Count what came; a page that talks is sent nothing but a goodbye."""
    page.tell("hello")
    page.next("bye")
    return sum(message["type"] == "news" for message in page.came)


def test_a_pairing_a_start_and_a_result_reach_an_open_page_at_once(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")

    with waiting(stage, by_all(event)) as page:
        event.done("/pairing")
        page.next("news")
        event.done("/start")
        page.next("news")
        event.play(1, 2, white_wins=True)
        page.next("news")

    assert event.watched()["rounds"][0]["boards"][0]["result"] == "1-0"


def test_an_arbiters_page_learns_at_once_that_a_board_needs_somebody(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    path, own = event.place(event.arbiter)

    with event.board(1, 2) as (white, _):
        white.event("game-started")
        with (
            waiting(stage, f"{path}/event", own["cookie"]) as arbiter,
            waiting(stage, by_all(event)) as watching,
        ):
            white.ask(type="ask", name="arbiter")
            white.ask(type="ask", name="yes")
            arbiter.next("news")
            assert event.state()["rounds"][0]["boards"][0]["needs"] == "called"
            assert news_until_now(watching) == 0


def test_an_arbiters_page_learns_at_once_who_has_come_and_gone(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")

    with waiting(stage, by_organiser(event), stage.organiser) as page:
        with event.board(1, 2) as (white, _):
            white.event("game-started")
            page.next("news")
            assert event.state()["rounds"][0]["boards"][0]["needs"] == ""
        while event.state()["rounds"][0]["boards"][0]["needs"] != "absent":
            page.next("news")


def test_no_page_of_spectators_learns_early_that_a_game_is_over(stage: Stage) -> None:
    """That it has ended is news of the round, too, which the event publishes later."""
    event = made(stage, *NAMES, delay_minutes=30)
    event.done("/pairing")
    event.done("/start")

    with waiting(stage, by_organiser(event), stage.organiser) as arbiter:
        with event.board(1, 3) as (white, _):
            white.event("game-started")
        with waiting(stage, by_all(event)) as page:
            before = len(arbiter.came)
            event.play(1, 3, white_wins=True)
            event.done("/results", {"round": 1, "board": 2, "result": "+/-", "reason": "a test"})
            page.next("news")
            assert news_until_now(page) == 1
        arbiter.until(lambda _: len(arbiter.came) > before)


def test_another_arbiters_page_learns_at_once_of_a_long_pairing_and_of_its_end(
    tmp_path: Path,
) -> None:
    with endless_at_first(tmp_path) as stage:
        event = made(stage, *NAMES)
        path, own = event.place(event.arbiter)
        with (
            waiting(stage, f"{path}/event", own["cookie"]) as arbiter,
            waiting(stage, by_all(event)) as watching,
        ):
            with in_pairing(event):
                arbiter.next("news")
            arbiter.next("news")
            assert news_until_now(watching) == 0


def test_open_pages_are_counted_and_told_that_the_server_stops(stage: Stage) -> None:
    event = made(stage, "Anna")

    with (
        waiting(stage, by_all(event)) as page,
        waiting(stage, by_organiser(event), stage.organiser) as arbiter,
    ):
        waited(lambda: figures(stage)["voice_chess_open_sockets"] == 2)
        assert stage.client.portal is not None
        stage.client.portal.call(stage.hall.sockets.close, Goodbye(code="ending"), 60.0)
        for each in (page, arbiter):
            assert each.next("bye")["code"] == "ending"


@pytest.mark.parametrize(
    ("path", "origin", "status"),
    [
        (by_organiser, ADDRESS, 403),
        (by_all, "http://elsewhere.example", 403),
        (lambda _: "/events/nothing9", ADDRESS, 404),
    ],
)
def test_no_stranger_waits_for_news(stage: Stage, path: object, origin: str, status: int) -> None:
    event = made(stage, "Anna")
    assert callable(path)

    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        waiting(stage, path(event), origin=origin),
    ):
        pass

    assert refused.value.status_code == status


def test_a_page_too_many_is_told_so_and_asks_now_and_then(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_pages, "MOST_PAGES", 1)
    event = made(stage, "Anna")

    with waiting(stage, by_all(event)) as first, waiting(stage, by_all(event)) as second:
        assert second.next("bye")["code"] == "too-many"
        event.enter("Bert")
        first.next("news")


def test_what_all_spectators_ask_for_at_once_is_made_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News bring them all in the same moment, while nothing is made yet."""
    event, may_go_on, made_for = made(stage, "Anna", "Bert"), threading.Event(), list[str]()

    def slowly(**parts: object) -> EventState:
        made_for.append("spectators")
        may_go_on.wait()
        return EventState.model_validate(parts)

    monkeypatch.setattr(event_views, "EventState", slowly)
    with ThreadPoolExecutor(8) as all_at_once:
        asking = [all_at_once.submit(event.watched) for _ in range(8)]
        waited(lambda: bool(made_for))
        may_go_on.set()
        states = [each.result() for each in asking]

    assert made_for == ["spectators"]
    assert all(state == states[0] for state in states)
