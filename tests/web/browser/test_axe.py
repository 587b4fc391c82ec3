"""Colours that are looked at on one of many alike: what is wrong with one of them is found."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.web.browser.axe import (
    COLOURS,
    EVERYWHERE,
    LOOKS,
    PLAIN,
    faults,
    faults_at_every_width,
    faults_in_every_look,
)

pytestmark = pytest.mark.slow

PAGE = """<!doctype html><html lang=en><title>Lines</title><style>
body {{ background: #fff; color: #000 }} a {{ color: #00c }}
@media (prefers-color-scheme: dark) {{ {rule} }}
</style><main><h1>Lines</h1>
{lines}
<p>A sentence with <a href="/">a link</a> in it.</p>
<div class=apart><p>A line before a ground of its own.</p></div>
<p class=own>A line of a kind of its own.</p>
<label>Field <input value=words></label> <label>Field <input disabled value=words></label>
</main>"""
LINES = "\n".join(f"<p>Line {number} of many.</p>" for number in range(200))
BUTTONS = "<button>One</button><button>Two</button>"
TOO_PALE = {
    "each line": "p { color: #aaa }",
    "the last of many alike": "p:nth-of-type(200) { color: #aaa }",
    "a kind of its own": ".own { color: #aaa }",
    "a ground of its own": ".apart { background: #444 }",
    "a group that is half seen through": ".apart { opacity: .4 }",
    "a link": "a { color: #aaf }",
    "a link like the words around it": "a { color: #002; text-decoration: none }",
    "a field": "input { color: #aaa; background: #fff }",
    "the page": "body { background: #444 }",
}
ELSEWHERE = {
    "on the ground of another": """
        .apart p { display: none } .apart { background: #444; position: absolute; z-index: -1;
          top: 40em; left: 0; right: 0; height: 6em }""",
    "beyond its own ground": """
        body { background: #444 } main { background: #fff; margin-right: 50% }
        p:nth-of-type(200) { position: relative; left: 100% }""",
    "on a ground that the style adds": """
        p:nth-of-type(200) { position: relative }
        p:nth-of-type(200)::after { content: ""; position: absolute; inset: 0; background: #444 }
    """,
    "behind a picture": """
        .apart::before { content: ""; position: absolute; margin-top: -5em; height: 5em;
          width: 9em; background: url("data:image/gif;base64,R0lGODlhAQABAAAAACw=") }""",
}


def page_of(context: BrowserContext, rule: str, lines: str = LINES) -> Page:
    page = context.new_page()
    page.emulate_media(**PLAIN)
    page.set_content(PAGE.format(rule=rule, lines=lines))
    return page


@pytest.mark.parametrize("rule", TOO_PALE.values(), ids=TOO_PALE)
def test_what_is_too_pale_in_one_look_alone_is_found(context: BrowserContext, rule: str) -> None:
    page = page_of(context, rule)

    assert faults(page, "Lines") == []

    page.emulate_media(**LOOKS["dark"])
    in_all = set(faults(page, "Lines, dark", EVERYWHERE))

    for found in (faults(page, "Lines, dark"), faults(page, "Lines, dark", COLOURS)):
        assert found
        assert set(found) <= in_all


@pytest.mark.parametrize("rule", ELSEWHERE.values(), ids=ELSEWHERE)
def test_one_of_many_alike_is_looked_at_where_it_is(context: BrowserContext, rule: str) -> None:
    page = page_of(context, rule)
    page.emulate_media(**LOOKS["dark"])

    found = faults(page, "Lines, dark")
    assert found
    assert set(found) <= set(faults(page, "Lines, dark", EVERYWHERE))


@pytest.mark.parametrize("where", ["(max-width: 400px)", "(forced-colors: active)"])
def test_what_is_too_small_in_one_look_or_at_one_width_is_found(
    context: BrowserContext, where: str
) -> None:
    page = page_of(context, "", BUTTONS)
    small = "button { font-size: 1px; padding: 0; border: 0; min-height: 3px; min-width: 3px }"
    page.add_style_tag(content=f"button {{ min-height: 2em }} @media {where} {{ {small} }}")

    for look_at in (faults_in_every_look, faults_at_every_width):
        assert any("target-size" in fault for fault in look_at(page, "Buttons"))


@pytest.mark.parametrize("rule", TOO_PALE.values(), ids=TOO_PALE)
@pytest.mark.parametrize("how", ["", "html { background: #999 } body { background: none }"])
def test_what_was_readable_on_another_page_is_found_where_it_is_not(
    context: BrowserContext, rule: str, how: str
) -> None:
    before = page_of(context, "", LINES)
    before.emulate_media(**LOOKS["dark"])
    assert faults(before, "Lines, dark") == []
    page = page_of(context, f"{rule} {how}")
    page.emulate_media(**LOOKS["dark"])

    found = faults(page, "Lines, dark", COLOURS)
    assert found
    assert set(found) == set(faults(page, "Lines, dark", COLOURS))


def test_where_all_is_well_nothing_is_found(context: BrowserContext) -> None:
    page = page_of(context, "body { background: #000; color: #fff } a { color: #8af }")
    page.emulate_media(**LOOKS["dark"])

    assert faults(page, "Lines, dark", COLOURS) == []
