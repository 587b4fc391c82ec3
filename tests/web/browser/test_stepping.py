"""Earlier positions on one's own board: seen, told, never played on, left when play goes on."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.english import NUMBERS, TEXT, english, in_words
from tests.german import says
from tests.web.browser.boards import await_board
from tests.web.browser.house import ANNA, VIKTOR, House, opened, types
from voice_chess.laws.position import Position

pytestmark = pytest.mark.slow

START = Position.start()
AFTER_E4 = START.played("e2e4")
AFTER_E5 = AFTER_E4.played("e7e5")
AFTER_NF3 = AFTER_E5.played("g1f3")


@pytest.fixture
def pages(context: BrowserContext, house: House) -> tuple[Page, Page]:
    """White's and Black's after 1. e4 e5 2. Nf3."""
    links = house.arrange(white=VIKTOR, black=ANNA, language="en")
    white, black = opened(context, links["white"]), opened(context, links["black"])
    expect(white.locator("#clock-white .runs")).to_be_visible()
    types(white, "e4")
    await_board(AFTER_E4, white, black)
    types(black, "e5")
    await_board(AFTER_E5, white, black)
    types(white, "Nf3")
    await_board(AFTER_NF3, white, black)
    return white, black


def test_a_move_that_is_clicked_is_shown_on_this_board_alone(pages: tuple[Page, Page]) -> None:
    white, black = pages
    black.locator("#moves [data-ply='1']").click()
    await_board(AFTER_E4, black)

    expect(black.locator("#past")).to_contain_text("1.")
    expect(black.locator("#past")).to_contain_text("e4")
    expect(black.locator("#moves [data-ply='1']")).to_have_attribute("aria-current", "true")
    expect(black.locator(".movable")).to_have_count(0)
    await_board(AFTER_NF3, white)

    black.get_by_role("button", name=TEXT["to-now"]).click()
    await_board(AFTER_NF3, black)
    expect(black.locator("#past")).to_be_hidden()
    expect(black.locator("#board :focus")).to_have_count(1)
    expect(black.locator(".movable")).not_to_have_count(0)


def test_keys_lead_through_the_list_and_tell_the_moves(pages: tuple[Page, Page]) -> None:
    _, black = pages
    black.locator("#moves [tabindex='0']").focus()
    stood = []
    for key in ("ArrowLeft", "ArrowLeft", "Home", "ArrowRight", "End"):
        black.keyboard.press(key)
        stood.append(black.evaluate("document.activeElement.dataset.ply"))

    assert stood == ["2", "1", "1", "1", "3"]
    assert black.locator("#moves [tabindex='0']").count() == 1
    expect(black.locator("#status")).to_contain_text(TEXT["shown-start"])
    expect(black.locator("#status")).to_contain_text(in_words("e4"))
    expect(black.locator("#status")).to_contain_text(TEXT["shown-now"])
    await_board(AFTER_NF3, black)


def test_a_screen_reader_reads_each_move_once_and_may_use_the_keys(
    pages: tuple[Page, Page],
) -> None:
    """It passes letters and arrows on in a toolbar alone, and reads where the focus goes."""
    _, black = pages
    toolbar = black.get_by_role("toolbar", name=TEXT["moves"], exact=True)
    first = toolbar.get_by_role("list").locator("[data-ply='1']")
    first.evaluate("button => { button.isStill = true; }")
    black.locator("#moves [tabindex='0']").focus()
    for ply in ("2", "1"):
        black.keyboard.press("ArrowLeft")
        expect(black.locator(f"#moves [data-ply='{ply}']")).to_be_focused()

    expect(black.locator("#status")).to_contain_text("1.")
    expect(black.locator("#status")).not_to_contain_text(in_words("e4"))
    assert first.evaluate("button => button.isStill && button.ariaCurrent") == "true"


def test_buttons_lead_through_the_moves_and_tell_where_there_is_none(
    pages: tuple[Page, Page],
) -> None:
    _, black = pages
    first, back, on, end = (
        black.get_by_role("button", name=TEXT[f"step:{way}"], exact=True)
        for way in ("first", "previous", "next", "last")
    )
    expect(on).to_have_attribute("aria-disabled", "true")
    back.click()
    await_board(AFTER_E5, black)
    first.click()
    await_board(START, black)
    expect(black.locator("#status")).to_contain_text(TEXT["shown-start"])
    expect(back).to_have_attribute("aria-disabled", "true")
    on.click()
    await_board(AFTER_E4, black)
    end.click()
    await_board(AFTER_NF3, black)
    expect(black.locator("#past")).to_be_hidden()


def test_the_board_steps_by_keys_and_says_why_nothing_can_be_moved(
    pages: tuple[Page, Page],
) -> None:
    _, black = pages
    black.locator("[data-square=b8]").focus()
    black.keyboard.press("PageUp")
    await_board(AFTER_E5, black)
    black.keyboard.press("Enter")

    expect(black.locator("#status")).to_contain_text(TEXT["past-board"])
    black.keyboard.press("Escape")
    await_board(AFTER_NF3, black)


def test_a_new_move_leads_back_to_the_game(pages: tuple[Page, Page]) -> None:
    white, black = pages
    white.locator("#moves [data-ply='1']").click()
    await_board(AFTER_E4, white)
    types(black, "Nc6")

    await_board(AFTER_NF3.played("b8c6"), white)
    expect(white.locator("#past")).to_be_hidden()


GOES = {
    "move 1": AFTER_E4,
    "Move 1 black": AFTER_E5,
    says("go-to-move 1"): AFTER_E4,
    "ruch 2": AFTER_NF3,
}


def test_a_typed_line_leads_to_a_move_by_its_number_in_any_language(
    pages: tuple[Page, Page],
) -> None:
    white, black = pages
    for line, position in GOES.items():
        types(black, line)

        await_board(position, black)
        expect(black.locator("#line-text")).to_have_value("")
    await_board(AFTER_NF3, white)


def test_a_command_of_the_game_leads_there_and_back_and_tells_it_once(
    pages: tuple[Page, Page],
) -> None:
    """As it comes by voice: the server has understood it, the page shows it."""
    white, black = pages
    types(black, ",M 1")
    await_board(AFTER_E4, black)

    expect(black.locator("#past")).to_contain_text("1.")
    number, move = english("move-number", number=NUMBERS[1]), in_words("Pe2, e4")
    told = english("last-move", "white", move=move)
    expect(black.locator("#reply")).to_have_text(f"{number} {told}")
    expect(black.locator("#status")).not_to_contain_text("1.")
    await_board(AFTER_NF3, white)

    types(black, ",J")
    await_board(AFTER_NF3, black)
    expect(black.locator("#past")).to_be_hidden()


@pytest.mark.parametrize("line", ["move 2 black", "move 0", "move 40"])
def test_a_move_that_was_not_made_yet_is_told(pages: tuple[Page, Page], line: str) -> None:
    _, black = pages
    types(black, line)

    expect(black.locator("#reply")).to_have_text(TEXT["no-move-yet"])
    await_board(AFTER_NF3, black)
