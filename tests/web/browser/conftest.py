"""Chromium, one server for each module, and people with browsers of their own."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="playwright is not installed: no browser is tested")

from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from tests.web.browser.house import CHROMIUM, FLAGS, House, housed, person

MODELS = Path(__file__).parents[3] / "models"
PATIENCE_S = 1_800


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    """Browsers are slower than sockets, above all where other work is running."""

    def give_up(*_: object) -> None:
        message = "the browser did not come to an end"
        raise TimeoutError(message)

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium lies."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.skip(f"no browser is tested: none of {', '.join(CHROMIUM)} is installed")
    return found


@pytest.fixture(scope="package")
def playwright(chromium: str) -> Iterator[Playwright]:  # noqa: ARG001 - nothing to do without
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS])
    yield browser
    browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One person's browser, 1280 by 720."""
    context = person(browser)
    yield context
    context.close()


@pytest.fixture(autouse=True)
def _nobody_stays(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whoever came for one test leaves with it: every page that stays open keeps a core busy."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    here_before = browser.contexts
    yield
    for context in browser.contexts:
        if context not in here_before:
            context.close()


@pytest.fixture(scope="module")
def house(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with housed(playwright, tmp_path_factory.mktemp("house"), MODELS) as house:
        yield house
