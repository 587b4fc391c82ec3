"""What braille has no cells for is told by its sound, or by a mark: no name is passed over."""

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.records.braille_page import prose


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("王小明", "WANGXIAOMING"),
        ("김철수", "GIMCHEOLSU"),
        ("محمد", "MHMD"),
        ("ლაშა", "LASHA"),
        ("राम", "RAM"),
        ("½ ♔", "1/2 K"),
        ("\U00030000", "?"),
    ],
)
def test_a_name_of_another_script_is_told_by_its_sound(
    name: str, told: str, language_id: str
) -> None:
    assert prose(name, load_language(language_id)) == told


def test_a_mark_without_a_letter_is_no_sound() -> None:
    assert prose("a\u200bb  c", load_language("en")) == "AB  C"
