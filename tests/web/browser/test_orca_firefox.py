"""A game in Firefox, as the real screen reader Orca tells it: what is announced is heard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.english import ENGLISH, in_words
from tests.web.browser.firefox import PREFERENCES
from tests.web.browser.house import ANNA, PATIENCE_MS, VIKTOR, House, opened, person, types
from tests.web.browser.orca_session import Orca, missing, orca_listening
from voice_chess.laws.position import Position
from voice_chess.speech.generation.wording import refused_words

ABSENT = missing()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.orca,
    pytest.mark.skipif(bool(ABSENT), reason=f"Orca is not heard: no {', '.join(ABSENT)}"),
]


@pytest.fixture
def orca(tmp_path: Path) -> Iterator[Orca]:
    with orca_listening(tmp_path / "desktop") as orca:
        yield orca


@pytest.fixture
def links(house: House) -> dict[str, str]:
    return house.arrange(white=VIKTOR, black=ANNA, language="en")


@pytest.fixture
def white(
    playwright: Playwright, firefox: Path, links: dict[str, str], orca: Orca
) -> Iterator[Page]:
    """White's page before the screen reader; it waits for Black."""
    window = playwright.firefox.launch(
        executable_path=str(firefox),
        channel="moz-firefox",
        firefox_user_prefs=PREFERENCES,
        headless=False,
        env=dict(orca.environment),
    )
    context = window.new_context(no_viewport=True)
    context.set_default_timeout(PATIENCE_MS)
    yield opened(context, links["white"])
    window.close()


def test_moves_and_refusals_are_heard_in_firefox(
    orca: Orca, white: Page, browser: Browser, links: dict[str, str]
) -> None:
    black = opened(person(browser), links["black"])
    expect(white.locator("#clock-white .runs")).to_be_visible()
    orca.press("Control_L")  # it may still be reading the whole page
    orca.rest()

    types(white, "Ra3")
    rook = refused_words("a1a3", Position.start(), ENGLISH)
    orca.hear(ENGLISH.phrase("NotALegalMove", move=rook, reason="").strip())

    types(white, "e4")
    expect(black.locator("#moves .move")).to_have_count(1)
    types(black, "e5")
    orca.hear(in_words("e5"))
