"""A server that neither responds nor refuses, like one that is stopped: every page says so."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.english import TEXT, text
from tests.web.browser.cable import Cable, cabled
from tests.web.browser.events import come, enter_list, make
from tests.web.browser.house import ANNA, VIKTOR, House, opened, person, seated

pytestmark = pytest.mark.slow


@pytest.fixture
def organiser(context: BrowserContext, house: House) -> Page:
    return opened(context, f"{house.address}/enter#{house.token}")


def never(_: Route) -> None:
    """Hold the request for good."""


def held_from(cable: Cable, route: Route) -> None:
    """Hold this request and all that follows."""
    cable.hold()
    route.continue_()


@pytest.mark.parametrize("asked", ["**/view", "**/seats/*/games/*"])
def test_a_seat_that_is_opened_at_a_stopped_server_says_so_and_opens_when_it_goes_on(
    asked: str, browser: Browser, house: House
) -> None:
    links = house.arrange(white=VIKTOR, black=ANNA, language="en")
    context = person(browser)
    with cabled(house.address) as cable:
        page = opened(context, links["white"].replace(house.address, cable.address))
        page.route(asked, lambda route: held_from(cable, route))
        page.reload()

        expect(page.locator("#connection")).to_have_text(TEXT["connection:lost"])
        expect(page.locator("#alert")).to_contain_text(TEXT["connection:lost"])
        page.unroute_all()
        cable.release()
        expect(page.locator("#connection")).to_have_text(TEXT["connection:open"])
    context.close()


def test_a_list_of_games_that_does_not_come_is_told(context: BrowserContext, house: House) -> None:
    page = context.new_page()
    page.route("**/watch/games?*", never)
    page.goto(f"{house.address}/watch?lang=en")

    expect(page.locator("#alert")).to_contain_text(TEXT["problem:no-server"])
    page.unroute("**/watch/games?*")
    page.locator("#refresh").click()
    expect(page.locator("[aria-live=polite]")).to_contain_text(text("watch-count", count=0))


def test_pages_that_look_for_news_tell_when_none_come(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    event = make(organiser, house).partition("?")[0].rpartition("/")[2]
    codes = enter_list(organiser)
    player, watcher = come(context, house, codes[0]), context.new_page()
    watcher.goto(f"{house.address}/events/{event}?lang=en")
    expect(watcher.locator("#standings caption")).to_be_visible()
    pages = ((organiser, "**/state"), (player, "**/now"), (watcher, "**/state"))
    for page, asked in pages:
        page.route(asked, never)
    for page, asked in pages:
        expect(page.locator("#look-problem")).to_have_text(TEXT["problem:no-server"])
        expect(page.locator("#alert")).to_contain_text(TEXT["problem:no-server"])
        page.unroute(asked)
    for page, _ in pages:
        expect(page.locator("#alert")).to_contain_text(TEXT["connection:back"])


def test_whoever_sends_something_hears_that_no_response_has_come_and_the_response(
    context: BrowserContext, house: House
) -> None:
    page = context.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/entries", hold)
    page.goto(f"{house.address}/enter?lang=en")
    page.locator("#code").fill("no such code at all here")
    page.keyboard.press("Enter")

    expect(page.locator("#alert")).to_contain_text(TEXT["problem:slow"])
    held[0].continue_()
    expect(page.locator("#alert")).to_contain_text(TEXT["problem:bad-link"])


def leaves(page: Page) -> None:
    page.locator("#leave").dispatch_event("click")
    page.locator("#leaving [value=leave]").click()


def test_a_player_who_cannot_leave_hears_why(context: BrowserContext, house: House) -> None:
    white = seated(context, house)["white"]
    white.route("**/entry", lambda route: route.abort())
    leaves(white)

    expect(white.locator("#reply")).to_have_text(TEXT["problem:no-server"])
    white.unroute("**/entry")
    leaves(white)
    expect(white).to_have_url(f"{house.address}/")
