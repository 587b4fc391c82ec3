"""A whole game by keyboard only, in two browsers; then its times and its records."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.english import TEXT, says, text
from tests.web.browser.house import House, complaints, opened, person
from tests.wording import Wording

pytestmark = [pytest.mark.slow, pytest.mark.firefox]

GERMAN, POLISH = Wording("de"), Wording("pl")


def test_two_players_come_to_mate_without_a_mouse(browser: Browser, house: House) -> None:
    links = house.arrange(
        white={"name": "Viktor", "interface": "de"},
        black={"name": "Anna", "interface": "pl", "language": "pl"},
    )
    white = opened(person(browser), links["white"])
    black = opened(person(browser), links["black"])

    for page, wording in ((white, GERMAN), (black, POLISH)):
        mover = f"Viktor ({wording.text('side:white')})"
        expect(page.locator("#turn")).to_contain_text(wording.text("to-move", side=mover))
    _types(white, "f3")
    _await_moves(1, white, black)
    _types(black, "e5")
    _await_moves(2, white, black)
    _walks(white, "g2", "ArrowUp", "ArrowUp")
    _await_moves(3, white, black)
    _types(black, POLISH.by_ear("Qh4"))
    black.bring_to_front()
    black.get_by_role("button", name=POLISH.text("do:yes"), exact=True).press("Enter")

    for page, wording in ((white, GERMAN), (black, POLISH)):
        expect(page.locator("#turn")).to_contain_text(wording.language.phrase("result:black-wins"))
        expect(page.locator("#times-table tbody tr")).to_have_count(4)
        expect(page.locator(".chart")).to_have_role("img")
        assert complaints(page) == []


def to_move(browser: Browser, house: House) -> Page:
    """The page of White, who is to move and reads English; Black's is open too."""
    links = house.arrange(white={"interface": "en", "language": "en"})
    context = person(browser)
    white = opened(context, links["white"])
    opened(context, links["black"])
    white.bring_to_front()
    expect(white.locator("#turn")).to_contain_text(text("to-move", side=TEXT["side:white"]))
    return white


def test_the_line_is_the_first_control_and_keeps_what_was_refused(
    browser: Browser, house: House
) -> None:
    white = to_move(browser, house)
    white.evaluate("document.activeElement.blur()")
    white.keyboard.press("Tab")

    assert white.evaluate("document.activeElement.id") == "line-text"

    white.keyboard.type("e5")
    white.keyboard.press("Enter")

    expect(white.locator("#reply")).to_be_visible()
    expect(white.locator("#alert")).not_to_be_empty()
    expect(white.locator("#line-text")).to_have_value("e5")
    assert white.evaluate("document.activeElement.id") == "line-text"


def test_who_types_on_before_the_answer_has_come_keeps_what_he_types(
    browser: Browser, house: House
) -> None:
    white = to_move(browser, house)
    before = white.locator("#said li").count()

    white.evaluate(
        """() => {
          const field = document.getElementById("line-text");
          field.value = "clock";
          field.form.requestSubmit();
          field.value = "e4";
        }"""
    )
    white.get_by_role("button", name=TEXT["do:whose-turn"]).first.click()

    expect(white.locator("#said li")).to_have_count(before + 2)
    expect(white.locator("#line-text")).to_have_value("e4")


def test_resigning_is_asked_about_before_it_is_done(browser: Browser, house: House) -> None:
    links = house.arrange(white={"interface": "en", "language": "en"})
    context = person(browser)
    white, _ = opened(context, links["white"]), opened(context, links["black"])
    white.bring_to_front()
    expect(white.locator("#turn")).to_contain_text(text("to-move", side=TEXT["side:white"]))
    white.locator("#line-text").fill(says("resign"))
    white.keyboard.press("Enter")
    no = white.get_by_role("button", name=TEXT["do:no"], exact=True)
    expect(no).to_be_visible()
    no.press("Enter")

    expect(no).to_be_hidden()
    expect(white.locator("#turn")).to_contain_text(text("to-move", side=TEXT["side:white"]))


def test_who_has_answered_stands_where_they_stood_when_they_were_asked(
    browser: Browser, house: House
) -> None:
    white = to_move(browser, house)
    resign = white.locator("#acts").get_by_role("button", name=TEXT["do:resign"], exact=True)
    resign.press("Enter")
    no = white.get_by_role("button", name=TEXT["do:no"], exact=True)
    no.press("Enter")
    expect(no).to_be_hidden()

    expect(resign).to_be_focused()

    resign.press("Enter")
    white.get_by_role("button", name=TEXT["do:yes"], exact=True).press("Enter")
    expect(resign).to_be_hidden()

    expect(white.locator("#line-text")).to_be_focused()


def _types(page: Page, words: str) -> None:
    """Play by the line, which empties itself when that is accepted."""
    page.locator("#line-text").focus()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(page.locator("#line-text")).to_have_value("")


def _await_moves(count: int, *pages: Page) -> None:
    """Both pages must know a move before the next one is made."""
    for page in pages:
        expect(page.locator("#moves .move")).to_have_count(count)


def _walks(page: Page, start: str, *keys: str) -> None:
    """Choose a piece on the board, walk, and set it down."""
    page.bring_to_front()
    page.locator(f"[data-square={start}]").focus()
    page.keyboard.press("Enter")
    for key in (*keys, "Enter"):
        page.keyboard.press(key)
