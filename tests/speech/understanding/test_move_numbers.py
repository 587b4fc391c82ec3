"""Moves named by their numbers, in words and in figures."""

import pytest

from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.counting import MOST_MOVES, spoken_number
from voice_chess.speech.understanding.interpret import CommandMeaning, interpret
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

LANGUAGES = pytest.mark.parametrize("language_id", known_languages())


def meant(words: tuple[str, ...], language: Language) -> list[tuple[str, ...]]:
    """The arguments of what leads to a move."""
    found = interpret(parse(words, language), None, COMMANDS)
    names = {one.name for one in found if isinstance(one, CommandMeaning)}
    assert names <= {"go-to-move"}
    return [one.args for one in found if isinstance(one, CommandMeaning)]


@LANGUAGES
def test_every_number_is_understood_in_words_and_in_figures(language_id: str) -> None:
    language = load_language(language_id)
    for form in language.words["go-to-move"]:
        for number in range(1, MOST_MOVES + 1):
            spoken = (*form.split(), *spoken_number(number, language))

            assert meant(spoken, language) == [(str(number),)]
            assert meant(typed_words(f"{form} {number}", language), language) == [(str(number),)]


@LANGUAGES
def test_the_side_may_follow(language_id: str) -> None:
    language = load_language(language_id)
    form, number = language.say("go-to-move").split(), spoken_number(21, language)
    for side in ("white", "black"):
        for word in language.words[side]:
            assert meant((*form, *number, word), language) == [("21", side)]


def test_digits_make_a_number_and_a_number_alone_names_nothing() -> None:
    german = load_language("de")

    assert meant(("zug", "eins", "drei"), german) == [("13",)]
    assert meant(("zug",), german) == []
    assert meant(("zug", "zwölf", "eva"), german) == []
    assert parse(("ein", "und", "zwanzig"), german)[:1] == ("unknown",)


def test_what_takes_a_game_back_for_an_arbiter_leads_a_players_board() -> None:
    assert meant(("zurück", "auf", "zug", "zwölf"), load_language("de")) == [("12",)]
