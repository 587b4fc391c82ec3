"""No page weighs more than a bad line can bear, and what has come once does not come again."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.benchmarks.pages import KILOBYTE, loaded, visited
from tests.web.browser.house import ENGLISH, House, complaints, seated, types

pytestmark = pytest.mark.slow

MOST = 250 * KILOBYTE


def test_the_front_page_and_a_players_page_weigh_at_most_250_kb(
    browser: Browser, house: House
) -> None:
    link = house.arrange(white=ENGLISH)["white"]
    front = loaded(browser, f"{house.address}/?lang=en", "main")
    seat = loaded(browser, link, "#board img")

    assert 0 < front.weight < seat.weight <= MOST


def test_who_comes_again_is_sent_none_of_the_pages_files_again(
    browser: Browser, house: House
) -> None:
    first, second = visited(browser, house.arrange(white=ENGLISH)["white"], "#board img")

    assert sum("/static/" in path for path in first.sent) > 40
    assert not [path for path in second.sent if "/static/" in path]
    assert second.weight < first.weight / 2


def test_a_page_from_before_an_update_is_played_at_with_what_the_server_has_now(
    context: BrowserContext, house: House
) -> None:
    asked: list[str] = []

    def of_another_version(route: Route) -> None:
        host, _, path = route.request.url.partition("/static/")
        asked.append(path)
        route.continue_(url=f"{host}/static/{'0' * 16}/{path.partition('/')[2]}")

    context.route("**/static/**", of_another_version)
    page = seated(context, house)["white"]
    types(page, "e4")

    expect(page.locator("#moves .move")).to_have_count(1)
    assert len(asked) > 40
    assert complaints(page) == []
