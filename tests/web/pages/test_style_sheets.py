"""What the style sheets never do: show by pointing or the focus alone, flash, move, add to names.

WCAG 2.2, criteria 1.4.13, 2.3.1 and 2.5.3.
"""

import re
from pathlib import Path

import pytest

import voice_chess.web

SHEETS = sorted((Path(voice_chess.web.__file__).parent / "static").glob("*.css"))
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
PROPERTY = re.compile(r"(?:^|;)\s*([a-z-]+)\s*:")
MAY_CHANGE = {"outline", "outline-offset", "box-shadow", "text-decoration", "z-index", "border"}
"""Besides colours, by pointing or by the focus: nothing that anything could be hidden by."""
IN_LESS_THAN_A_BLINK_MS = 200


def rules(sheet: Path) -> list[tuple[str, str]]:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    return RULE.findall(text)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_pointing_and_the_focus_change_colours_and_borders_alone(sheet: Path) -> None:
    changed = {
        (selector.strip(), name)
        for selector, body in rules(sheet)
        if re.search(r":(hover|focus)", selector)
        for name in PROPERTY.findall(body)
        if name not in MAY_CHANGE and not name.endswith("color") and name != "background"
    }

    assert changed == set()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_nothing_flashes_or_moves_by_style(sheet: Path) -> None:
    text = sheet.read_text("utf-8")

    assert not re.search(r"@keyframes|\banimation\b|\bblink\b", text)
    for body in (body for _, body in rules(sheet) if "transition" in body):
        assert re.fullmatch(r"transition: background-color \d+ms;?", body.strip())
        assert int(re.findall(r"\d+", body)[0]) <= IN_LESS_THAN_A_BLINK_MS


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_signs_of_the_style_are_not_read_out(sheet: Path) -> None:
    """Else they stand in names, on a braille line as well: "● Learn my voice"."""
    read = [
        (selector.strip(), body)
        for selector, body in rules(sheet)
        for last in re.findall(r"(?<![-\w])content: ([^;]+)", body)[-1:]
        if last not in {'""', "none"} and '/ ""' not in last
    ]

    assert read == []


def test_both_are_looked_for_where_they_are() -> None:
    found = [selector for sheet in SHEETS for selector, _ in rules(sheet)]

    assert any(":hover" in selector for selector in found)
    assert any(":focus" in selector for selector in found)
