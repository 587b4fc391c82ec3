"""What WCAG 2.2 asks for and axe does not tell: spacing, focus, size, no surprises."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.web.browser.axe import cut_off
from tests.web.browser.house import PATHS, House, Seats, opened, unfold

pytestmark = pytest.mark.slow

PAGES = (*PATHS, "white", "arbiter", "organiser")
MOST_CONTROLS = 400
"""A page with more has been walked around."""

SPACED = """* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }
"""
"""What anybody may set, by criterion 1.4.12."""

FOCUSED = """() => {
  const on = document.activeElement;
  if (!on || on === document.body) return null;
  const marks = [getComputedStyle(on), getComputedStyle(on, "::after")]
    .map((style) => (style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth)));
  const box = on.getBoundingClientRect();
  const shown = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) => {
    const hit = document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
    return hit && (on.contains(hit) || hit.contains(on) || [...(on.labels ?? [])].includes(hit));
  });
  window.walked ??= new Map();
  if (!window.walked.has(on)) window.walked.set(on, window.walked.size);
  return {
    number: window.walked.get(on),
    tag: on.outerHTML.slice(0, 120),
    outline: Math.max(...marks),
    shown,
    address: location.href,
  };
}"""

TOO_SMALL = """() => {
  const controls = [...document.querySelectorAll(
    "button, input:not([type=hidden]), select, summary, a[href], [role=gridcell][tabindex]")]
    .filter((one) => one.getClientRects().length && !one.closest(".unseen"));
  const centre = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const boxes = controls.map((one) => one.getBoundingClientRect());
  return controls.filter((one, index) => {
    const box = boxes[index];
    if (box.width >= 24 && box.height >= 24) return false;
    if (one.tagName === "A" && getComputedStyle(one).display === "inline") return false;
    const [x, y] = centre(box);
    return boxes.some((other, place) => place !== index &&
      x + 12 > other.left && x - 12 < other.right && y + 12 > other.top && y - 12 < other.bottom);
  }).map((one) => one.outerHTML.slice(0, 120));
}"""


@pytest.fixture
def shown(request: pytest.FixtureRequest, context: BrowserContext, house: House) -> Page:
    """The page of this name, with everything unfolded."""
    name: str = request.param
    if name in PATHS:
        page = opened(context, f"{house.address}{PATHS[name]}?lang=en")
    elif name == "organiser":
        page = opened(context, f"{house.address}/enter#{house.token}")
    else:
        begun: Seats = request.getfixturevalue("begun")
        page = opened(context, begun.links[name])
    unfold(page)
    return page


def walk(page: Page) -> list[dict[str, Any]]:
    """What each press of Tab leads to, from the top until the page is left or begins again."""
    page.evaluate("document.activeElement?.blur?.(); scrollTo(0, 0)")
    steps: list[dict[str, Any]] = []
    for _ in range(MOST_CONTROLS):
        page.keyboard.press("Tab")
        step = page.evaluate(FOCUSED)
        if step is None or (steps and step["number"] == steps[0]["number"]):
            return steps
        steps.append(step)
    message = f"the page is never left: {steps[-1]['tag']}"
    raise AssertionError(message)


@pytest.mark.parametrize("shown", PAGES, indirect=True)
def test_nothing_is_cut_off_by_wider_spacing(shown: Page) -> None:
    shown.evaluate(
        "(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules);"
        " document.adoptedStyleSheets = [sheet]; }",
        SPACED,
    )

    for width, height in ((1280, 720), (375, 667)):
        shown.set_viewport_size(ViewportSize(width=width, height=height))
        assert cut_off(shown) == [], f"at {width} by {height}"


@pytest.mark.parametrize("shown", PAGES, indirect=True)
def test_tab_leads_through_the_page_and_out_and_the_focus_is_always_seen(shown: Page) -> None:
    address = shown.url
    steps = walk(shown)

    assert len({step["number"] for step in steps}) == len(steps), "a control was met twice"
    assert [step["tag"] for step in steps if not step["outline"]] == [], "no mark of the focus"
    assert [step["tag"] for step in steps if not step["shown"]] == [], "focus behind other things"
    assert {step["address"] for step in steps} == {address}, "the focus alone led elsewhere"


@pytest.mark.parametrize("shown", PAGES, indirect=True)
def test_what_is_pressed_is_large_enough_or_apart_from_others(shown: Page) -> None:
    assert shown.evaluate(TOO_SMALL) == []


def test_a_choice_changes_nothing_but_itself(context: BrowserContext, house: House) -> None:
    page = opened(context, f"{house.address}/friend?lang=en")
    address = page.url
    for number in range(page.locator("select").count()):
        page.locator("select").nth(number).press("ArrowDown")
    for number in range(page.locator("input[type=radio], input[type=checkbox]").count()):
        page.locator("input[type=radio], input[type=checkbox]").nth(number).press("Space")

    assert page.url == address
    assert len(context.pages) == 1
