"""Provides browsers, one server per module, and people with their own browser contexts."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: no browser is tested")

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.web.browser.axe import DESK
from tests.web.browser.firefox import FIREFOX, PREFERENCES, as_driven
from tests.web.browser.house import (
    CHROMIUM,
    FLAGS,
    HEADLESS,
    TOGETHER,
    UNSEEN,
    House,
    Seats,
    housed,
    person,
    seated,
)

MODELS = Path(__file__).parents[3] / "models"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run all tests in Chromium, and those with the mark `firefox` also in Firefox."""
    if "browser" not in metafunc.fixturenames:
        return
    browsers = [pytest.param("headless", id=pytest.HIDDEN_PARAM)]
    if metafunc.definition.get_closest_marker("firefox"):
        browsers.append(pytest.param("firefox", id="firefox"))
    metafunc.parametrize("browser", browsers, indirect=True, scope="package")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium, with its windows and its accessibility interface."""
    return installed(*CHROMIUM)


@pytest.fixture(scope="session")
def headless() -> str:
    """The path of Chromium's engine, for tests that need no window."""
    return installed(*HEADLESS)


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Firefox that Playwright can drive."""
    return as_driven(installed(*FIREFOX), tmp_path_factory.mktemp("firefox"))


def installed(*names: str) -> str:
    """Return the path of the first of these programs that is installed, or skip the test."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip(f"not shown in this browser: none of {', '.join(names)} is installed")
    return found


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    where = request.getfixturevalue(request.param)
    if request.param == "firefox":
        browser = playwright.firefox.launch(
            executable_path=where, channel="moz-firefox", firefox_user_prefs=PREFERENCES
        )
    else:
        browser = playwright.chromium.launch(
            executable_path=where, args=[*FLAGS, *UNSEEN, TOGETHER]
        )
    yield browser
    browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A person's browser, 1280 by 720 pixels."""
    context = person(browser)
    yield context
    context.close()


@pytest.fixture
def own_desk(browser: Browser) -> Iterator[BrowserContext]:
    """A person's browser on a desk's screen."""
    context = person(browser, viewport=DESK)
    yield context
    context.close()


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[BrowserContext]:
    """A person's browser on a desk's screen, for all tests of a module."""
    context = person(browser, viewport=DESK)
    yield context
    context.close()


@pytest.fixture(autouse=True)
def _nobody_stays(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the pages that a test has opened: every open page keeps a core busy."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    open_before = {context: context.pages for context in browser.contexts}
    yield
    for context in browser.contexts:
        if context not in open_before:
            context.close()
            continue
        for page in context.pages:
            if page not in open_before[context]:
                page.close()


@pytest.fixture(scope="module")
def house(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with housed(playwright, tmp_path_factory.mktemp("house"), MODELS) as house:
        yield house


@pytest.fixture(scope="module")
def begun(browser: Browser, house: House) -> Iterator[Seats]:
    """A game in play with both players, for tests that only look at one of its pages."""
    context = person(browser)
    yield seated(context, house)
    context.close()


@pytest.fixture
def organiser(own_desk: BrowserContext, house: House) -> Page:
    """The page of whoever organises the games and events of the house.

    They have entered once, with the house: more than twenty entries from one address have to wait.
    """
    own_desk.set_storage_state(house.api.storage_state())
    page = own_desk.new_page()
    page.goto(f"{house.address}/organiser")
    return page
