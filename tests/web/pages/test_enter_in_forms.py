"""Enter in a field presses the first button of its form, so a form with fields has only one."""

import re

import pytest

from voice_chess.web.pages.rendering import FOLDER

FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
FIELD = re.compile(r"<(?:input|select|textarea)\b|\{% include")
SENDS = re.compile(r"<button(?![^>]*(?:type=\"button\"|form=))")
FORMS = {
    f"{file.stem} {number}": form
    for file in sorted((FOLDER / "templates").glob("*.html"))
    for number, form in enumerate(FORM.findall(file.read_text("utf-8")))
    if FIELD.search(form)
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_form_with_fields_has_at_most_one_button_that_sends_it(form: str) -> None:
    assert len(SENDS.findall(form)) <= 1


def test_every_form_is_looked_at() -> None:
    pages = [file.read_text("utf-8") for file in (FOLDER / "templates").glob("*.html")]
    begun = sum(page.count("<form") for page in pages)

    assert sum(len(FORM.findall(page)) for page in pages) == begun
    assert not any(re.search(r"<input[^>]*type=\"(?:submit|image)\"", page) for page in pages)
