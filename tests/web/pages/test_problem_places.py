"""What is wrong with a field is told beside it, and tied to it."""

import re

import pytest

from voice_chess.web.pages.rendering import FOLDER

CONTROL = re.compile(r"<(?:input|select|textarea)\b(?:\{%.*?%\}|\{\{.*?\}\}|[^>{])*>")
FIELDS = {
    f"{file.stem}: {control}": (control, file.read_text("utf-8"))
    for file in sorted((FOLDER / "templates").glob("*.html"))
    for control in CONTROL.findall(file.read_text("utf-8"))
    if "data-field=" in control
}


@pytest.mark.parametrize(("control", "page"), FIELDS.values(), ids=FIELDS)
def test_a_field_that_may_be_wrong_is_described_by_a_place_for_it(control: str, page: str) -> None:
    place = f"{attribute('id', control)}-problem"

    assert f" {place} " in f" {attribute('aria-describedby', control)} "
    assert re.search(
        rf'<(?:p|span) id="{re.escape(place)}" class="warning" data-problem hidden>', page
    )


def attribute(name: str, control: str) -> str:
    """Its value; nothing where it has none."""
    found = re.search(rf' {name}="([^"]*)"', control)
    return "" if found is None else found[1]
