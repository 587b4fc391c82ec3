"""What is said to the page of a review is heard there, as if it had been typed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.german import NUMBERS, REVIEW, by_ear
from tests.review.games import SCHOLARS_MATE
from tests.stage.page import Page
from tests.stage.ports import MemoryOwnEars, ScriptedEars
from tests.unsearched import in_memory, unsearched
from tests.waiting import waited
from tests.web.reviews.played_game import played
from tests.web.stage import ADDRESS, Stage, staged
from voice_chess.web.reviews.review_ear import ReviewMicrophone, ReviewSocket

OURS = {"origin": ADDRESS}
KEY = "k" * 32


def brought(stage: Stage) -> str:
    """Where a game from a file is reviewed."""
    return str(stage.client.post("/import", json={"pgn": SCHOLARS_MATE}).json()["path"])


@contextmanager
def connected(
    stage: Stage, review: str, headers: Mapping[str, str] = OURS, language: str = "de"
) -> Iterator[Page]:
    path = f"{review}/ear?lang={language}"
    with stage.client.websocket_connect(path, headers=dict(headers)) as socket:
        yield Page(socket)


def opens(page: Page, **wanted: object) -> None:
    assert page.open_microphone(**wanted)["state"] == "listening"


GO_TO_2 = f"{REVIEW['go']} {NUMBERS[2]}"


def stands(page: Page, ply: int, tried: str = "") -> None:
    page.tell("standing", ply=ply, tried=tried)


def test_what_is_said_is_told_as_a_line_wherever_one_stands(tmp_path: Path) -> None:
    ears = ScriptedEars([GO_TO_2, by_ear("Nf3")])
    with staged(tmp_path, ears) as stage, connected(stage, brought(stage)) as page:
        opens(page)
        page.speak()
        first = page.next("line")
        stands(page, 2, "g1f3 b8c6")
        page.speak()
        second = page.next("line")

    assert [told["line"] for told in (first, second)] == [GO_TO_2, by_ear("Nf3")]
    begun, behind = (set(phrases) for phrases in ears.expected)
    assert {REVIEW["opinion"], by_ear("Nf3"), f"{REVIEW['go']} {NUMBERS[4]}"} <= begun
    assert f"{REVIEW['go']} {NUMBERS[5]}" not in begun
    assert by_ear("Bb5") in behind - begun


def test_an_ear_that_was_left_needs_no_search_for_garbage(tmp_path: Path) -> None:
    listening = (ReviewSocket, ReviewMicrophone)
    with staged(tmp_path, ScriptedEars([GO_TO_2])) as stage:
        review = brought(stage)
        with unsearched():
            before = in_memory(*listening)
            with connected(stage, review) as page:
                opens(page)
                assert in_memory(*listening) > before

            waited(lambda: in_memory(*listening) <= before)


@pytest.mark.parametrize("standing", [(99, ""), (0, "e2e5"), (2, "nonsense")])
def test_who_stands_nowhere_is_heard_no_more(tmp_path: Path, standing: tuple[int, str]) -> None:
    with staged(tmp_path, ScriptedEars([])) as stage, connected(stage, brought(stage)) as page:
        opens(page)
        stands(page, *standing)
        with pytest.raises(WebSocketDisconnect):
            page.next("line")


def test_it_is_heard_by_the_ear_that_knows_the_players_own_voice(tmp_path: Path) -> None:
    ears = ScriptedEars([REVIEW["next"]])
    own = MemoryOwnEars(ears)
    with staged(tmp_path, ears, own_ears=own) as stage, connected(stage, brought(stage)) as page:
        opens(page, voice=KEY)
        page.speak()
        told = page.next("line")

    assert told["line"] == REVIEW["next"]
    assert own.heard_by == [KEY]


def test_a_seat_and_the_organiser_are_heard_and_nobody_else_who_has_the_address(
    tmp_path: Path,
) -> None:
    with staged(tmp_path, ScriptedEars(["next"])) as stage:
        seats = played(stage)
        seat, own = stage.seat(seats.links["white"])
        review = f"{seat}/games/{seats.game}/review"
        with connected(stage, review, own) as page:
            opens(page)
            page.speak()
            told = page.next("line")
        with pytest.raises(WebSocketDisconnect), connected(stage, review):
            pytest.fail("nobody has shown that they may look at it")

    assert told["line"] == "next"


def test_no_page_of_another_site_is_heard(tmp_path: Path) -> None:
    with staged(tmp_path, ScriptedEars([])) as stage:
        review = brought(stage)
        with (
            pytest.raises(WebSocketDisconnect),
            connected(stage, review, {"origin": "https://elsewhere.example"}),
        ):
            pytest.fail("a foreign page was heard")


def test_a_review_that_is_locked_hears_nobody(tmp_path: Path) -> None:
    with staged(tmp_path, ScriptedEars([])) as stage:
        links = stage.arrange()
        seat, own = stage.seat(links["white"])
        review = f"{seat}/games/{links['game']['id']}/review"
        with pytest.raises(WebSocketDisconnect), connected(stage, review, own):
            pytest.fail("the game is in play")


def test_where_nobody_hears_the_page_offers_no_microphone(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        review = brought(stage)
        page = stage.client.get(review, headers={"accept": "text/html"})
        with pytest.raises(WebSocketDisconnect), connected(stage, review):
            pytest.fail("there is no ear")

    assert 'id="microphone"' not in page.text
