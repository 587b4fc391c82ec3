"""A list of many games is read a page at a time, searched by name and narrowed by state."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.english import TEXT, text
from tests.web.browser.axe import faults
from tests.web.browser.house import VIKTOR, House, agrees, entered, person, seated, types

pytestmark = pytest.mark.slow

PAGE = 20
MANY = 23


@pytest.fixture(scope="module")
def full_house(house: House) -> House:
    """With more games than a page of the list holds."""
    for number in range(1, MANY + 1):
        house.arrange(white={"name": f"Žofia {number}"}, black={"name": "Umut"})
    return house


@pytest.fixture
def organiser(context: BrowserContext, full_house: House) -> Iterator[Page]:
    page = entered(context, f"{full_house.address}/enter#{full_house.token}")
    page.goto(f"{full_house.address}/organiser?lang=en")
    expect(cards(page)).to_have_count(PAGE)
    yield page
    page.close()


def cards(page: Page) -> Locator:
    return page.locator("#games > .card")


def narrowed(page: Page, name: str) -> None:
    page.get_by_role("searchbox", name=TEXT["narrow-name"]).press_sequentially(name)


def place(first: int, last: int, count: int) -> str:
    return text("games-place", first=first, last=last, count=count)


def button(page: Page, key: str) -> Locator:
    return page.get_by_role("button", name=TEXT[key], exact=True)


@pytest.mark.firefox
def test_the_next_page_is_turned_to_and_the_focus_tells_where_one_is(organiser: Page) -> None:
    narrowed(organiser, "zofia")
    expect(cards(organiser).first).to_contain_text(f"Žofia {MANY} – Umut")
    expect(button(organiser, "games-back")).to_be_hidden()
    button(organiser, "games-on").press("Enter")

    expect(organiser.locator("#games-place")).to_be_focused()
    expect(organiser.locator("#games-place")).to_have_text(place(PAGE + 1, MANY, MANY))
    expect(cards(organiser)).to_have_count(MANY - PAGE)
    expect(button(organiser, "games-on")).to_be_hidden()
    assert faults(organiser, "Organiser: second page of games") == []

    button(organiser, "games-back").press("Enter")

    expect(organiser.locator("#games-place")).to_have_text(place(1, PAGE, MANY))


def test_names_are_found_by_their_parts_without_the_marks_on_letters(organiser: Page) -> None:
    told = organiser.locator("[aria-live=polite]")
    narrowed(organiser, "umut zofia 7")

    expect(cards(organiser)).to_have_count(2)
    expect(cards(organiser).first).to_contain_text("Žofia 17")
    expect(organiser.locator("#games-place")).to_be_hidden()
    expect(told.filter(has_text=text("watch-count", count=2))).to_have_count(1)


def test_where_no_name_matches_that_is_told_and_shown(organiser: Page) -> None:
    narrowed(organiser, "nobody")

    expect(cards(organiser)).to_have_count(0)
    expect(organiser.locator("#narrow-none")).to_have_text(TEXT["narrow-none"])
    expect(organiser.locator("#games-none")).to_be_hidden()


def test_games_that_are_over_are_had_by_themselves(
    organiser: Page, full_house: House, context: BrowserContext
) -> None:
    browser = context.browser
    assert browser is not None
    other = person(browser)
    page = seated(other, full_house, white={**VIKTOR, "name": "Resigner"})["white"]
    types(page, "resign")
    agrees(page)
    expect(page.locator("#wanted [data-ask=yes]")).to_be_hidden()
    button(organiser, "refresh").press("Enter")
    organiser.get_by_label(TEXT["narrow-state"]).select_option("over")

    expect(cards(organiser)).to_have_count(1)
    expect(cards(organiser)).to_contain_text("Resigner")

    organiser.get_by_label(TEXT["narrow-state"]).select_option("playing")

    expect(organiser.locator("#games-place")).to_have_text(place(1, PAGE, MANY))
    other.close()


def test_few_games_are_not_searched(context: BrowserContext, house: House) -> None:
    page = context.new_page()
    page.goto(f"{house.address}/watch?lang=en")

    expect(page.locator("#games-none")).to_be_visible()
    expect(page.locator("#narrow")).to_be_hidden()
