"""Another game in a browser: both pages go to it, and whoever comes later finds the way."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.english import TEXT, english, says, text
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import speaker
from tests.web.browser.house import House, agrees, complaints, opened, person, types

pytestmark = pytest.mark.slow

SEATED = re.compile(r"/seats/\w+$")


@pytest.fixture
def contexts(browser: Browser) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    hers, his = person(browser), person(browser)
    yield hers, his
    hers.close()
    his.close()


@pytest.fixture
def players(contexts: tuple[BrowserContext, BrowserContext], house: House) -> tuple[Page, Page]:
    return begun(*contexts, house)


def begun(hers: BrowserContext, his: BrowserContext, house: House) -> tuple[Page, Page]:
    """White, who has begun the game, and the friend."""
    wanted = {"colour": "white", "language": "en", "friends_language": "en", "name": "Anna"}
    answer = hers.request.post(
        f"{house.address}/friend", data=wanted, headers={"origin": house.address}
    ).json()
    links = {link["role"]: f"{house.address}{link['path']}" for link in answer["links"]}
    return opened(hers, links["white"]), opened(his, links["black"])


def given_up(page: Page) -> None:
    types(page, says("resign"))
    agrees(page)
    expect(page.get_by_role("button", name=TEXT["do:rematch"], exact=True)).to_be_visible()


def test_both_pages_go_to_the_game_that_was_agreed_on(players: tuple[Page, Page]) -> None:
    white, black = players
    before = [page.url for page in players]
    white.locator("select[name=theme]").evaluate(
        "(field) => { field.value = 'contrast';"
        " field.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    given_up(white)
    white.get_by_role("button", name=TEXT["do:rematch"], exact=True).click()
    expect(black.locator("#turn")).to_contain_text(text("rematch-offered", side=TEXT["side:white"]))
    expect(black.locator("#said")).to_contain_text(english("RematchProposed", "white"))
    black.get_by_role("button", name=TEXT["do:accept-rematch"], exact=True).click()

    for page, url, side in zip(players, before, ("black", "white"), strict=True):
        expect(page.locator("body")).to_have_attribute("data-role", side)
        expect(page).to_have_url(SEATED)
        assert page.url != url
        assert complaints(page) == []
    expect(white.locator("body")).to_have_attribute("data-board", "contrast")
    # It begins when both are there, which a page alone can't know.
    expect(black.locator("#said")).to_contain_text(english("GameStarted", "white"))
    types(black, "e4")
    expect(white.locator("#moves .move")).to_have_count(1)


@pytest.mark.model
def test_a_game_by_voice_is_followed_by_a_game_by_voice(
    playwright: Playwright, browser: Browser, headless: str, house: House
) -> None:
    if not (MODELS / "fide-en").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-en'}")
    with speaker(playwright, headless) as anna:
        white, black = begun(anna.context, person(browser), house)
        white.get_by_role("button", name=TEXT["microphone-open"]).click()
        expect(white.locator("#microphone-state")).to_have_text(TEXT["microphone:listening"])
        given_up(white)
        types(white, says("rematch"))
        types(black, says("rematch"))
        expect(white.locator("body")).to_have_attribute("data-role", "black")

        expect(white.locator("#microphone-state")).to_have_text(TEXT["microphone:listening"])
        expect(white).to_have_url(SEATED)


def agreed_and_back_at_the_old_game(white: Page, black: Page) -> None:
    """White proposes a rematch while Black is away; Black comes, agrees, and opens the old game."""
    address = black.url
    black.goto("about:blank")
    white.get_by_role("button", name=TEXT["do:rematch"], exact=True).click()
    expect(white.locator("#turn")).to_contain_text(text("rematch-offered", side=TEXT["side:white"]))
    black.goto(address)
    types(black, says("rematch"))
    expect(white.locator("body")).to_have_attribute("data-role", "black")
    expect(black.locator("body")).to_have_attribute("data-role", "white")
    black.goto(address)


def test_whoever_comes_later_finds_the_way(players: tuple[Page, Page]) -> None:
    white, black = players
    given_up(white)
    expect(black.get_by_role("button", name=TEXT["do:rematch"], exact=True)).to_be_visible()
    agreed_and_back_at_the_old_game(white, black)
    black.get_by_role("link", name=TEXT["rematch-go"]).press("Enter")

    expect(black.locator("body")).to_have_attribute("data-role", "white")


def test_a_way_that_is_closed_just_now_is_told_as_an_answer_of_the_page(
    players: tuple[Page, Page],
) -> None:
    white, black = players
    given_up(white)
    agreed_and_back_at_the_old_game(white, black)
    black.route("**/rematch", lambda route: route.abort())
    black.get_by_role("link", name=TEXT["rematch-go"]).press("Enter")

    reply = black.locator("#reply")
    expect(reply).to_have_text(TEXT["problem:no-server"])
    expect(reply).to_have_attribute("data-kind", "answer")
