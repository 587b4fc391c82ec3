"""From the front page to a seat by keyboard alone; what is wrong is told at its field."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.english import TEXT, text
from tests.web.browser.house import House, opened, person, types
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.web.routes.front_door import GIVE, INSTALL

pytestmark = pytest.mark.slow

TIME_HOW = text("time-how", delay="15d10")
"""What is told about a field for a time control."""


def at_the_door(context: BrowserContext, house: House) -> Page:
    page = context.new_page()
    page.goto(f"{house.address}/?lang=en")
    return page


def chosen(page: Page, way: str) -> None:
    """Go there by keyboard, as from a screen reader's list of links."""
    page.get_by_role("link", name=TEXT[f"way:{way}"], exact=True).press("Enter")


def begun(page: Page) -> None:
    """By the button, once the page is ready for that."""
    button = page.get_by_role("button", name=TEXT["begin"])
    expect(button).to_be_enabled()
    button.press("Enter")


@pytest.mark.firefox
def test_choosing_to_enter_a_code_puts_the_focus_into_its_field(
    context: BrowserContext, house: House
) -> None:
    page = at_the_door(context, house)
    chosen(page, "code")

    expect(page.locator("#code")).to_be_focused()

    page.goto(f"{house.address}/enter")

    expect(page.locator("#code")).to_be_focused()


@pytest.mark.parametrize(("path", "field"), [("enter", "code"), ("import", "pgn")])
def test_what_is_sent_before_a_page_is_ready_is_neither_lost_nor_put_into_the_address(
    path: str, field: str, context: BrowserContext, house: House
) -> None:
    context.route("**/static/**/*.js", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{house.address}/{path}?lang=en")
    address = page.url
    page.locator(f"#{field}").fill("anton berta")
    page.keyboard.press("Enter")
    page.locator("button[type=submit]").click(force=True)

    expect(page.locator("button[type=submit]")).to_be_disabled()
    expect(page.locator(f"#{field}")).to_have_value(re.compile("^anton berta"))
    assert page.url == address


@pytest.mark.firefox
def test_a_wrong_code_is_told_at_its_field_and_stays_there(
    context: BrowserContext, house: House
) -> None:
    page = at_the_door(context, house)
    chosen(page, "code")
    page.keyboard.type("anton berta")
    page.keyboard.press("Enter")
    field = page.locator("#code")

    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(field).to_have_value("anton berta")
    expect(field).to_have_accessible_description(
        f"{TEXT['enter-code-how']} {TEXT['problem:bad-link']}"
    )


@pytest.mark.firefox
def test_a_language_chosen_before_entering_is_that_of_the_page_entered(
    context: BrowserContext, house: House
) -> None:
    page = context.new_page()
    page.goto(f"{house.address}/enter?lang=cs#{house.token}")
    page.wait_for_url("**/organiser?lang=cs")

    expect(page.locator("html")).to_have_attribute("lang", "cs")


def test_two_people_play_without_an_organiser(browser: Browser, house: House) -> None:
    hers, his = person(browser), person(browser)
    anna = at_the_door(hers, house)
    chosen(anna, "friend")
    anna.get_by_label(TEXT["own-name"]).fill("Anna")
    anna.get_by_label(TEXT["colour:white"]).check()
    anna.get_by_label(TEXT["name"], exact=True).fill("Viktor")
    begun(anna)
    expect(anna.locator("#links-title")).to_be_focused()
    words = anna.locator("#links .link strong").first.text_content() or ""

    viktor = at_the_door(his, house)
    chosen(viktor, "code")
    viktor.keyboard.type(words)
    viktor.keyboard.press("Enter")
    expect(viktor.locator("#game-title")).to_contain_text("Anna")
    anna.get_by_role("link", name=TEXT["take-seat"]).press("Enter")
    expect(anna.locator("#turn")).to_contain_text("Anna")
    types(anna, "e4")

    expect(viktor.locator("#moves .move")).to_have_count(1)


def test_links_that_lead_to_this_computer_only_say_so(
    context: BrowserContext, house: House
) -> None:
    page = at_the_door(context, house)
    chosen(page, "friend")
    begun(page)

    expect(page.get_by_text(TEXT["links-only-here"])).to_be_visible()

    page.goto(f"{house.address}/friend?lang=en")
    page.evaluate("document.body.dataset.address = 'http://192.168.1.20:8000'")
    told = page.evaluate(
        """async () => {
          const { showLinks } = await import("/static/links.js?anew");
          showLinks([{ role: "black", path: "/enter#word", code: "anton" }]);
          return [document.querySelector("#links a").href,
                  document.getElementById("links-only-here").hidden];
        }"""
    )

    assert told == ["http://192.168.1.20:8000/enter#word", True]


@pytest.mark.firefox
def test_a_time_that_is_none_is_told_at_its_field_and_nothing_is_lost(
    context: BrowserContext, house: House
) -> None:
    page = at_the_door(context, house)
    chosen(page, "friend")
    page.get_by_label(TEXT["own-name"]).fill("Anna")
    page.get_by_label(TEXT["time-control"], exact=True).select_option("own")
    own = page.get_by_label(TEXT["own-time"])
    own.fill("soon")
    own.press("Enter")

    expect(own).to_have_attribute("aria-invalid", "true")
    expect(own).to_be_focused()
    expect(own).to_have_accessible_description(f"{TIME_HOW} {TEXT['problem:bad-time']}")
    expect(page.get_by_label(TEXT["own-name"])).to_have_value("Anna")

    own.fill(" ")
    own.press("Enter")

    expect(own).to_have_accessible_description(f"{TIME_HOW} {TEXT['problem:no-time']}")

    own.fill("7 + 4")
    own.press("Enter")

    expect(page.locator("#links .link")).to_have_count(3)


@pytest.mark.firefox
def test_whoever_comes_can_watch_a_game_that_may_be_watched(
    browser: Browser, context: BrowserContext, house: House
) -> None:
    name = f"Open in {browser.browser_type.name}"
    wanted = {"name": name, "colour": "white", "is_public": True}
    house.api.post("/friend", data=wanted, headers={"origin": house.address})
    page = at_the_door(context, house)
    chosen(page, "watch")
    page.get_by_role("button", name=name).press("Enter")
    page.wait_for_url("**/seats/*")

    expect(page.locator("#game-title")).to_contain_text(name)


@pytest.mark.firefox
def test_two_keys_from_the_door_to_a_game_against_stockfish(
    context: BrowserContext, house: House
) -> None:
    if not EnginePool().are_there():
        pytest.skip("no engine is installed")
    page = at_the_door(context, house)
    chosen(page, "computer")
    begun(page)
    page.wait_for_url("**/seats/*")

    expect(page.locator("#game-title")).to_contain_text(f"({TEXT['level:easy']})")

    engine_is_white = "Stockfish" in (page.locator("#game-title").text_content() or "")[:9]
    said = page.locator("#moves .move")
    for number in range(3):
        # An announced move may be answered before it is completed; here it is waited for.
        expect(said).to_have_count(2 * number + engine_is_white)
        page.locator("[data-square].movable").first.press("Enter")
        page.locator(".target").first.press("Enter")

    expect(said).to_have_count(6 + engine_is_white)


def test_where_no_engine_is_the_page_tells_how_to_get_one(
    context: BrowserContext, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EnginePool, "are_there", lambda _: False)
    page = at_the_door(context, house)
    chosen(page, "computer")

    expect(page.locator("main code")).to_have_text([INSTALL, GIVE])
    expect(page.locator("#begin")).to_have_count(0)


def test_what_an_organiser_writes_wrongly_is_told_at_its_field_too(
    context: BrowserContext, house: House
) -> None:
    page = opened(context, f"{house.address}/enter#{house.token}")
    page.goto(f"{house.address}/organiser?lang=en")
    page.locator("#edition option").first.wait_for(state="attached")
    time = page.get_by_label(TEXT["time-control"], exact=True)
    time.fill("soon")
    time.press("Enter")

    expect(time).to_have_attribute("aria-invalid", "true")
    expect(time).to_have_accessible_description(f"{TIME_HOW} {TEXT['problem:bad-time']}")

    time.fill("5 + 3")
    time.press("Enter")

    expect(page.locator("#links .link")).to_have_count(3)
    expect(time).not_to_have_attribute("aria-invalid", "true")


def test_the_browser_can_install_it(context: BrowserContext, house: House) -> None:
    page = at_the_door(context, house)
    asked = context.new_cdp_session(page)

    found = asked.send("Page.getAppManifest")
    lacking = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert found["errors"] == []
    # A browser that keeps nothing installs nothing: the only thing that is wrong here.
    assert {error["errorId"] for error in lacking} <= {"in-incognito"}
