"""Words as people type them: without the marks on their letters, with others, in the plural."""

import unicodedata

import pytest

from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.understanding.parse import UNKNOWN, parse
from voice_chess.speech.understanding.spelling import spelt
from voice_chess.speech.understanding.typed import typed_words

LANGUAGES = [pytest.param(load_language(name), id=name) for name in known_languages()]


def without_marks(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return bare.replace("ł", "l").replace("đ", "dj").replace("ß", "ss")


def tokens(text: str, language: Language) -> tuple[str, ...]:
    return parse(typed_words(text, language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_can_be_typed_without_marks(language: Language) -> None:
    forms = {
        form: token
        for table in (language.words, language.asked, language.typed)
        for token in COMMANDS & {*table}
        for form in table[token]
    }

    assert {form: tokens(without_marks(form), language) for form in forms} == {
        form: tokens(form, language) for form in forms
    }


@pytest.mark.parametrize(
    ("language_id", "line", "token"),
    [
        ("pl", "dluga roszada", "castle:long"),
        ("pl", "roszada krotka", "castle:short"),
        ("pl", "robie krotka roszade", "castle:short"),
        ("pl", "wieze", "piece:R"),
        ("cs", "brani mimochodem", "en-passant"),
        ("cs", "padesat tahu", "claim:fifty"),
    ],
)
def test_words_without_marks_that_could_stand_for_two_are_understood(
    language_id: str, line: str, token: str
) -> None:
    assert tokens(line, load_language(language_id)) == (token,)


@pytest.mark.law("adjust")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", ["j'adoube", "j\u2019adoube", "j\u00b4adoube", "J'adoube."])
def test_2005_4_2_j_adoube_is_understood_with_every_apostrophe(
    said: str, language: Language
) -> None:
    assert tokens(said, language) == ("adjust",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_apostrophe_of_print_is_that_of_typewriters(language: Language) -> None:
    forms = [form for _, forms in language.forms for form in forms if "'" in form]

    assert [tokens(form.replace("'", "\u2019"), language) for form in forms] == [
        tokens(form, language) for form in forms
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_language_is_taken_for_another(language: Language) -> None:
    words = {word for _, forms in language.forms for form in forms for word in form.split()}

    assert {word: spelt(word, language) for word in words} == {word: word for word in words}


@pytest.mark.parametrize(
    ("language_id", "typed", "word"),
    [
        ("de", "laeufer", "läufer"),
        ("de", "laufer", "läufer"),
        ("de", "grosse", "große"),
        ("de", "koenige", "könig"),
        ("pl", "posuniecie", "posunięcie"),
        ("pl", "wieza", "wieża"),
        ("cs", "strelec", "střelec"),
        ("cs", "kůn", "kůň"),
        ("sr", "skakac", "skakač"),
        ("sr-cyrl", "skakac", "скакач"),
        ("it", "perchè", "perché"),
        ("en", "knights", "knight"),
        ("en", "knihgt", "knihgt"),
    ],
)
def test_a_word_with_other_marks_or_none_is_that_word(
    language_id: str, typed: str, word: str
) -> None:
    assert spelt(typed, load_language(language_id)) == word


def test_letters_put_together_of_two_signs_are_one() -> None:
    german = load_language("de")
    line = unicodedata.normalize("NFD", "Läufer schlägt fünf")

    assert UNKNOWN not in tokens(line, german)
    assert tokens(line, german) == tokens("Läufer schlägt fünf", german)
