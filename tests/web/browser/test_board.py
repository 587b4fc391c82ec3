"""The board as a grid: what a screen reader counts, where keys lead, what hands can do."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.english import MINUTES, TEXT, english, in_words, opening, says, text
from tests.web.browser.house import House, agrees, opened, person, seated, types

pytestmark = [pytest.mark.slow, pytest.mark.firefox]


ANNA = text("side-named", name="Anna", side=TEXT["side:black"])


@pytest.fixture(scope="module")
def pages(browser: Browser, house: House) -> tuple[Page, Page]:
    links = house.arrange(
        white={"name": "Viktor", "interface": "en", "language": "en"},
        black={"name": "Anna", "interface": "en", "language": "en"},
    )
    context = person(browser)
    white, black = opened(context, links["white"]), opened(context, links["black"])
    for page in (white, black):
        expect(page.locator("#turn")).to_contain_text(opening("to-move", side=""))
    white.bring_to_front()
    return white, black


def test_rank_1_is_the_first_row_for_both_sides(pages: tuple[Page, Page]) -> None:
    for page in pages:
        rows = page.locator("#board [role=row]")

        assert rows.count() == 8
        expect(rows.nth(1).locator("[role=gridcell]").nth(4)).to_have_attribute(
            "aria-label", "e2, white pawn"
        )


def test_black_has_rank_8_at_the_bottom_by_style_alone(pages: tuple[Page, Page]) -> None:
    def height_of(page: Page, square: str) -> float:
        box = page.locator(f"[data-square={square}]").bounding_box()
        assert box is not None
        return box["y"]

    white, black = pages

    assert height_of(white, "e1") > height_of(white, "e8")
    assert height_of(black, "e1") < height_of(black, "e8")


def test_one_square_is_in_the_tab_order_and_arrows_lead_as_it_looks(
    pages: tuple[Page, Page],
) -> None:
    focused = "document.activeElement.dataset.square"
    for page, up in zip(pages, ("e2", "e1"), strict=True):
        page.locator("[data-square=e1]").focus()
        page.keyboard.press("ArrowUp")

        assert page.locator("#board [tabindex='0']").count() == 1
        assert page.evaluate(focused) == up


def test_whoever_puts_a_piece_where_it_cannot_go_hears_that_they_hold_it_no_longer(
    pages: tuple[Page, Page],
) -> None:
    """Else they walk on with it, and hear of the right square, too, that no move starts there."""
    page, _ = pages
    for square in ("g1", "g4"):
        page.locator(f"[data-square={square}]").press("Enter")

    expect(page.locator("#status")).to_contain_text(TEXT["no-move-there"])
    expect(page.locator("[data-square=g1]")).to_have_attribute("aria-selected", "false")

    page.locator("[data-square=g4]").press("Enter")
    expect(page.locator("#status")).to_contain_text(TEXT["no-move-here"])


def test_letters_jump_from_piece_to_piece_and_home_to_the_ends_of_a_rank(
    pages: tuple[Page, Page],
) -> None:
    page, _ = pages
    page.locator("[data-square=a1]").focus()
    visited = []
    for key in ("n", "n", "Shift+n", "q", "End", "Home", "Control+End"):
        page.keyboard.press(key)
        visited.append(page.evaluate("document.activeElement.dataset.square"))

    assert visited == ["b1", "g1", "b1", "d1", "h1", "a1", "h8"]


def test_questions_about_a_square_are_answered(pages: tuple[Page, Page]) -> None:
    page, _ = pages
    page.locator("[data-square=g1]").focus()
    page.keyboard.press("e")

    expect(page.locator("#reply")).to_contain_text(in_words("f3"))


def test_a_letter_on_the_board_asks_what_it_asks_behind_a_comma(pages: tuple[Page, Page]) -> None:
    page, _ = pages
    for key in ("u", "v", "i", "?", "Shift+l"):
        page.locator("[data-square=g1]").focus()
        before = page.locator("#said li").count()
        page.keyboard.press(key)
        expect(page.locator("#said li")).to_have_count(before + 1)
        on_board = page.locator("#reply").inner_text()
        types(page, f",{key.removeprefix('Shift+').upper() if '+' in key else key}")
        expect(page.locator("#said li")).to_have_count(before + 2)

        assert page.locator("#reply").inner_text() == on_board


def test_a_comma_on_the_board_begins_a_command_in_the_line(pages: tuple[Page, Page]) -> None:
    page, _ = pages
    page.locator("[data-square=g1]").focus()
    page.keyboard.press(",")
    page.keyboard.press("u")
    expect(page.locator("#line-text")).to_have_value(",u")
    page.keyboard.press("Enter")

    expect(page.locator("#reply")).to_contain_text(english("whose-turn", "white"))


def test_figures_lead_to_ranks_and_files_and_lichess_i_to_the_line(
    pages: tuple[Page, Page],
) -> None:
    page, _ = pages
    letters(page, "lichess")
    page.locator("[data-square=c2]").focus()
    visited = []
    for key in ("7", "Shift+Digit5", "o", "i"):
        page.keyboard.press(key)
        visited.append(page.evaluate("document.activeElement.dataset.square ?? 'line'"))

    assert visited == ["c7", "e7", "e7", "line"]
    expect(page.locator("#status")).to_contain_text("e7, black pawn")
    letters(page, "own")


def test_alt_and_x_reads_the_file_and_the_rank(pages: tuple[Page, Page]) -> None:
    page, _ = pages
    before = page.locator("#said li").count()
    page.locator("[data-square=g1]").focus()
    page.keyboard.press("Alt+x")

    expect(page.locator("#said li")).to_have_count(before + 2)


def letters(page: Page, layout: str) -> None:
    """Chosen as by hand, in the part of the page that has the settings."""
    field = page.get_by_label(TEXT["settings-letters"])
    if not field.is_visible():
        page.get_by_text(TEXT["settings-open"]).click()
    field.select_option(layout)


def test_letters_can_be_those_of_lichess(pages: tuple[Page, Page]) -> None:
    page, _ = pages
    letters(page, "lichess")
    page.locator("[data-square=a1]").focus()
    page.keyboard.press("t")
    expect(page.locator("#reply")).to_contain_text(MINUTES)
    page.keyboard.press("f")

    expect(page.locator("#board")).to_have_class("flipped")
    expect(page.get_by_label(TEXT["settings-flipped"])).to_be_checked()
    page.keyboard.press("f")
    expect(page.locator("#board")).not_to_have_class("flipped")
    letters(page, "own")


def test_letters_can_be_switched_off(pages: tuple[Page, Page]) -> None:
    _, page = pages
    letters(page, "none")
    page.locator("[data-square=a1]").focus()
    page.keyboard.press("n")

    assert page.evaluate("document.activeElement.dataset.square") == "a1"


def test_the_line_leads_to_the_board_and_tells_of_the_opponent(pages: tuple[Page, Page]) -> None:
    page, _ = pages
    types(page, "b e4")
    assert page.evaluate("document.activeElement.dataset.square") == "e4"

    types(page, "o")
    expect(page.locator("#reply")).to_have_text(f"{ANNA}, {TEXT['is-here']}")
    expect(page.locator("#line-text")).to_have_value("")


@pytest.mark.parametrize(
    ("line", "told"),
    [("p N", in_words("b1")), ("s 2", in_words("P")), ("s e2", in_words("P")), ("/c", MINUTES)],
)
def test_the_line_takes_the_commands_of_lichess(
    pages: tuple[Page, Page], line: str, told: str
) -> None:
    page, _ = pages
    types(page, line)

    expect(page.locator("#reply")).to_contain_text(told)
    expect(page.locator("#reply")).to_have_attribute("data-kind", "answer")


def test_a_piece_is_drawn_with_the_mouse(pages: tuple[Page, Page]) -> None:
    white, black = pages
    white.locator("[data-square=e2]").drag_to(white.locator("[data-square=e4]"))

    expect(black.locator("#moves")).to_contain_text("e4")
    expect(black.locator("[data-square=e4]")).to_have_attribute("aria-label", f"e4, {TEXT['on:P']}")
    expect(black.locator("#turn")).to_have_text(text("to-move", side=ANNA))


def test_targets_of_a_chosen_piece_are_named_and_an_impossible_one_is_refused(
    pages: tuple[Page, Page],
) -> None:
    _, black = pages
    black.locator("[data-square=b8]").click()

    expect(black.locator("[data-square=c6]")).to_have_attribute("aria-label", "c6, empty, possible")
    expect(black.locator("[data-square=b8]")).to_have_attribute("aria-selected", "true")

    black.locator("[data-square=b5]").click()

    expect(black.locator("[data-square=b8]")).to_have_attribute("aria-selected", "false")
    assert black.locator("#moves .move").count() == 1


def test_what_happens_while_a_piece_is_chosen_is_announced_inside_the_window(
    context: BrowserContext, house: House
) -> None:
    pages = seated(context, house, fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    white, black = pages["white"], pages["black"]
    white.bring_to_front()
    white.locator("[data-square=a7]").press("Enter")
    white.locator("[data-square=a8]").press("Enter")
    dialog = white.get_by_role("dialog", name=TEXT["promotion"])
    expect(dialog).to_be_visible()
    types(black, says("resign"))
    agrees(black)

    expect(dialog.locator("[aria-live]", has_text=english("result:white-wins"))).to_have_count(1)

    dialog.press("Escape")

    expect(white.locator("[data-square=a8]")).to_be_focused()
    expect(white.locator("dialog [aria-live]")).to_have_count(0)
