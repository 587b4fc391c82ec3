"""Guessers at codes stand in nobody's way, however many places they come from."""

import asyncio
import itertools
import time

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from tests.web.stage import ADDRESS, Stage
from voice_chess.session.lobby.access import WORDS_OF_CODE, code_words
from voice_chess.web.protection.rate_limits import Buckets
from voice_chess.web.protection.trials import WRONG_KEEPS_S, Crowded, Trials, Turns

MANY = 40
"""Places; more than could ever be tried at once when all of them shared a limit."""


def tried(stage: Stage, place: str, code: str) -> Response:
    """As if it came from this place."""
    elsewhere = TestClient(stage.client.app, base_url=ADDRESS, client=(place, 1))
    elsewhere.portal = stage.client.portal
    return elsewhere.post("/entries", json={"code": code})


def test_wrong_codes_from_many_places_do_not_keep_out_the_right_one(stage: Stage) -> None:
    code = stage.arrange()["black"]["code"]
    wrong = [tried(stage, f"10.0.0.{n}", "adam " * 6).status_code for n in range(MANY)]

    assert wrong == [403] * MANY
    assert tried(stage, "10.0.1.1", code).status_code == 201


def test_wrong_codes_from_however_many_places_have_one_pace(stage: Stage) -> None:
    began = time.monotonic()
    wrong = [tried(stage, f"10.0.0.{n}", "adam " * 6).status_code for n in range(MANY)]

    assert wrong == [403] * MANY
    assert time.monotonic() - began >= MANY * WRONG_KEEPS_S


def test_one_network_of_ipv6_is_one_place(stage: Stage) -> None:
    wrong = [tried(stage, f"2001:db8::{n}", "adam").status_code for n in range(1, 8)]

    assert wrong == [403] * 5 + [429] * 2


def test_a_whole_class_behind_one_address_enters_by_codes(stage: Stage) -> None:
    codes = [stage.arrange()["black"]["code"] for _ in range(8)]

    assert [tried(stage, "10.0.0.1", code).status_code for code in codes] == [201] * 8


def test_one_place_does_not_enter_the_same_seat_for_ever(stage: Stage) -> None:
    stage.hall.trials.entries.most = 2
    token = stage.arrange()["spectator"]["path"].partition("#")[2]

    entered = [stage.client.post("/entries", json={"token": token}) for _ in range(3)]

    assert [answer.status_code for answer in entered] == [201, 201, 429]


def test_a_code_has_as_many_bits_as_the_odds_are_told_for() -> None:
    assert len(code_words()) ** WORDS_OF_CODE == 2**48


def test_as_many_wrong_codes_are_tried_in_a_second_as_the_odds_are_told_for() -> None:
    assert 1 / WRONG_KEEPS_S == 20


@pytest.mark.parametrize(
    ("limit", "at_once", "every_s"), [("links", 20, 1), ("codes", 5, 10), ("entries", 20, 10)]
)
def test_a_place_has_so_many_trials_at_once_and_then_one_in_so_many_seconds(
    limit: str, at_once: int, every_s: int
) -> None:
    trials: Buckets = getattr(Trials(), limit)
    at_first = [trials.takes("here", 0) for _ in range(at_once + 1)]
    elsewhere = trials.takes("there", 0)
    later = [trials.takes("here", every_s * 1_000 + ms) for ms in (-100, 100, 200)]

    assert at_first == [True] * at_once + [False]
    assert elsewhere
    assert later == [False, True, False]


def test_who_has_failed_least_often_has_the_next_turn() -> None:
    order: list[str] = []

    async def look(turns: Turns, who: str, failures: float) -> None:
        async with turns.turn(failures):
            order.append(who)
            await asyncio.sleep(0)

    async def all_at_once() -> None:
        turns = Turns()
        who = {"first": 1.0, "guesser": 4.0, "other guesser": 4.0, "honest": 1.0}
        await asyncio.gather(*(look(turns, name, failures) for name, failures in who.items()))
        await look(turns, "last", 5.0)

    asyncio.run(all_at_once())

    assert order == ["first", "honest", "guesser", "other guesser", "last"]


def test_where_too_many_wait_the_one_who_failed_most_is_sent_away() -> None:
    async def all_at_once() -> list[object]:
        turns = Turns(most=2)

        async def look(failures: float) -> float:
            async with turns.turn(failures):
                await asyncio.sleep(0)
                return failures

        looks = (look(failures) for failures in (0.0, 5.0, 1.0, 2.0))
        return list(await asyncio.gather(*looks, return_exceptions=True))

    first, worst, *others = asyncio.run(all_at_once())

    assert (first, others) == (0.0, [1.0, 2.0])
    assert isinstance(worst, Crowded)


@pytest.mark.parametrize(("many", "is_crowded"), [(500, False), (2_000, True)])
def test_a_crowd_waits_for_its_turns_but_not_one_without_end(
    many: int, *, is_crowded: bool
) -> None:
    async def all_at_once() -> list[object]:
        turns = Turns()

        async def look() -> None:
            async with turns.turn(0.0):
                await asyncio.sleep(0)

        return list(await asyncio.gather(*(look() for _ in range(many)), return_exceptions=True))

    outcomes = asyncio.run(all_at_once())

    assert any(isinstance(each, Crowded) for each in outcomes) is is_crowded


@pytest.mark.parametrize("waits", [True, False], ids=["waiting", "at its turn"])
def test_who_goes_away_keeps_nobody_waiting(waits: bool) -> None:
    async def one_goes() -> bool:
        turns, numbers = Turns(), itertools.count()

        async def look() -> int:
            async with turns.turn(0.0):
                await asyncio.sleep(0)
                return next(numbers)

        tasks = [asyncio.create_task(look()) for _ in range(3)]
        await asyncio.sleep(0)
        tasks[1 if waits else 0].cancel()
        await asyncio.wait(tasks)
        return all(task.cancelled() or task.done() for task in tasks) and next(numbers) == 2

    assert asyncio.run(asyncio.wait_for(one_goes(), 60))
