"""The computer is played on a server that has no engine: Stockfish thinks in the browser itself."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Route, expect

from tests.english import REVIEW, TEXT
from tests.web.browser.axe import faults
from tests.web.browser.conftest import MODELS
from tests.web.browser.house import House, complaints, housed, opened, types
from tests.web.browser.test_review import finished, reviewed
from voice_chess.adapters.engines.browser_engine import browser_engine
from voice_chess.compose.server import ServerRules

pytestmark = pytest.mark.slow

PACKAGE = "BROWSER_ENGINE"
"""The environment variable that names the folder of the unpacked npm package."""


@pytest.fixture(scope="module")
def bare(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on a machine without Stockfish, which gives browsers theirs."""
    if PACKAGE not in os.environ:
        pytest.skip(f"not shown here: {PACKAGE} names no folder of the npm package stockfish")
    package = browser_engine(Path(os.environ[PACKAGE]))
    rules = ServerRules(engine="no-such-engine", browser_engine=package)
    with housed(playwright, tmp_path_factory.mktemp("bare"), MODELS, rules) as house:
        yield house


def begun(context: BrowserContext, house: House, **chosen: str) -> Page:
    """From the front door to the seat."""
    page = opened(context, f"{house.address}/computer?lang=en")
    for field, value in chosen.items():
        page.locator(f"[name={field}][value={value}]").check()
    button = page.get_by_role("button", name=TEXT["begin"])
    expect(button).to_be_enabled()
    button.press("Enter")
    page.wait_for_url("**/seats/*")
    return page


def moved(page: Page) -> None:
    """By the first piece that can, to the first square that it reaches."""
    page.locator("[data-square].movable").first.press("Enter")
    page.locator(".target").first.press("Enter")


@pytest.mark.firefox
def test_the_computer_is_played_where_no_engine_is_installed(
    context: BrowserContext, bare: House
) -> None:
    page = begun(context, bare, colour="white")
    made = page.locator("#moves .move")

    expect(page.locator("#game-title")).to_contain_text(f"{TEXT['level:easy']}, in the browser")
    for number in range(3):
        expect(made).to_have_count(2 * number)
        moved(page)
    expect(made).to_have_count(6)
    page.reload()
    expect(made).to_have_count(6)
    moved(page)

    expect(made).to_have_count(8)
    assert complaints(page) == []


@pytest.mark.firefox
def test_a_review_is_judged_in_the_browser_and_stays_so(
    context: BrowserContext, bare: House
) -> None:
    """Also after the page was loaded again half-way, and by the words of the line."""
    page = reviewed(finished(context, bare)["white"])
    page.locator("#evaluate").press("Enter")
    expect(page.locator("#mistakes li")).not_to_have_count(0)
    expect(page.locator("#progress-bar")).to_be_hidden()
    expect(page.locator("#by-engine")).to_contain_text("Stockfish")
    page.reload()
    expect(page.get_by_role("button", name=REVIEW["where-wrong"])).to_be_visible()
    page.locator("#mistakes button").last.press("Enter")

    expect(page.locator("#shown")).to_contain_text("g4")
    expect(page.locator("#judged")).to_contain_text(REVIEW["blunder"])
    types(page, "why")
    expect(page.locator("#reply")).not_to_be_empty()
    assert complaints(page) == []
    assert faults(page, "Review: judged in the browser") == []


def test_a_review_whose_engine_does_not_load_says_so_and_can_begin_again(
    context: BrowserContext, bare: House
) -> None:
    page = reviewed(finished(context, bare)["white"])
    context.route("**/browser-engine/stockfish.js", lambda route: route.abort())
    page.locator("#evaluate").press("Enter")
    expect(page.locator("#progress")).to_have_text(REVIEW["failed"])
    context.unroute("**/browser-engine/stockfish.js")
    page.locator("#evaluate").press("Enter")

    expect(page.locator("#mistakes li")).not_to_have_count(0)


def test_it_begins_with_white_and_plays_on_after_a_move_taken_back(
    context: BrowserContext, bare: House
) -> None:
    page = begun(context, bare, colour="black")
    made = page.locator("#moves .move")
    expect(made).to_have_count(1)
    moved(page)
    expect(made).to_have_count(3)
    page.locator("#line-text").fill("takeback")
    page.locator("#line-text").press("Enter")
    expect(made).to_have_count(1)
    moved(page)

    expect(made).to_have_count(3)


def test_an_engine_that_does_not_load_is_told_and_started_again(
    context: BrowserContext, bare: House
) -> None:
    tried: list[str] = []

    def missing_once(route: Route) -> None:
        tried.append("asked")
        if len(tried) == 1:
            route.abort()
        else:
            route.continue_()

    context.route("**/browser-engine/stockfish.js", missing_once)
    page = context.new_page()
    page.goto(f"{bare.address}/computer?lang=en")
    page.locator("[name=colour][value=black]").check()
    page.get_by_role("button", name=TEXT["begin"]).press("Enter")
    page.wait_for_url("**/seats/*")

    expect(page.locator("#alert")).to_contain_text(TEXT["browser-engine-failed"])
    expect(page.locator("#moves .move")).to_have_count(1)
    assert len(tried) > 1
