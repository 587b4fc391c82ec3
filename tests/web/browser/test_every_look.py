"""Each page there is: on a phone, at a desk, at 400 per cent, light, dark, in forced colours."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.english import TEXT, says
from tests.review.games import SCHOLARS_MATE
from tests.web.browser.axe import ALL_SORTS, WIDTHS, cut_off, faults_at_every_width
from tests.web.browser.events import begin, come, enter, enter_list, follow, pair
from tests.web.browser.house import House, agrees, entered, listened, seated, types
from voice_chess.docs.topics import TOPICS

pytestmark = pytest.mark.slow

LISTED = 6
"""So many games that they can be searched and narrowed."""

PAGES = (
    "/",
    "/friend",
    "/computer",
    "/watch",
    "/import",
    "/enter",
    "/organiser",
    "/seats/{seat}",
    "/docs",
    "/docs/{name}",
    "/accessibility",
    "/organiser/events/page",
    "/places/{place}",
    "/places/{place}/event",
    "/events",
    "/events/{event}",
    "/organiser/events/{event}",
    "/seats/{seat}/games/{game}/review",
    "/organiser/games/{game}/review",
    "/reviews/{review}",
)


@pytest.fixture(scope="module")
def addresses(desk: BrowserContext, house: House) -> dict[str, str]:
    """Of one page of each kind: lists with something in them, an event under way, a game over."""
    organiser = entered(desk, f"{house.address}/enter#{house.token}")
    for _ in range(LISTED):
        house.api.post("/friend", data={"is_public": True}, headers={"origin": house.address})
    arbiters_code = begin(organiser, house)
    event_desk = follow(organiser)
    codes = enter_list(organiser)
    pair(organiser)
    expect(organiser.locator("#boards li")).to_have_count(2)
    place = come(desk, house, codes[0]).url.partition("?")[0]
    ended = seated(desk, house)["white"]
    types(ended, "e4")
    expect(ended.locator("#moves .move")).to_have_count(1)
    types(ended, says("resign"))
    agrees(ended)
    review = ended.locator("#review a")
    expect(review).to_be_visible()
    seats_review = f"{house.address}{review.get_attribute('href')}"
    game = seats_review.split("/")[-2]
    event = event_desk.rpartition("/")[2].partition("?")[0]
    found = {
        "/seats/{seat}": ended.url,
        "/docs/{name}": f"{house.address}/docs/{ALL_SORTS}",
        "/places/{place}": place,
        "/places/{place}/event": by_code(desk, house, arbiters_code),
        "/events/{event}": f"{house.address}/events/{event}",
        "/organiser/events/{event}": event_desk,
        "/seats/{seat}/games/{game}/review": seats_review,
        "/organiser/games/{game}/review": f"{house.address}/organiser/games/{game}/review",
        "/reviews/{review}": imported(desk, house),
    }
    for page in desk.pages:
        page.close()
    return found


def by_code(desk: BrowserContext, house: House, code: str) -> str:
    """Where an arbiter comes who enters their code."""
    page = enter(desk, house, code)
    page.wait_for_url("**/places/*/event*")
    return page.url


def imported(desk: BrowserContext, house: House) -> str:
    page = desk.new_page()
    page.goto(f"{house.address}/import?lang=en")
    page.locator("#pgn").fill(SCHOLARS_MATE)
    page.get_by_role("button", name=TEXT["review-game"]).click()
    page.wait_for_url("**/reviews/*")
    return page.url


def test_no_page_is_left_out(house: House) -> None:
    """Whoever adds a page has it looked at, too."""
    schema = house.api.get("/schema/openapi.json").json()
    shown = {path for path, ways in schema["paths"].items() if _is_page(ways.get("get", {}))}

    assert shown == set(PAGES)


def _is_page(way: Mapping[str, Mapping[str, Mapping[str, object]]]) -> bool:
    content = way.get("responses", {}).get("200", {}).get("content", {})
    return isinstance(content, Mapping) and "text/html" in content


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_fault_in_any_look_at_any_width(
    desk: BrowserContext, house: House, addresses: dict[str, str], path: str
) -> None:
    page = listened(desk)
    page.goto(addresses.get(path, f"{house.address}{path}"))
    page.wait_for_load_state("networkidle")

    assert faults_at_every_width(page, path) == []


def test_no_page_of_the_documentation_is_cut_off_at_any_width(
    desk: BrowserContext, house: House
) -> None:
    page = desk.new_page()
    for topic in TOPICS:
        page.goto(f"{house.address}/docs/{topic}")
        for width, size in WIDTHS.items():
            page.set_viewport_size(size)

            assert cut_off(page) == [], f"{topic}, {width}"


def test_a_seat_in_play_has_no_fault_in_any_look_at_any_width(
    desk: BrowserContext, house: House
) -> None:
    for role, page in seated(desk, house).items():
        assert faults_at_every_width(page, role) == []
