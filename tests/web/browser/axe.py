"""Reports what axe finds on a page at WCAG 2.2 AA and best practice, and what it can't decide."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, ViewportSize

from tests.web.browser.house import complaints, unfold

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# To list every place where a rule is kept would take twice as long as all else.
_TOLD_ALONE = {"resultTypes": ["violations", "incomplete"]}
OPTIONS = {"runOnly": {"type": "tag", "values": RULES}, **_TOLD_ALONE}
COLOURS = {
    "runOnly": {"type": "rule", "values": ("color-contrast", "link-in-text-block")},
    **_TOLD_ALONE,
}
"""The rules that a page can break when only its colours change, and no place does."""
WORDS = {**OPTIONS, "rules": {"color-contrast": {"enabled": False}}}
"""The rules for a page that was checked before in another language: all but those of colours, which
take axe longer than the others together."""

DESK: ViewportSize = {"width": 1280, "height": 900}
SMALL: ViewportSize = {"width": 320, "height": 640}
"""The width of a desk's 1280 pixels at a zoom of 400 per cent."""

WIDTHS: Mapping[str, ViewportSize] = {
    "phone": {"width": 375, "height": 667},
    "desk": {"width": 1280, "height": 720},
    "400 per cent": {"width": 320, "height": 180},
}
FAR_LOOKS = ("dark", "forced colours")

ALL_SORTS = "contributing"
"""A page of the documentation with tables, lists and commands, but not hundreds of them: the time
that axe takes for colours grows with the page."""

COUNTS = os.environ.get("AXE_COUNTS")
"""The path of a file that gets a line for each page and state that is checked, or None."""


class Look(TypedDict):
    """A person's display settings in their system."""

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
"""One element of each kind of colours on each background. Axe would check every element, which
takes eight times as long; and if nothing has moved, no other background can be behind them."""

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
"""Makes the page behind an open dialog transparent: axe can't tell its text from the dialog's."""

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
    """Unfold the page; return violations, what axe can't decide, and errors of its scripts."""
    unfold(page)
    return faults_as_it_is(page, state, options)


def faults_as_it_is(page: Page, state: str, options: Mapping[str, object] = OPTIONS) -> list[str]:
    """Return the same without unfolding: behind an open dialog, nobody can unfold anything.

    A dialog must hide the page behind it completely; then axe checks only the dialog.
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
    """Whether display settings can be emulated: only in Chromium; see `firefox`."""
    browser = page.context.browser
    return browser is not None and browser.browser_type.name == "chromium"


def faults_in_every_look(page: Page, state: str) -> list[str]:
    """Return the faults in each look and at 400 per cent, where a page may not be too wide."""
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
    """Return faults and cut-off parts on a phone, a desk and at 400 per cent, in several looks."""
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
    """Return the faults in these looks; if only colours change, check only colours."""
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
    """Return elements whose text is cut off, and "the page" if it is wider than the window."""
    found: list[str] = page.evaluate(_CUT_OFF)
    return found


def _told(found: Iterable[Mapping[str, Any]]) -> list[str]:
    return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]
