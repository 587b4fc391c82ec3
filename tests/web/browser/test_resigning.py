"""Giving a game up in a browser: asked about once, then both are told, whichever way it is said."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.english import TEXT, opening
from tests.german import GERMAN, PAGE, german, in_words, says
from tests.web.browser.boards import await_board, click_move
from tests.web.browser.house import House, complaints, opened, person, types
from voice_chess.laws.position import Position
from voice_chess.records import pgn

WON = GERMAN.phrase("result:black-wins")
pytestmark = [pytest.mark.slow, pytest.mark.firefox]


def type_it(page: Page) -> None:
    page.locator("#line-text").fill(says("resign"))
    page.keyboard.press("Enter")


def press_the_button(page: Page) -> None:
    page.get_by_role("button", name=PAGE["do:resign"], exact=True).click()


@pytest.mark.parametrize("resign", [type_it, press_the_button])
def test_who_resigns_is_asked_and_then_both_are_told(
    browser: Browser, house: House, resign: Callable[[Page], None]
) -> None:
    links = house.arrange(white={"name": "Ida"}, black={"name": "Uwe", "interface": "en"})
    white, black = (opened(person(browser), links[role]) for role in ("white", "black"))
    click_move(white, "e2e4")
    await_board(Position.start().played("e2e4"), white, black)
    expect(black.locator("#clock-black .runs")).to_be_visible()
    resign(white)
    yes = white.get_by_role("button", name=PAGE["do:yes"], exact=True)
    expect(yes).to_be_visible()
    expect(white.locator("#reply")).to_have_attribute("data-kind", "question")

    expect(black.locator("#turn")).to_contain_text(opening("to-move", side=""))

    yes.click()
    for page in (white, black):
        expect(page.locator("#turn")).to_contain_text(WON)
        expect(page.locator("#said")).to_contain_text(german("Resigned", "white"))
        expect(page.locator("#status")).to_contain_text(WON)
        expect(page.locator(".runs").filter(visible=True)).to_have_count(0)
        expect(page.locator("#board .movable")).to_have_count(0)
        assert complaints(page) == []
    expect(yes).to_be_hidden()
    with black.expect_download() as download:
        black.get_by_role("link", name=TEXT["record-pgn"]).click()

    assert pgn.read(download.value.path().read_text("utf-8")).result == "0-1"


def test_a_question_stays_with_its_buttons_and_what_was_said_outlives_a_reload(
    browser: Browser, house: House
) -> None:
    links = house.arrange(white={"name": "Ida"}, black={"name": "Uwe"})
    white, _ = (opened(person(browser), links[role]) for role in ("white", "black"))
    click_move(white, "e2e4")
    type_it(white)
    asked, beside = white.locator("#reply"), white.locator("#beside")
    expect(asked).to_have_text(german("confirm:resign"))
    white.locator("#line-text").fill(says("whose-turn"))
    white.keyboard.press("Enter")
    expect(beside).to_have_text(german("whose-turn", "black"))
    white.locator("#line-text").fill(says("where-is-own piece:Q"))
    white.keyboard.press("Enter")
    expect(beside).to_contain_text(in_words("d1"))

    expect(asked).to_have_text(german("confirm:resign"))
    no = white.get_by_role("button", name=PAGE["do:no"], exact=True)
    expect(no).to_be_visible()

    told = white.locator("#said li").filter(has_text=german("whose-turn", "black"))
    expect(told).to_have_count(1)
    white.reload()
    expect(asked).to_have_text(german("confirm:resign"))
    expect(no).to_be_visible()
    expect(told).to_have_count(1)

    no.click()
    expect(no).to_be_hidden()
    expect(asked).to_have_text(german("Cancelled:resign"))
    expect(beside).to_be_hidden()
    assert complaints(white) == []


def test_a_question_that_was_answered_on_another_page_leaves_this_one(
    browser: Browser, house: House
) -> None:
    """So does one that was answered by voice."""
    links = house.arrange()
    context = person(browser)
    one, other, _ = (opened(context, links[role]) for role in ("white", "white", "black"))
    type_it(one)
    yes = other.get_by_role("button", name=PAGE["do:yes"], exact=True)
    expect(one.locator("#reply")).to_have_text(german("confirm:resign"))
    yes.click()
    expect(one.locator("#turn")).to_contain_text(WON)

    expect(one.locator("#reply")).to_be_hidden()


def test_the_buttons_answer_the_question_that_is_open(browser: Browser, house: House) -> None:
    """After a move it is asked again; an offer cancels it, and does not outlive the game."""
    links = house.arrange(black={"interface": "de"})
    white, black = (opened(person(browser), links[role]) for role in ("white", "black"))
    expect(white.locator("#clock-white .runs")).to_be_visible()
    type_it(black)
    yes, accept = (
        black.get_by_role("button", name=PAGE[name], exact=True) for name in ("do:yes", "do:accept")
    )
    expect(yes).to_be_visible()
    click_move(white, "e2e4")
    await_board(Position.start().played("e2e4"), white, black)

    expect(yes).to_be_visible()
    expect(black.locator("#reply")).to_have_text(german("confirm:resign"))

    types(white, says("offer-draw"))
    expect(accept).to_be_visible()
    expect(black.locator("#reply")).to_have_text(german("Cancelled:resign"))
    expect(yes).to_be_hidden()

    type_it(black)
    yes.click()
    expect(black.locator("#turn")).to_contain_text(GERMAN.phrase("result:white-wins"))
    expect(accept).to_be_hidden()
