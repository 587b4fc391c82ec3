"""No page weighs more than a bad line can bear."""

import pytest
from playwright.sync_api import Browser

from tests.benchmarks.pages import KILOBYTE, loaded
from tests.web.browser.house import ENGLISH, House

pytestmark = pytest.mark.slow

MOST = 250 * KILOBYTE


def test_the_front_page_and_a_players_page_weigh_at_most_250_kb(
    browser: Browser, house: House
) -> None:
    link = house.arrange(white=ENGLISH)["white"]
    front = loaded(browser, f"{house.address}/?lang=en", "main")
    seat = loaded(browser, link, "#board img")

    assert 0 < front.weight < seat.weight <= MOST
