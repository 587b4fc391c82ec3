"""No page and no state of one has a fault that axe finds, at WCAG 2.2 AA and best practice."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.web.browser.house import House, complaints, opened, person

pytestmark = pytest.mark.slow

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL: ViewportSize = {"width": 320, "height": 640}
"""A desk's 1280 pixels at 400 per cent."""


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = person(browser, viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture(scope="module")
def game(house: House) -> dict[str, str]:
    return house.arrange(
        white={"name": "Viktor", "interface": "en", "language": "en", "has_assistant": True},
        black={"name": "Anna", "interface": "sr-cyrl", "language": "sr"},
        customs={"press": "command", "execution": "reported", "keeps_sound": True},
        arbiter="new",
        language="cs",
    )


def faults(page: Page) -> list[str]:
    """What axe complains of, and what the page's own scripts did; all of it unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response
    told = [
        f"{fault['id']}: {node['html'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
    return told + complaints(page)


def is_wider_than_its_window(page: Page) -> bool:
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


def test_the_way_in(context: BrowserContext, house: House) -> None:
    page = context.new_page()
    page.goto(f"{house.address}/?lang=pl")

    assert faults(page) == []
    assert page.locator("html").get_attribute("lang") == "pl"

    page.locator("#code").fill("anna")
    page.keyboard.press("Enter")
    expect(page.locator("#enter-problem")).to_be_visible()

    assert [fault for fault in faults(page) if "403" not in fault] == []


def test_a_page_that_is_not_there(context: BrowserContext, house: House) -> None:
    page = context.new_page()
    page.goto(f"{house.address}/organiser?lang=de")

    assert faults(page) == []


def test_the_organisers_page_with_a_game_and_its_links(
    context: BrowserContext, house: House
) -> None:
    page = opened(context, f"{house.address}/enter#{house.token}")
    page.locator("#edition option").first.wait_for(state="attached")
    page.locator("#white-name").fill("Viktor")
    page.locator("#new [type=submit]").click()
    expect(page.locator("#links .link")).to_have_count(3)
    expect(page.locator("#games .card")).not_to_have_count(0)

    assert faults(page) == []

    page.set_viewport_size(SMALL)

    assert not is_wider_than_its_window(page)


def test_a_players_page_in_every_state(context: BrowserContext, game: dict[str, str]) -> None:
    white = opened(context, game["white"])

    assert faults(white) == []

    black = opened(context, game["black"])
    expect(white.locator("#turn")).to_contain_text("White")
    white.locator("[data-square=g1]").click()

    assert faults(white) == []

    white.locator("[data-square=f3]").click()
    white.locator("#line-text").fill("i resign")
    white.locator("#line-text").press("Enter")
    expect(white.get_by_role("button", name="Yes", exact=True)).to_be_visible()

    assert faults(white) == []
    assert faults(black) == []
    assert black.locator("html").get_attribute("lang") == "sr-Cyrl"

    for page in (white, black):
        page.set_viewport_size(SMALL)

        assert not is_wider_than_its_window(page)

        page.emulate_media(forced_colors="active")

        assert faults(page) == []


def test_the_arbiters_page(context: BrowserContext, game: dict[str, str]) -> None:
    page = opened(context, game["arbiter"])
    page.locator("#ruling-game").filter(has_text="Viktor").wait_for()

    assert faults(page) == []

    page.set_viewport_size(SMALL)

    assert not is_wider_than_its_window(page)


def test_the_spectators_page(context: BrowserContext, game: dict[str, str]) -> None:
    page = opened(context, game["spectator"])

    assert faults(page) == []

    page.emulate_media(contrast="more", color_scheme="dark")

    assert faults(page) == []
