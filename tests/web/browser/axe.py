"""Reports what axe finds on a page at WCAG 2.2 AA and best practice, and what it can't decide."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # the package has no types
from playwright.sync_api import Page, ViewportSize

from tests.web.browser.house import complaints, unfold

Rules = Mapping[str, object]
"""What axe is asked to check: its options."""

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# To list every place where a rule is kept would take twice as long as all else.
_TOLD_ALONE = {"resultTypes": ["violations", "incomplete"]}
EVERYWHERE = {"runOnly": {"type": "tag", "values": RULES}, **_TOLD_ALONE}
"""All rules on all elements, as axe itself would check a page."""
COLOURS = {
    "runOnly": {"type": "rule", "values": ("color-contrast", "link-in-text-block")},
    **_TOLD_ALONE,
}
"""The rules that a page can break when only its colours change, and no place does."""
WORDS = {**EVERYWHERE, "rules": {"color-contrast": {"enabled": False}}}
"""The rules for a page that was checked before in another language: all but those of colours, which
take axe longer than the others together."""
_SIZES = {
    "runOnly": {"type": "rule", "values": ("target-size", "scrollable-region-focusable")},
    **_TOLD_ALONE,
}
"""The rules that, besides those of colours, a page can break when its elements move, and all that
were to be seen still are: the others judge what an element is, not where."""
_CONTRAST = {"runOnly": {"type": "rule", "values": ("color-contrast",)}, **_TOLD_ALONE}
"""What `WORDS` leaves out."""

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
_RUN = """async ([options, known]) => {
  const { where, kinds } = %s;
  if (where.include?.length === 0) return { violations: [], incomplete: [], passes: 0, kinds };
  const { violations, incomplete, passes } = await axe.run(where, options);
  return { violations, incomplete, passes: passes.length, kinds };
}"""
_PAGE = "{ where: document, kinds: [] }"
_ONE_OF_EACH_COLOUR = """(() => {
  const written = [], grounds = [];
  const paint = ({ backgroundColor, backgroundImage, opacity }) =>
    [backgroundColor, backgroundImage, opacity].join(" ");
  const NONE = "rgba(0, 0, 0, 0) none 1";
  const says = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim();
  const walk = (part, behind, before, floor) => {
    const style = getComputedStyle(part);
    if (style.display === "none" || style.opacity === "0") return;
    const place = part.getBoundingClientRect();
    const here = [paint(style)];
    for (const pseudo of ["::before", "::after"]) {
      const added = getComputedStyle(part, pseudo);
      if (added.content !== "none") here.push(paint(added));
    }
    if (here.some((ground) => ground !== NONE) || part.matches("img, svg, canvas, video")) {
      grounds.push([part, place, style.position === "static"]);
      behind = `${behind} ${here}`;
      floor = part === document.body ? null : place;
    }
    if (part.matches("input, select, textarea") || [...part.childNodes].some(says)) {
      const { color, fontSize, fontWeight, textShadow } = style;
      const { localName, className, type } = part;
      const disabled = part.disabled || part.closest("label")?.control?.disabled;
      const kind = [behind, before, color, fontSize, fontWeight, textShadow];
      written.push([part, place, [...kind, localName, className, type, disabled].join(), floor]);
    }
    if (part.matches("select")) return;
    for (const child of part.children) walk(child, behind, style.color, floor);
  };
  const { colorScheme } = getComputedStyle(document.documentElement);
  const asked = ["forced-colors: active", "prefers-contrast: more", "prefers-color-scheme: dark"];
  const look = asked.map((setting) => matchMedia(`(${setting})`).matches);
  const canvas = [look, colorScheme, paint(getComputedStyle(document.documentElement))].join();
  walk(document.body, canvas, "", null);
  const meet = (one, other) => one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
  const holds = (outer, inner) => outer.left - 1 <= inner.left && inner.right <= outer.right + 1 &&
    outer.top - 1 <= inner.top && inner.bottom <= outer.bottom + 1;
  const isApart = (part, ground, isInFlow) =>
    !ground.contains(part) && !(isInFlow && part.contains(ground));
  const before = new Set(known);
  const kinds = new Set(known);
  const isChecked = ([part, place, kind, floor]) => {
    const isNew = !kinds.has(kind) || (before.has(kind) && part.closest("a"));
    kinds.add(kind);
    return isNew || (floor !== null && !holds(floor, place)) ||
      grounds.some(([ground, at, isInFlow]) => meet(place, at) && isApart(part, ground, isInFlow));
  };
  const include = written.filter(isChecked).map(([part]) => part);
  return { where: { include }, kinds: [...kinds].slice(known.length) };
})()"""
"""One element of each kind of colours on each background, and every element that lies partly beyond
its background, or where something else is painted. Axe would check every element, which takes
several times as long; but what is alike before the same ground is equally readable. That holds for
other pages in the same look, too: `known` are the kinds that were found readable before. Links must
differ from the words around them, too, so they are checked on every page."""
_READABLE: dict[str, list[str]] = {}
"""Such kinds, by browser."""

_PLACES = """() => {
  const parts = [...document.querySelectorAll("*")];
  const places = parts.map((part) => part.getBoundingClientRect());
  const { scrollWidth } = document.documentElement;
  const isShown = ({ left, right, bottom, width, height }) =>
    width * height > 0 && right + scrollX > 0 && bottom + scrollY > 0 && left < scrollWidth;
  const seen = parts.map((part, number) =>
    isShown(places[number]) && getComputedStyle(part).visibility);
  return [seen.join(), places.map(({ x, y, width, height }) => [x, y, width, height]).join()];
}"""
"""Which elements are to be seen, and where all are."""

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


def faults(page: Page, state: str, *rules: Rules) -> list[str]:
    """Unfold the page; return violations, what axe can't decide, and errors of its scripts.

    All rules are checked, unless some are given.
    """
    unfold(page)
    return faults_as_it_is(page, state, *rules)


def faults_as_it_is(page: Page, state: str, *rules: Rules) -> list[str]:
    """Return the same without unfolding: behind an open dialog, nobody can unfold anything.

    A dialog must hide the page behind it completely; then axe checks only the dialog.
    """
    assert page.evaluate(_IS_OPAQUE), f"{state}: the page shows through a window"
    page.evaluate(_LIFTED, True)
    if not page.evaluate(_HAS_AXE):
        page.evaluate(AXE_SCRIPT)
    parts = [_checked(page, each) for each in rules or (WORDS, _CONTRAST)]
    page.evaluate(_LIFTED, False)
    violations, open_ends = (_told(parts, kind) for kind in ("violations", "incomplete"))
    if COUNTS:
        passes = sum(part["passes"] for part in parts)
        line = f"| {state} | {passes} | {len(violations)} | {len(open_ends)} |\n"
        with Path(COUNTS).open("a", encoding="utf-8") as counts:
            counts.write(line)
    return [*violations, *open_ends, *complaints(page)]


def _checked(page: Page, rules: Rules) -> Mapping[str, Any]:
    browser = page.context.browser
    known = _READABLE.setdefault(browser.browser_type.name if browser else "", [])
    part: Mapping[str, Any] = page.evaluate(_RUN % _where(rules), [rules, known])
    # Whoever counts what was checked is given the same number in whatever order.
    if not (part["violations"] or part["incomplete"] or COUNTS):
        known += part["kinds"]
    return part


def can_look_otherwise(page: Page) -> bool:
    """Whether display settings can be emulated: only in Chromium; see `firefox`."""
    browser = page.context.browser
    return browser is not None and browser.browser_type.name == "chromium"


def faults_in_every_look(page: Page, state: str) -> list[str]:
    """Return the faults in each look and at 400 per cent, where a page may not be too wide."""
    told = faults(page, state)
    plain = _placed(page)
    if can_look_otherwise(page):
        told += _faults_in(LOOKS, page, state, plain)
    page.set_viewport_size(SMALL)
    told += faults(page, f"{state}, 320 px", *_rules(plain, _placed(page)))
    wide, window = page.evaluate(_WIDTHS)
    if wide > window:
        told.append(f"{state}: {wide} px stand in a window of {window}")
    page.set_viewport_size(DESK)
    return told


def faults_at_every_width(page: Page, state: str) -> list[str]:
    """Return faults and cut-off parts on a phone, a desk and at 400 per cent, in several looks."""
    told: list[str] = []
    first: list[str] = []
    for width, size in WIDTHS.items():
        page.set_viewport_size(size)
        where = f"{state}, {width}"
        rules = _rules(first, _placed(page)) if first else ()
        told += [f"{where}: {fault}" for fault in faults(page, where, *rules)]
        plain = _placed(page)
        first = first or plain
        told += _faults_in({name: LOOKS[name] for name in FAR_LOOKS}, page, where, plain)
        told += [f"{where}: cut off: {part}" for part in cut_off(page)]
    page.set_viewport_size(DESK)
    return told


def _faults_in(looks: Mapping[str, Look], page: Page, state: str, plain: list[str]) -> list[str]:
    """Return the faults in these looks; check only what can differ from the plain one."""
    told: list[str] = []
    for name, look in looks.items():
        page.emulate_media(**look)
        where = f"{state}, {name}"
        rules = _rules(plain, _placed(page))
        told += [f"{where}: {fault}" for fault in faults(page, where, *rules)]
    page.emulate_media(**PLAIN)
    return told


def _placed(page: Page) -> list[str]:
    unfold(page)
    placed: list[str] = page.evaluate(_PLACES)
    return placed


def _rules(before: list[str], now: list[str]) -> tuple[Rules, ...]:
    """Return which rules a page can break now; none stands for all."""
    if before == now:
        return (COLOURS,)
    return (_SIZES, COLOURS) if before[0] == now[0] else ()


def cut_off(page: Page) -> list[str]:
    """Return elements whose text is cut off, and "the page" if it is wider than the window."""
    found: list[str] = page.evaluate(_CUT_OFF)
    return found


def _where(rules: Rules) -> str:
    return _ONE_OF_EACH_COLOUR if rules in (COLOURS, _CONTRAST) else _PAGE


def _told(parts: Iterable[Mapping[str, Any]], kind: str) -> list[str]:
    found = [fault for part in parts for fault in part[kind]]
    return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]
