"""Numbers, nouns, genders and cases agree: everything counted is compared with a table of forms."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import voice_chess.languages
from voice_chess.languages.language import Language, load_language
from voice_chess.speech.counting import counted, number_words
from voice_chess.speech.generation.board_words import piece_and_side

TABLE = tomllib.loads(Path(__file__).with_name("agreement.toml").read_text(encoding="utf-8"))
UNITS = ("hours", "minutes", "seconds")
PIECES = tuple("KQRBNP")
MOST = {**dict.fromkeys(UNITS, 99), **dict.fromkeys(PIECES, 10)}
"""How many there can be of a thing: pieces of a kind, and hours in a number of two digits."""

INFLECTED = frozenset(
    (
        *("time", "own", "other", "white", "black", "number"),
        *("piece", "move", "here", "there", "side", "mover", "opponent", "player"),
        *("claim", "result", "reason", "what"),
    )
)
"""Gaps that are filled with words in the case in which they are called."""

ABOUT_PLAYERS = (
    "OpponentLost",
    *(f"{what}:{who}" for what in ("left", "back") for who in ("opponent", "white", "black")),
)

GAP = re.compile(r"(\w+) \{ \$(\w+) \}")

OF_A_NAME = ("to-move", "draw-offered", "takeback-asked", "duties-whose", "clock-of")
"""Texts of pages about a player, who may be called by their name."""

NAMED = re.compile(r"\{(?:name|one|player)\}")
"""Gaps that are filled with a player's name or number."""

QUOTES = re.compile(r"[„“”«»‚‘’'\x22]")

ARTICLE = re.compile(r"\b(the|der|den|dem|des|il|lo|la|del|dal|al|nel|sul) \{", re.IGNORECASE)


@pytest.fixture(params=TABLE)
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


def expected(count: int, thing: str, language: Language) -> str:
    gender, single, *nouns = TABLE[language.id]["nouns"][thing]
    return (
        single
        if count == 1
        else f"{numeral(count, gender, language)} {_form(count, language, nouns)}"
    )


def numeral(count: int, gender: str, language: Language) -> str:
    """The number as it stands before a noun of this gender."""
    own: Mapping[str, str] = TABLE[language.id]["numerals"].get(gender, {})
    return own.get(str(count), number_words(count, language))


def _form(count: int, language: Language, nouns: list[str]) -> str:
    numbers: Mapping[str, list[int]] = TABLE[language.id]["forms"]
    assert len(numbers) == len(nouns)
    taken = (noun for noun, digits in zip(nouns, numbers.values(), strict=True) if count in digits)
    return next(taken, nouns[-1])


def test_every_language_that_is_not_made_from_another_is_in_the_table() -> None:
    folder = files(voice_chess.languages)
    fluent = {file.name.partition(".")[0] for file in folder.iterdir() if ".ftl" in file.name}

    assert set(TABLE) == fluent


@pytest.mark.parametrize("thing", MOST)
def test_a_number_and_its_noun_agree(language: Language, thing: str) -> None:
    numbers = range(thing in PIECES, MOST[thing] + 1)
    said = {count: counted(count, thing, language) for count in numbers}

    assert said == {count: expected(count, thing, language) for count in numbers}


@pytest.mark.parametrize("unit", UNITS)
def test_a_number_agrees_with_the_unit_that_is_left_out(language: Language, unit: str) -> None:
    gender = TABLE[language.id]["nouns"][unit][0]
    said = [counted(count, f"{unit}:alone", language) for count in range(100)]

    assert said == [numeral(count, gender, language) for count in range(100)]


@pytest.mark.parametrize("piece", PIECES)
def test_a_colour_agrees_with_its_piece(language: Language, piece: str) -> None:
    rules: Mapping[str, Any] = TABLE[language.id]
    gender, name = rules["nouns"][piece][0], language.written(f"piece:{piece}")
    said = [piece_and_side(piece, language), piece_and_side(piece.lower(), language)]

    assert said == [called.format(name) for called in rules["adjectives"][gender]]


def test_no_gap_stands_behind_a_word_that_wants_another_form(language: Language) -> None:
    governing = set(TABLE[language.id]["governing"])
    wrong = [pair for pair in _gaps(language) if pair[0].lower() in governing]

    assert wrong == []


def test_a_review_names_a_move_behind_a_colon_where_words_before_it_would_agree() -> None:
    inflected = [load_language(name) for name, rules in TABLE.items() if rules["participles"]]
    texts = {language.review[name] for language in inflected for name in ("best", "better")}

    assert [text for text in texts if ": {move}" not in text] == []


def _gaps(language: Language) -> Iterator[tuple[str, str]]:
    """Each gap that takes an inflected word, with the word straight before it."""
    text = files(voice_chess.languages).joinpath(f"{language.id}.ftl").read_text(encoding="utf-8")
    return (pair for pair in GAP.findall(text) if pair[1] in INFLECTED)


def test_who_plays_is_never_taken_for_a_man(language: Language) -> None:
    ending = TABLE[language.id]["participles"]
    told = [name for name, gaps in language.phrases.gaps.items() if "side" in gaps]
    said = {name: _said(name, language) for name in (*told, *ABOUT_PLAYERS)}

    assert (
        ending == ""
        or {name: text for name, text in said.items() if re.search(rf"\b{ending}\b", text)} == {}
    )


def test_who_is_named_is_never_taken_for_a_man(language: Language) -> None:
    ending = re.compile(rf"\b(?:{TABLE[language.id]['participles'] or '(?!)'})\b")
    named = {name: text for name, text in language.interface.items() if NAMED.search(text)}
    people = {name: text for name, text in named.items() if ":pairer-" not in name}

    assert people
    assert {name: text for name, text in people.items() if ending.search(text)} == {}


def test_everybody_is_addressed_in_one_way(language: Language) -> None:
    other = re.compile(rf"\b(?:{TABLE[language.id]['address']})\b")

    assert [text for text in _texts(language) if other.search(text)] == []


def test_a_thing_is_called_by_one_word(language: Language) -> None:
    other = re.compile(rf"\b(?:{TABLE[language.id]['replaced'] or '(?!)'})\b")

    assert [text for text in _texts(language) if other.search(text)] == []


def test_a_language_quotes_with_its_own_signs(language: Language) -> None:
    own = set(TABLE[language.id]["quotes"])

    assert [text for text in _texts(language) if set(QUOTES.findall(text)) - own] == []


def _texts(language: Language) -> list[str]:
    """Every text that is said, written at the table or shown on a page."""
    phrases = (_said(name, language) for name in language.phrases.gaps)
    tables = (language.interface, language.review, language.screen)
    return [*phrases, *(text for table in tables for text in table.values())]


def _said(name: str, language: Language) -> str:
    return language.phrase(name, **dict.fromkeys(language.phrases.gaps[name], "…"))


def test_no_article_stands_before_a_players_name(language: Language) -> None:
    assert [name for name in OF_A_NAME if ARTICLE.search(language.interface[name])] == []
