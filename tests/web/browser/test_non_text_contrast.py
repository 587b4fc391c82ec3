"""What is no text stands out three to one: borders, the mark of the focus, marks on the board.

WCAG 2.2, criterion 1.4.11. Pixels are compared, for what lies over what is no property of one
element.
"""

from typing import TypedDict

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, FloatRect, Page

from tests.web.browser.axe import LOOKS, PLAIN, Look
from tests.web.browser.house import PATHS, House, opened, seated, unfold
from tests.web.browser.pixels import contrast, luminances

pytestmark = pytest.mark.slow

ENOUGH = 3.0
ALL_LOOKS: dict[str, Look] = {"light": PLAIN, **LOOKS}
BOARDS = ("wood", "sea", "contrast")
PAGES = (*PATHS, "white", "arbiter", "organiser")

MARKED = {
    "last": ("d5", "e5"),
    "check": ("d4", "e4"),
    "chosen": ("d3", "e3"),
    "target": ("c3", "f3"),
    "target to take": ("a7", "b7", "a2", "b2"),
}
"""On a light and on a dark square each, and what can be taken also beneath either side's pieces."""
LEAST_OF_A_SQUARE = 0.02

NOT_YET_SEEN = """(seen) => {
  const ground = (one) => {
    const { backgroundColor } = getComputedStyle(one);
    return backgroundColor === "rgba(0, 0, 0, 0)" && one.parentElement
      ? ground(one.parentElement) : backgroundColor;
  };
  const found = new Map();
  const controls = "input, select, textarea, button, summary, a[href]";
  for (const one of document.querySelectorAll(controls)) {
    if (one.disabled || one.closest(".unseen, dialog") || !one.checkVisibility()) continue;
    const kind = [one.localName, one.className, ground(one), ground(one.parentElement)].join();
    if (!found.has(kind) && !seen.includes(kind)) found.set(kind, one);
  }
  window.unlike = found;
  return [...found.keys()];
}"""
"""One of all controls that are alike before the same ground."""
SHOW = """(kind) => {
  const one = window.unlike.get(kind);
  one.scrollIntoView({ block: "center" });
  const { x, y, width, height } = one.getBoundingClientRect();
  return {
    edge: { x: Math.round(x) - 3, y: Math.round(y + height / 2), width: 9, height: 1 },
    is_edged: parseFloat(getComputedStyle(one).borderLeftWidth) > 0,
    around: 2 * (width + height),
    told: one.outerHTML.slice(0, 120),
  };
}"""
FOCUS = "(kind) => window.unlike.get(kind).focus()"
BLUR = "document.activeElement.blur()"
MARK = """(marked) => {
  for (const [mark, squares] of Object.entries(marked)) {
    for (const square of squares) {
      document.querySelector(`[data-square=${square}]`).classList.toggle(mark.split(" ")[0]);
    }
  }
}"""


class Control(TypedDict):
    edge: FloatRect
    """A line of pixels from the ground at its left over its border into it."""

    is_edged: bool
    around: float
    """This many pixels has a line of one pixel's width about it."""

    told: str


@pytest.fixture(scope="module")
def pages(desk: BrowserContext, house: House) -> dict[str, Page]:
    """By their names, with everything unfolded, in a game that has begun."""
    found = {name: opened(desk, f"{house.address}{path}?lang=en") for name, path in PATHS.items()}
    found |= {role: page for role, page in seated(desk, house).items() if role in PAGES}
    found["organiser"] = opened(desk, f"{house.address}/enter#{house.token}")
    for page in found.values():
        unfold(page)
    return found


@pytest.mark.parametrize("look", ALL_LOOKS)
def test_borders_and_the_mark_of_the_focus_stand_out(pages: dict[str, Page], look: str) -> None:
    seen: list[str] = []
    borderless, unmarked = [], []
    for page in pages.values():
        in_look(page, look).keyboard.press("Tab")
        kinds: list[str] = page.evaluate(NOT_YET_SEEN, seen)
        seen += kinds
        for kind in kinds:
            control: Control = page.evaluate(SHOW, kind)
            page.evaluate(BLUR)
            edge = luminances(page, control["edge"])
            if control["is_edged"] and contrast(edge, edge[:, :1]).max() < ENOUGH:
                borderless.append(control["told"])
            before = luminances(page)
            page.evaluate(FOCUS, kind)
            if (contrast(before, luminances(page)) >= ENOUGH).sum() < control["around"]:
                unmarked.append(control["told"])

    assert borderless == []
    assert unmarked == []


@pytest.mark.parametrize("look", [look for look in ALL_LOOKS if look != "forced colours"])
@pytest.mark.parametrize("board", BOARDS)
def test_marks_on_the_board_stand_out(pages: dict[str, Page], board: str, look: str) -> None:
    page = with_board(in_look(pages["white"], look), board)
    before = board_of(page)
    page.evaluate(MARK, MARKED)
    after = board_of(page)
    page.evaluate(MARK, MARKED)

    pale = [
        f"{mark} on {square}"
        for mark, squares in MARKED.items()
        for square in squares
        if share_changed(before, after, square) < LEAST_OF_A_SQUARE
    ]
    assert pale == []


@pytest.mark.parametrize("board", ["contrast", "wood"])
def test_squares_of_high_contrast_stand_out_from_each_other(
    pages: dict[str, Page], board: str
) -> None:
    """As a person chooses it on the page, or for all pages in their system."""
    look = "light" if board == "contrast" else "high contrast"
    page = with_board(in_look(pages["white"], look), board)
    seen = board_of(page)
    side = seen.shape[0] / 8
    light, dark = (seen[round(3.5 * side), round(column * side)] for column in (4.5, 5.5))

    assert contrast(light, dark) >= ENOUGH


def board_of(page: Page) -> np.ndarray:
    board = page.locator("#board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    return luminances(page, box)


def share_changed(before: np.ndarray, after: np.ndarray, square: str) -> float:
    side = before.shape[0] / 8
    column, row = ord(square[0]) - ord("a"), 8 - int(square[1])
    part = np.s_[
        round(row * side) : round((row + 1) * side),
        round(column * side) : round((column + 1) * side),
    ]
    return float((contrast(before[part], after[part]) >= ENOUGH).mean())


def with_board(page: Page, board: str) -> Page:
    page.evaluate("(board) => { document.body.dataset.board = board; }", board)
    return page


def in_look(page: Page, look: str) -> Page:
    page.bring_to_front()
    page.emulate_media(**ALL_LOOKS[look])
    return page
