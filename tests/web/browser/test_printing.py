"""A page on paper: what there is to read, in black on white, with nothing to press or cut off."""

import io
from collections.abc import Callable

import pypdf
import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.english import TEXT
from tests.review.games import SCHOLARS_MATE
from tests.web.browser.axe import ALL_SORTS, cut_off
from tests.web.browser.events import begin, enter_list, follow, pair
from tests.web.browser.house import House, entered, seated

pytestmark = pytest.mark.slow

A4: ViewportSize = {"width": 680, "height": 1009}
"""An upright sheet of paper without its margins, in pixels."""

WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"

TO_PRESS = ", ".join(
    f"{kind}:visible" for kind in ("button:not(.square, .step)", "input", "select", "textarea")
)
"""What only a screen can do; the board's squares and the moves of a list are buttons, too."""


def review(desk: BrowserContext, house: House) -> Page:
    return review_of(SCHOLARS_MATE, desk, house)


def review_of(pgn: str, desk: BrowserContext, house: House) -> Page:
    page = desk.new_page()
    page.goto(f"{house.address}/import?lang=en")
    page.locator("#pgn").fill(pgn)
    page.get_by_role("button", name=TEXT["review-game"]).click()
    page.wait_for_url("**/reviews/*")
    expect(page.locator("#moves .move").first).to_be_visible()
    return page


def crosstable(desk: BrowserContext, house: House) -> Page:
    organiser = entered(desk, f"{house.address}/enter#{house.token}")
    begin(organiser, house)
    event = follow(organiser).rpartition("/")[2].partition("?")[0]
    enter_list(organiser)
    pair(organiser)
    expect(organiser.locator("#boards li")).to_have_count(2)
    page = desk.new_page()
    page.goto(f"{house.address}/events/{event}?lang=en")
    expect(page.locator("#standings table")).to_be_visible()
    return page


def seat(desk: BrowserContext, house: House) -> Page:
    return seated(desk, house)["white"]


def documentation(desk: BrowserContext, house: House) -> Page:
    page = desk.new_page()
    page.goto(f"{house.address}/docs/{ALL_SORTS}")
    return page


@pytest.mark.parametrize(
    ("opened", "read"),
    [
        (review, "#moves"),
        (crosstable, "#standings table"),
        (seat, "#board"),
        (documentation, "h1"),
    ],
)
def test_a_printed_page_has_what_is_read_and_nothing_to_press(
    desk: BrowserContext,
    house: House,
    opened: Callable[[BrowserContext, House], Page],
    read: str,
) -> None:
    page = opened(desk, house)
    page.set_viewport_size(A4)
    page.emulate_media(media="print", color_scheme="dark")

    expect(page.locator(read)).to_be_visible()
    expect(page.locator(TO_PRESS)).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == WHITE
    assert page.evaluate("getComputedStyle(document.body).color") == BLACK
    assert cut_off(page) == []
    page.close()


def test_the_title_of_the_standings_is_on_their_sheet_of_paper(
    desk: BrowserContext, house: House
) -> None:
    """Standings are printed crosswise, so they begin a sheet."""
    page = crosstable(desk, house)
    found = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    texts = [sheet.extract_text() for sheet in found.pages]

    (with_title,) = (text for text in texts if TEXT["event-standings"] in text)
    assert "Anna" in with_title
    assert TEXT["event-boards"] not in with_title
    assert [TEXT["event-files"] in text for text in texts] == [False] * len(texts)
    page.close()


def test_all_moves_of_a_long_game_are_printed(desk: BrowserContext, house: House) -> None:
    """On a screen they are scrolled."""
    page = review_of("Nf3 Nf6 Ng1 Ng8 " * 60, desk, house)
    found = pypdf.PdfReader(io.BytesIO(page.pdf()))
    texts = [sheet.extract_text() for sheet in found.pages]

    assert sum(text.count("Ng8") for text in texts) == 60
    assert [text for text in texts if not text.strip()] == []
    page.close()
