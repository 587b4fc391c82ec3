"""Pages of an event look for news again and again: an old response never covers a newer state."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.english import TEXT
from tests.web.browser.events import come, enter_list, make, pair
from tests.web.browser.house import House

pytestmark = pytest.mark.slow


def test_news_asked_for_before_a_change_do_not_take_it_back(organiser: Page, house: House) -> None:
    """The old state comes late, when the page has shown the new one already."""
    make(organiser, house)
    enter_list(organiser)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        """All others fail, so that only the first can change what is shown."""
        if held:
            route.abort()
        else:
            held.append(route)

    old = organiser.request.get(f"{organiser.url.partition('?')[0]}/state").json()
    organiser.route("**/state", hold_the_first)
    expect(organiser.locator("#look-problem")).to_be_visible()
    organiser.locator("#who").fill("1")
    organiser.get_by_role("button", name=TEXT["event-withdraw"]).click()
    expect(organiser.locator("#players")).to_contain_text(TEXT["event-away"])

    held[0].fulfill(json=old)

    expect(organiser.locator("#look-problem")).to_be_hidden()
    assert TEXT["event-away"] in organiser.locator("#players").inner_text()


def first_held(held: list[Route], passing: int) -> Callable[[Route], None]:
    """The first request is held, this many get their response, and all others fail."""
    came = iter(range(passing + 1))

    def take(route: Route) -> None:
        number = next(came, None)
        if number == 0:
            held.append(route)
        elif number is None:
            route.abort()
        else:
            route.continue_()

    return take


@pytest.mark.parametrize(("asked", "place"), [("**/state", "#where"), ("**/now", "#pairing")])
def test_who_watches_or_waits_sees_no_old_news_in_place_of_newer_ones(
    asked: str, place: str, organiser: Page, context: BrowserContext, house: House
) -> None:
    event = make(organiser, house).partition("?")[0].rpartition("/")[2]
    codes = enter_list(organiser)
    page = context.new_page()
    if asked == "**/now":
        page = come(context, house, codes[0])
    else:
        page.goto(f"{house.address}/events/{event}?lang=en")
    expect(page.locator(place)).not_to_be_empty()
    before = page.locator(place).inner_text()
    address = f"{page.url.partition('?')[0]}/{asked[3:]}"
    old = page.request.get(address).json()
    held: list[Route] = []
    page.route(asked, lambda route: route.continue_() if held else held.append(route))
    page.wait_for_event("request", lambda request: request.url == address)

    pair(organiser)
    expect(page.locator(place)).not_to_have_text(before)
    after = page.locator(place).inner_text()
    page.route(asked, lambda route: route.abort())
    with page.expect_event("requestfinished", lambda request: request == held[0].request):
        held[0].fulfill(json=old)
    page.evaluate("() => new Promise(requestAnimationFrame)")

    assert page.locator(place).inner_text() == after


def test_of_two_changes_under_way_the_older_state_is_never_left_on_the_page(
    organiser: Page, house: House
) -> None:
    make(organiser, house)
    enter_list(organiser)
    organiser.route("**/state", lambda route: route.abort())
    held: list[Route] = []
    organiser.route("**/players/1/withdrawal*", first_held(held, passing=0))
    organiser.locator("#who").fill("1")
    withdraw = organiser.get_by_role("button", name=TEXT["event-withdraw"])
    with organiser.expect_request("**/players/1/withdrawal*"):
        withdraw.click()
    first = held[0].fetch()
    organiser.locator("#who").fill("2")
    withdraw.click()
    away = organiser.locator("#players li", has_text=TEXT["event-away"])
    expect(away).to_have_count(2)

    organiser.locator("#who").fill("3")
    held[0].fulfill(response=first)

    expect(organiser.locator("#who")).to_have_value("")
    expect(away).to_have_count(2)
