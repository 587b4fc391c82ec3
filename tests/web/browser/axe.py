"""What axe finds on a page at WCAG 2.2 AA and best practice, and what it leaves to people."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, ViewportSize

from tests.web.browser.house import complaints, unfold

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# To tell every place where a rule is kept takes twice as long as all else.
_TOLD_ALONE = {"resultTypes": ["violations", "incomplete"]}
OPTIONS = {"runOnly": {"type": "tag", "values": RULES}, **_TOLD_ALONE}
COLOURS = {
    "runOnly": {"type": "rule", "values": ("color-contrast", "link-in-text-block")},
    **_TOLD_ALONE,
}
"""All that can be wrong of these rules where everything stands as it did, in other colours."""
WORDS = {**OPTIONS, "rules": {"color-contrast": {"enabled": False}}}
"""All that can be wrong where a page that was looked at says the same in another language. Colours
take axe longer than all else together."""

DESK: ViewportSize = {"width": 1280, "height": 900}
SMALL: ViewportSize = {"width": 320, "height": 640}
"""A desk's 1280 pixels at 400 per cent."""

WIDTHS: Mapping[str, ViewportSize] = {
    "phone": {"width": 375, "height": 667},
    "desk": {"width": 1280, "height": 720},
    "400 per cent": {"width": 320, "height": 180},
}
FAR_LOOKS = ("dark", "forced colours")

ALL_SORTS = "contributing"
"""A page of the documentation with tables, lists and commands, and not hundreds of each: whether
its colours are right takes axe the longer the longer it is."""

COUNTS = os.environ.get("AXE_COUNTS")
"""A file that gets one line for each page and state that was looked at."""


class Look(TypedDict):
    """What a person may have set in their system."""

    forced_colors: Literal["active", "none"]
    contrast: Literal["more", "no-preference"]
    color_scheme: Literal["dark", "light"]


PLAIN: Look = {"forced_colors": "none", "contrast": "no-preference", "color_scheme": "light"}
LOOKS: Mapping[str, Look] = {
    "dark": {**PLAIN, "color_scheme": "dark"},
    "forced colours": {**PLAIN, "forced_colors": "active"},
    "high contrast": {**PLAIN, "contrast": "more"},
    "high contrast, dark": {**PLAIN, "contrast": "more", "color_scheme": "dark"},
}
_HAS_AXE = "typeof axe !== 'undefined'"
_RUN = """async (options) => {
  const { violations, incomplete, passes } = await axe.run(%s, options);
  return { violations, incomplete, passes: passes.length };
}"""
_PAGE = "document"
_ONE_OF_EACH_COLOUR = """(() => {
  const found = new Map();
  const walk = (part, behind, before) => {
    const style = getComputedStyle(part);
    const { color, opacity, fontSize, fontWeight, backgroundColor, backgroundImage } = style;
    const ground = [backgroundColor, backgroundImage, opacity].join(" ");
    const here = ground === "rgba(0, 0, 0, 0) none 1" ? behind : `${behind} ${ground}`;
    const says = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim();
    if (part.matches("input, select, textarea") || [...part.childNodes].some(says)) {
      const { localName, className, disabled } = part;
      const kind = [here, before, color, fontSize, fontWeight, localName, className, disabled];
      if (!found.has(kind.join())) found.set(kind.join(), part);
    }
    for (const child of part.children) walk(child, here, color);
  };
  walk(document.body, "", "");
  return { include: [...found.values()] };
})()"""
"""One of all that are alike before the same ground: axe looks at each for itself, which takes
eight times as long, and where nothing has moved nothing new can lie behind them."""

_PLACES = """() => [...document.querySelectorAll("*")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height, getComputedStyle(part).visibility].join(" ");
}).join("\\n")"""
_IS_OPAQUE = """() => [...document.querySelectorAll("dialog:modal")].every((dialog) => {
  const behind = getComputedStyle(dialog).backgroundColor;
  return behind.startsWith("rgb(") && getComputedStyle(dialog).opacity === "1";
})"""
_LIFTED = """(isLifted) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("body:has(dialog:modal) > :not(dialog) { opacity: 0 }");
  document.adoptedStyleSheets = isLifted ? [sheet] : [];
}"""
"""Axe lays the page's lines under those of an open window, and can't tell them apart."""

_CUT_OFF = """() => {
  const wide = document.documentElement;
  const found = wide.scrollWidth > wide.clientWidth ? ["the page"] : [];
  for (const part of document.querySelectorAll("h1, h2, p, li, button, label, td, dd, summary")) {
    const style = getComputedStyle(part);
    const hides = style.overflowX === "hidden" || style.overflowY === "hidden";
    const is_unseen = part.closest(".unseen") || part.clientWidth <= 1;
    const lacks = part.scrollWidth > part.clientWidth + 1 ||
      part.scrollHeight > part.clientHeight + 1;
    if (hides && lacks && !is_unseen && part.clientWidth) found.push(part.outerHTML.slice(0, 120));
  }
  return found;
}"""
_WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


def faults(page: Page, state: str, options: Mapping[str, object] = OPTIONS) -> list[str]:
    """Violations, what axe can't decide, and complaints of the page's own scripts; all unfolded."""
    unfold(page)
    return faults_as_it_is(page, state, options)


def faults_as_it_is(page: Page, state: str, options: Mapping[str, object] = OPTIONS) -> list[str]:
    """The same with nothing unfolded: behind a window that is open, nobody unfolds anything.

    Such a window hides what is behind it; once that is sure, axe looks at the window alone.
    """
    assert page.evaluate(_IS_OPAQUE), f"{state}: the page shows through a window"
    page.evaluate(_LIFTED, True)
    if not page.evaluate(_HAS_AXE):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(_RUN % (_ONE_OF_EACH_COLOUR if options is COLOURS else _PAGE), options)
    page.evaluate(_LIFTED, False)
    violations, open_ends = _told(found["violations"]), _told(found["incomplete"])
    if COUNTS:
        line = f"| {state} | {found['passes']} | {len(violations)} | {len(open_ends)} |\n"
        with Path(COUNTS).open("a", encoding="utf-8") as counts:
            counts.write(line)
    return [*violations, *open_ends, *complaints(page)]


def can_look_otherwise(page: Page) -> bool:
    """Only Chromium can be told what a person has set in their system; see `firefox`."""
    browser = page.context.browser
    return browser is not None and browser.browser_type.name == "chromium"


def faults_in_every_look(page: Page, state: str) -> list[str]:
    """The same as people with other eyes see it; at 400 per cent nothing may stand out sideways."""
    told = faults(page, state)
    if can_look_otherwise(page):
        told += _faults_in(LOOKS, page, state)
    page.set_viewport_size(SMALL)
    told += faults(page, f"{state}, 320 px")
    wide, window = page.evaluate(_WIDTHS)
    if wide > window:
        told.append(f"{state}: {wide} px stand in a window of {window}")
    page.set_viewport_size(DESK)
    return told


def faults_at_every_width(page: Page, state: str) -> list[str]:
    """What axe finds and what is cut off: a phone, a desk, 400 per cent, in each look."""
    told: list[str] = []
    for width, size in WIDTHS.items():
        page.set_viewport_size(size)
        where = f"{state}, {width}"
        told += [f"{where}: {fault}" for fault in faults(page, where)]
        told += _faults_in({name: LOOKS[name] for name in FAR_LOOKS}, page, where)
        told += [f"{where}: cut off: {part}" for part in cut_off(page)]
    page.set_viewport_size(DESK)
    return told


def _faults_in(looks: Mapping[str, Look], page: Page, state: str) -> list[str]:
    """Beside what the plain look has; where only colours change, only they are asked for."""
    told: list[str] = []
    plain = page.evaluate(_PLACES)
    for name, look in looks.items():
        page.emulate_media(**look)
        where = f"{state}, {name}"
        options = COLOURS if page.evaluate(_PLACES) == plain else OPTIONS
        told += [f"{where}: {fault}" for fault in faults(page, where, options)]
    page.emulate_media(**PLAIN)
    return told


def cut_off(page: Page) -> list[str]:
    """What can't be read whole, or the page itself, where it is wider than the window."""
    found: list[str] = page.evaluate(_CUT_OFF)
    return found


def _told(found: Iterable[Mapping[str, Any]]) -> list[str]:
    return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]
