"""A position is taken along as FEN or in words: of one's own game, and of one that is over."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.english import TEXT, english, in_words, says
from tests.web.browser.boards import await_board
from tests.web.browser.house import ANNA, VIKTOR, House, opened, person, types
from voice_chess.laws.position import Position

pytestmark = pytest.mark.slow

AFTER_E4 = Position.start().played("e2e4")
WAYS = ("button", "line", "key")
IN_WORDS = f"{TEXT['piece:K']} e1; {TEXT['piece:Q']} d1; {TEXT['pieces:R']} a1, h1;"


@pytest.fixture
def page(context: BrowserContext, house: House) -> Page:
    """White's after 1. e4."""
    links = house.arrange(white=VIKTOR, black=ANNA, language="en")
    white, _ = opened(context, links["white"]), opened(context, links["black"])
    expect(white.locator("#clock-white .runs")).to_be_visible()
    types(white, "e4")
    await_board(AFTER_E4, white)
    return white


def pasted(page: Page) -> str:
    """What the clipboard holds, by pasting it into the line."""
    line = page.locator("#line-text")
    line.fill("")
    line.press("Control+v")
    held = line.input_value()
    line.fill("")
    return held


def emptied(page: Page) -> None:
    """Something else is in the clipboard."""
    line = page.locator("#line-text")
    line.fill("nothing")
    line.press("Control+a")
    line.press("Control+c")
    assert pasted(page) == "nothing"


def copies(page: Page, what: str, way: str) -> None:
    """By its button, its word in the line, or its key on the board."""
    if way == "button":
        button = page.locator(f"[data-copy={what}]")
        page.locator("details", has=button).last.evaluate("part => part.open = true")
        page.get_by_role("button", name=TEXT[f"copy-{what}"]).click()
    elif way == "line":
        types(page, {"fen": "fen", "words": "copy"}[what])
    else:
        key = {"fen": "Control+c", "words": "Alt+c"}[what]
        page.locator("[data-square=e4]").press(key)


@pytest.mark.parametrize("way", WAYS)
def test_the_position_of_ones_own_game_is_copied(page: Page, way: str) -> None:
    emptied(page)
    copies(page, "fen", way)

    expect(page.locator("#reply")).to_have_text(TEXT["copied:fen"])
    assert pasted(page) == AFTER_E4.fen

    copies(page, "words", way)

    expect(page.locator("#reply")).to_have_text(TEXT["copied:words"])
    assert IN_WORDS in pasted(page)


@pytest.mark.firefox
@pytest.mark.parametrize("way", WAYS)
def test_what_was_copied_is_told(page: Page, way: str) -> None:
    """Firefox, driven like this, lets nothing be pasted."""
    for what in ("fen", "words"):
        copies(page, what, way)

        expect(page.locator("#reply")).to_have_text(TEXT[f"copied:{what}"])


def test_words_that_are_marked_are_copied_as_everywhere(page: Page) -> None:
    page.locator("#turn").evaluate("element => getSelection().selectAllChildren(element)")
    page.keyboard.press("Control+c")

    assert pasted(page) == page.locator("#turn").inner_text()


def test_whoever_watches_a_game_in_play_has_no_way_to_copy_it(
    browser: Browser, house: House
) -> None:
    links = house.arrange(white=VIKTOR, black=ANNA, language="en")
    page = opened(person(browser), links["spectator"])

    expect(page.locator("[data-copy]")).to_have_count(0)
    expect(page.locator(".keys")).not_to_contain_text(TEXT["key:copy"])


def test_in_a_review_it_is_the_position_where_one_stands(page: Page) -> None:
    types(page, says("resign"))
    types(page, says("yes"))
    page.locator("#review a").click()
    page.locator("#moves .step").first.click()
    expect(page.locator("#shown")).to_contain_text("e4")
    page.locator("#line-text").fill("fen")
    page.locator("#line-text").press("Enter")

    assert pasted(page) == AFTER_E4.fen
    page.locator("[data-step=first]").click()
    page.get_by_role("button", name=TEXT["copy-fen"]).click()
    assert pasted(page) == Position.start().fen
    page.get_by_role("button", name=TEXT["copy-words"]).click()
    held = pasted(page)  # as much as the line holds
    assert held.startswith(english("side-list", "white", list=in_words("K")).rstrip("."))
    assert page.locator("#in-words").inner_text().startswith(held)
