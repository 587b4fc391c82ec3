"""Forms of seats and of an event are shut until the page's script takes what they send."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.english import TEXT
from tests.web.browser.events import enter, make, round_begun
from tests.web.browser.house import House, Seats, opened, seated

pytestmark = pytest.mark.slow

ROLES = ("white", "arbiter", "spectator")


def buttons(page: Page, state: str = "") -> Locator:
    return page.locator(f"button[type=submit]{state}")


def without_scripts(page: Page) -> Page:
    """The same page, whose scripts never come."""
    page.route("**/static/**/*.js", lambda route: route.abort())
    page.reload()
    expect(buttons(page)).not_to_have_count(0)
    return page


@pytest.mark.parametrize("role", ROLES)
def test_what_is_typed_at_a_seat_too_soon_stays_in_its_line(
    role: str, context: BrowserContext, begun: Seats
) -> None:
    page = without_scripts(opened(context, begun.links[role]))
    address = page.url
    page.locator("#line-text").fill("e4")
    page.locator("#line-text").press("Enter")

    expect(buttons(page, ":enabled")).to_have_count(0)
    expect(page.locator("#line-text")).to_have_value("e4")
    assert page.url == address


def test_a_move_that_is_typed_before_the_script_is_there_is_told_to_wait_and_is_made(
    context: BrowserContext, house: House
) -> None:
    page = seated(context, house)["white"]
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/static/*/player.js", hold)
    with page.expect_response("**/static/*/early.js") as early:
        page.reload(wait_until="commit")
    early.value.finished()
    line = page.locator("#line-text")
    line.fill("e4")
    line.press("Enter")

    told = page.evaluate("document.activeElement.validationMessage")
    assert told == TEXT["early"]
    waiting.pop().continue_()
    expect(page.locator("#moves .move")).to_contain_text(["e4"])
    expect(line).to_have_value("")
    assert line.evaluate("(field) => field.validity.valid")


@pytest.mark.parametrize("role", ROLES)
def test_every_form_of_a_seat_is_open_once_its_script_is_there(
    role: str, context: BrowserContext, begun: Seats
) -> None:
    page = opened(context, begun.links[role])

    expect(buttons(page)).not_to_have_count(0)
    expect(buttons(page, ":disabled")).to_have_count(0)


def test_an_events_desk_is_shut_until_it_knows_how_the_event_stands(
    context: BrowserContext, house: House
) -> None:
    page = opened(context, f"{house.address}/enter#{house.token}")
    make(page, house)
    expect(page.locator("#pair")).to_be_enabled()
    expect(page.locator("#start")).to_be_disabled()
    expect(page.locator("#undo")).to_be_disabled()
    expect(buttons(page, ":disabled")).to_have_count(2)
    expect(page.locator("#rank")).to_be_enabled()
    without_scripts(page)
    expect(page.locator("#rank")).to_be_disabled()
    address = page.url
    page.locator("#list textarea").fill("Anna;1900")
    page.locator("#list button[type=submit]").click(force=True)

    expect(buttons(page, ":enabled")).to_have_count(0)
    expect(page.locator("#list textarea")).to_have_value("Anna;1900")
    assert page.url == address


def test_an_arbiters_way_to_the_boards_is_shut_until_it_leads_there(
    context: BrowserContext, organiser: Page, house: House
) -> None:
    """Pressed too early, the button did nothing and said nothing."""
    code, _ = round_begun(organiser, house)
    page = enter(context, house, code)
    way = page.get_by_role("button", name=TEXT["event-to-boards"], exact=True)
    expect(way).to_be_enabled()

    without_scripts(page)
    expect(way).to_be_disabled()
