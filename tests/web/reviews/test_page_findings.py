"""Where a server has no engine, the page of a review judges by its own, and is alone told of it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.web.live.test_browser_engine import TINY
from tests.web.reviews.played_game import PlayedGame, played
from tests.web.stage import Stage, staged

ME, OTHER = "0123456789abcdef" * 2, "f" * 32
FOUND = [
    {"ply": 3, "mate": 1, "depth": 12, "line": ["d8h4"]},
    {"ply": 2, "hundredths": -60, "depth": 14, "line": ["d2d4", "e5d4", "d1d4"]},
    {"ply": 1, "hundredths": 70, "depth": 14, "line": ["e7e5"]},
    {"ply": 0, "hundredths": 30, "depth": 14, "line": ["e2e4", "e7e5"]},
]
"""As the sides to move see it: what led to mate was White's second move."""


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with staged(tmp_path) as stage:
        stage.hall.outfit = replace(stage.hall.outfit, browser_engine=TINY)
        yield stage


@pytest.fixture
def seats(stage: Stage) -> PlayedGame:
    return played(stage)


def sent(seats: PlayedGame, found: list[dict[str, Any]], by: str = ME) -> Any:
    seat, own = seats.stage.seat(seats.links["white"])
    address = f"{seat}/games/{seats.game}/review/analysis/found"
    return seats.stage.client.post(address, json={"by": by, "found": found}, headers=own)


def test_the_page_has_the_engine_in_its_browser_and_a_way_to_begin(seats: PlayedGame) -> None:
    page = seats.get("white", accept="text/html").text

    assert 'data-engine="browser"' in page
    assert 'id="evaluate"' in page


def test_what_was_found_becomes_mistakes_and_answers(seats: PlayedGame) -> None:
    begun = sent(seats, []).json()
    halfway = sent(seats, FOUND[:2]).json()
    done = sent(seats, FOUND[2:]).json()
    answer = seats.get("white", f"/answers?ply=3&line=why&by={ME}").json()

    assert (begun["state"], begun["done"], begun["all"]) == ("running", 1, 5)
    assert (halfway["state"], halfway["done"]) == ("running", 3)
    assert (done["state"], done["done"], done["engine"]) == ("done", 5, "Tiny 1")
    assert [(m["ply"], m["verdict"], m["better"]) for m in done["mistakes"]][-1] == (
        3,
        "blunder",
        "d4",
    )
    assert "David four" in answer["told"][0]


def test_nobody_else_is_told_of_it(seats: PlayedGame) -> None:
    sent(seats, FOUND)

    assert seats.get("white", f"/analysis?by={ME}").json()["state"] == "done"
    assert seats.get("white", f"/analysis?by={OTHER}").json()["state"] == "none"
    assert seats.get("black", "/analysis").json()["state"] == "none"


@pytest.mark.parametrize(
    "finding",
    [
        {"ply": 0, "hundredths": 3, "depth": 9, "line": ["e2e5"]},
        {"ply": 9, "hundredths": 3, "depth": 9, "line": ["e2e4"]},
        {"ply": 0, "hundredths": 3, "mate": 2, "depth": 9, "line": ["e2e4"]},
        {"ply": 0, "mate": 0, "depth": 9, "line": ["e2e4"]},
        {"ply": 0, "depth": 9, "line": ["e2e4"]},
        {"ply": 0, "hundredths": 3, "depth": 9, "line": []},
    ],
)
def test_what_can_not_be_is_not_taken(seats: PlayedGame, finding: dict[str, Any]) -> None:
    answer = sent(seats, [finding])

    assert answer.status_code == 422
    assert seats.get("white", f"/analysis?by={ME}").json()["done"] <= 1


def test_a_server_that_gives_no_engine_takes_nothing(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        seats = played(stage)

        assert 'data-engine="none"' in seats.get("white", accept="text/html").text
        assert sent(seats, []).json()["code"] == "no-engine"


def test_a_deleted_game_leaves_nothing_of_it(seats: PlayedGame) -> None:
    sent(seats, FOUND)
    reviews = seats.stage.hall.reviews
    [key] = [f"{one}.{ME}" for one in reviews._games]  # noqa: SLF001 - a review tells its key to nobody else
    kept = reviews.found_by_page(key)
    reviews.forget(seats.game)

    assert kept is not None
    assert reviews.found_by_page(key) is None


def tries(seats: PlayedGame, tried: str, **also: object) -> Any:
    seat, own = seats.stage.seat(seats.links["white"])
    address = f"{seat}/games/{seats.game}/review/tried"
    body = {"ply": 0, "tried": tried, "by": ME, **also}
    return seats.stage.client.post(address, json=body, headers=own)


def test_what_the_pages_engine_thinks_behind_a_move_of_ones_own_is_told_it_alone(
    seats: PlayedGame,
) -> None:
    sent(seats, FOUND)
    behind = {"ply": 0, "hundredths": 150, "depth": 12, "line": ["d7d5"]}
    told = tries(seats, "a2a3", found=behind).json()
    path = "/answers?ply=0&tried=a2a3&line=best+line"
    mine, others = (seats.get("white", f"{path}&by={by}").json()["told"] for by in (ME, OTHER))

    assert told["told"] == ["Blunder.", "Black is ahead by 1.5 pawns."]
    assert mine == ["Best line: pawn David five."]
    assert others == ["The engine has not reached this position yet."]


@pytest.mark.parametrize(
    ("found", "status"),
    [(None, 409), ({"ply": 0, "hundredths": 1, "depth": 9, "line": ["a2a4"]}, 422)],
)
def test_no_opinion_is_told_where_the_page_has_none_or_one_that_can_not_be(
    seats: PlayedGame, found: object, status: int
) -> None:
    assert tries(seats, "a2a3", found=found).status_code == status
