"""One map of keys: a letter on the board asks what it asks at a terminal, behind a comma."""

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.speech.commands import COMMAND_TABLE, KEYS
from voice_chess.speech.generation.answers import QUERIES
from voice_chess.web.pages.board_keys import JUMPS, LAYOUTS, key_words


def test_every_letter_of_our_own_is_the_key_of_the_same_command() -> None:
    letters = {key: asks for key, asks in LAYOUTS["own"].items() if not key.startswith("Alt+")}
    typed = {
        key: key.removeprefix("Shift+").upper() if key.startswith("Shift+") else key
        for key in letters
    }

    assert {key: asks[0][0] for key, asks in letters.items()} == {
        key: KEYS[typed[key]] for key in letters
    }
    assert {"t", "m", "h", "d", "v", "Shift+h", "Shift+v", "Shift+d"} <= letters.keys()


def test_no_letter_on_the_board_does_more_than_ask() -> None:
    asked = {name for asks in LAYOUTS["own"].values() for name, _ in asks}

    assert asked <= QUERIES | {"copy-words"}


def test_every_question_about_a_square_has_its_letter_on_the_board() -> None:
    of_a_square = {command.name for command in COMMAND_TABLE if "fr" in command.shapes} & QUERIES
    bound = {name for asks in LAYOUTS["own"].values() for name, part in asks if part == "square"}

    assert bound == of_a_square


def test_the_letters_of_pieces_are_left_to_them_in_every_layout() -> None:
    assert not [key for keys in LAYOUTS.values() for key in keys if key[-1] in JUMPS]


OVER_FIGURES = {
    "cs": "12345678",
    "de": '!"§$%&/(',
    "en": '!@#$%^&*£"',
    "it": '!"£$%&/(',
    "pl": "!@#$%^&*",
    "sr": '!"#$%&/(',
}
"""What Shift makes of the keys of the figures 1 to 8, on the keyboards of each language."""


@pytest.mark.parametrize("language_id", known_languages())
def test_no_sign_on_the_board_shares_its_key_with_a_figure(language_id: str) -> None:
    """Figures and Shift with a figure lead to ranks and files."""
    signs = {key for keys in LAYOUTS.values() for key in keys if len(key) == 1}

    assert not signs & {*OVER_FIGURES[language_id.partition("-")[0]]}


@pytest.mark.parametrize("language_id", known_languages())
def test_every_letter_is_told_with_its_words_in_every_language(language_id: str) -> None:
    language = load_language(language_id)
    told = key_words(language)

    for layout, keys in LAYOUTS.items():
        letters = [key for key in keys if key != "Alt+c"]
        assert [line.partition(": ")[0] for line in told[layout]] == letters
        assert all(line.partition(": ")[2] for line in told[layout])
    assert f"t: {language.written('clock')}" in told["own"]
