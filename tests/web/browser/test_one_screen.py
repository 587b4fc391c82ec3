"""What a player needs stands on one screen, and the board shows what a glance should tell."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.english import TEXT, text
from tests.web.browser.boards import await_board
from tests.web.browser.house import ANNA, VIKTOR, House, opened, person, types
from voice_chess.laws.position import Position

pytestmark = pytest.mark.slow

CHECKED = ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5")
"""White is in check, and each side has taken a pawn."""

SCREENS = {
    "desk": (1280, 720),
    "laptop": (1366, 768),
    "phone": (375, 667),
    "phone on its side": (667, 375),
}
NEEDED = ("#board", "#clock-white", "#clock-black", "#turn", "#last-move", "#line-text")
BESIDE = (
    "#microphone-open",
    "#microphone-hold",
    "#moves .latest",
    "[data-step=previous]",
    "[data-ask=offer-draw]",
    "[data-ask=resign]",
)
"""What a desk has room for besides."""

OUTSIDE = """
(needed) => needed.filter((selector) => {
  const { top, left, bottom, right } = document.querySelector(selector).getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || bottom === top;
})
"""
LATEST_IS_SEEN = """
() => {
  const list = document.getElementById("moves").getBoundingClientRect();
  const move = document.querySelector("#moves .latest").getBoundingClientRect();
  return move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
}
"""
FOLDED = (
    "own-voice",
    "pieces",
    "own-board",
    "hands",
    "said",
    "records",
    "envelope",
    "table",
    "settings",
)
SEEN_AT_THE_TOP = """
() => document.elementsFromPoint(innerWidth / 2, 60).map((element) => element.id)
"""
HEADINGS_ABOVE_IT = """
() => {
  const line = document.getElementById("line-text").getBoundingClientRect();
  return [...document.querySelectorAll("h1, h2, h3")]
    .filter((heading) => {
      const { top, width, height } = heading.getBoundingClientRect();
      return width > 1 && height > 1 && top < line.top;
    })
    .map((heading) => heading.textContent);
}
"""


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = person(browser, viewport={"width": 1280, "height": 720})
    yield context
    context.close()


@pytest.fixture(scope="module")
def pages(context: BrowserContext, house: House) -> tuple[Page, Page]:
    """White's and Black's after Black has given check."""
    links = house.arrange(white=VIKTOR, black=ANNA, language="en")
    white, black = opened(context, links["white"]), opened(context, links["black"])
    expect(white.locator("#clock-white .runs")).to_be_visible()
    position = Position.start()
    for ply, uci in enumerate(CHECKED):
        types(black if ply % 2 else white, position.san(uci))
        position = position.played(uci)
        await_board(position, white, black)
    return white, black


def at(page: Page, width: int, height: int) -> Page:
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate("scrollTo(0, 0)")
    return page


@pytest.mark.parametrize("screen", SCREENS)
def test_all_that_play_needs_is_on_one_screen(pages: tuple[Page, Page], screen: str) -> None:
    for page in pages:
        assert at(page, *SCREENS[screen]).evaluate(OUTSIDE, list(NEEDED)) == []


@pytest.mark.parametrize("screen", ["desk", "laptop"])
def test_a_desk_has_the_microphone_the_moves_draw_and_resignation_besides(
    pages: tuple[Page, Page], screen: str
) -> None:
    for page in pages:
        at(page, *SCREENS[screen])

        assert page.evaluate(OUTSIDE, list(BESIDE)) == []
        assert page.evaluate(LATEST_IS_SEEN), "the last move stands outside the list's window"


def test_what_is_rarely_wanted_is_folded_and_found_by_its_heading(
    pages: tuple[Page, Page],
) -> None:
    white = at(pages[0], 1280, 720)
    parts = white.locator(".parts > section:not([hidden])")
    expect(parts).to_have_count(len(FOLDED))
    for name in FOLDED:
        part = parts.filter(has=white.get_by_role("heading", name=TEXT[name], level=2, exact=True))
        fold = part.locator("details").first
        expect(fold).not_to_have_attribute("open", "")
        part.locator("summary").first.press("Enter")
        expect(fold).to_have_attribute("open", "")
        part.locator("summary").first.press("Enter")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_own_clock_is_the_nearer_one(pages: tuple[Page, Page], screen: str) -> None:
    for page, near, far in zip(pages, ("white", "black"), ("black", "white"), strict=True):
        at(page, *SCREENS[screen])
        tops = [page.locator(f"#clock-{colour}").bounding_box() for colour in (far, near)]

        assert tops[0] is not None
        assert tops[1] is not None
        assert tops[0]["y"] < tops[1]["y"]


def test_at_400_per_cent_the_page_begins_with_the_line(pages: tuple[Page, Page]) -> None:
    white = at(pages[0], 320, 180)

    assert "line-text" in white.evaluate(SEEN_AT_THE_TOP)
    assert white.evaluate(HEADINGS_ABOVE_IT) == []


LONG = "Prof. Dr. Maximiliane von Hohenberg-Schellenburg zu Altstadt"
CUT = """
() => [...document.querySelectorAll(".clock h3")]
  .filter((name) =>
    name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("size", [(375, 667), (667, 375), (320, 180), (640, 360)])
def test_long_names_are_whole_where_no_heading_shows_them(
    context: BrowserContext, house: House, size: tuple[int, int]
) -> None:
    """On a phone, and at 200 and 400 per cent."""
    links = house.arrange(white={**VIKTOR, "name": LONG}, black=ANNA, language="en")
    page = at(opened(context, links["white"]), *size)

    assert page.evaluate(CUT) == []


def test_the_king_in_check_is_marked_and_named(pages: tuple[Page, Page]) -> None:
    king = pages[0].locator("[data-square=e1]")

    expect(king).to_have_class("square dark check")
    expect(king).to_have_attribute("aria-label", f"e1, {TEXT['on:K']}, {TEXT['on-check']}")
    expect(pages[0].locator(".check")).to_have_count(1)


def test_what_was_taken_stands_beside_who_took_it(pages: tuple[Page, Page]) -> None:
    for colour, picture in (("white", "p"), ("black", "P")):
        taken = pages[0].locator(f"#clock-{colour} .taken")
        expect(taken).to_have_attribute("aria-label", text("taken", pieces=TEXT["piece:P"]))
        expect(taken.locator("img")).to_have_attribute("src", re.compile(f"/pieces/{picture}.svg$"))


def test_the_last_move_is_told_in_words_too(pages: tuple[Page, Page]) -> None:
    expect(pages[0].locator("#last-move")).to_contain_text("Qe5+")
    expect(pages[0].locator("#moves .latest")).to_contain_text("Qe5+")
    expect(pages[0].locator(".square.last")).to_have_count(2)


def test_no_text_is_chosen_by_drawing_across_the_board(pages: tuple[Page, Page]) -> None:
    white = at(pages[0], 1280, 720)
    for start in ("a4", "f1"):
        box = white.locator(f"[data-square={start}]").bounding_box()
        assert box is not None
        white.mouse.move(box["x"] + 20, box["y"] + 20)
        white.mouse.down()
        white.mouse.move(900, 200, steps=8)
        white.mouse.up()

        assert white.evaluate("getSelection().toString()") == ""
    expect(white.locator("#moves .move")).to_have_count(len(CHECKED))


def test_the_colours_of_the_board_are_kept(pages: tuple[Page, Page]) -> None:
    white = pages[0]
    colour = "getComputedStyle(document.querySelector('[data-square=a1]')).backgroundColor"
    wood = white.evaluate(colour)
    white.locator("#settings").evaluate("form => form.closest('details').open = true")
    white.get_by_label(TEXT["settings-theme"]).select_option("sea")
    sea = white.evaluate(colour)
    white.reload()
    white.locator("#board img").first.wait_for()

    assert sea != wood
    assert white.evaluate(colour) == sea
