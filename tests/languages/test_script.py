"""Serbian in both of its scripts."""

import re

import pytest

from voice_chess.languages.language import Language, load_language
from voice_chess.laws.notation import written
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.typed_moves import as_move
from voice_chess.speech.generation.sentence import phrase, sentence
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.interpret import MoveMeaning, moves_meant
from voice_chess.speech.understanding.parse import parse

LATIN, CYRILLIC = load_language("sr"), load_language("sr-cyrl")


@pytest.mark.parametrize(
    ("uci", "latin", "cyrillic"),
    [
        ("g1f3", "Skakač Gustav jedan, Feliks tri", "Скакач Густав један, Феликс три"),
        ("b1c3", "Skakač Bela jedan, Cezar tri", "Скакач Бела један, Цезар три"),
    ],
)
def test_a_move_is_the_same_in_both(uci: str, latin: str, cyrillic: str) -> None:
    position = Position.start()

    assert sentence(move_words(uci, position, LATIN), LATIN).text == latin
    assert sentence(move_words(uci, position, CYRILLIC), CYRILLIC).text == cyrillic


@pytest.mark.parametrize(
    ("latin", "cyrillic"), [("kralj", "краљ"), ("pešak", "пешак"), ("konj", "коњ")]
)
def test_two_letters_of_one_sound_become_one(latin: str, cyrillic: str) -> None:
    tokens = parse([latin], LATIN)

    assert tokens == parse([cyrillic], CYRILLIC) != ("unknown",)


def test_gaps_of_phrases_are_filled_in_both() -> None:
    assert phrase("whose-turn", CYRILLIC, side="бели").text == "На потезу је бели."


@pytest.mark.parametrize("words", ["скакач г 1 ф 3", "skakač g 1 f 3", "skakac f 3"])
def test_typing_in_either_script_is_understood(words: str) -> None:
    position = Position.start()

    assert moves_meant(parse(words.split(), CYRILLIC), position) == (MoveMeaning(uci="g1f3"),)


@pytest.mark.parametrize("words", ["скакач г 1 ф 3", "коњ ф 3", "skakač g 1 f 3"])
def test_words_in_cyrillic_letters_are_understood_in_a_game_in_latin_ones(words: str) -> None:
    assert moves_meant(parse(words.split(), LATIN), Position.start()) == (MoveMeaning(uci="g1f3"),)


@pytest.mark.parametrize("text", ["Сф3", "сф3", "Sf3", "Сf3", "Nf3", "Сг1ф3"])
@pytest.mark.parametrize("language", [LATIN, CYRILLIC], ids=["latin", "cyrillic"])
def test_notation_in_either_script_is_understood_in_both(text: str, language: Language) -> None:
    assert as_move(text, Position.start(), language) == MoveMeaning(uci="g1f3")


def test_every_form_can_be_typed_in_the_other_script() -> None:
    for latin, cyrillic in ((LATIN, CYRILLIC), (CYRILLIC, LATIN)):
        for token, forms in {**latin.words, **latin.typed}.items():
            for form in forms:
                meant = parse(form.split(), latin)

                assert parse(form.split(), cyrillic) == meant, token


def test_keys_and_kinds_of_files_keep_their_names() -> None:
    cyrillic = load_language("sr-cyrl").interface

    shown = " ".join(str(text) for text in cyrillic.values())

    assert {"Enter", "Escape", "PGN", "BRF", "JavaScript"} <= set(re.findall(r"[A-Za-z]+", shown))


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("key:pieces", "k, q, r, b, n, p:"),
        ("key:copy", "Ctrl+C"),
        ("key:copy", "Alt+C"),
        ("step-keys", " F "),
        ("step-keys", "Shift+F "),
        ("next-need-how", " N:"),
        ("next-need-how", "Alt+Shift+N"),
    ],
)
def test_keys_of_letters_are_named_by_their_latin_letters(name: str, keys: str) -> None:
    words = {**CYRILLIC.interface, **CYRILLIC.review}

    assert keys in str(words[name])


def test_programs_and_formats_keep_their_names_and_one_that_is_inflected_its_sound() -> None:
    shown = " ".join(map(str, CYRILLIC.interface.values()))

    assert {
        "Stockfish",
        "Debian",
        "Ubuntu",
        "npm",
        "stockfish",
        "ariaNotify",
        "UTF",
        "ZIP",
        "eBraille",
        "EBRL",
    } <= set(re.findall(r"[A-Za-z]+", shown))
    assert "Личесу" in shown


WRITTEN_MOVE = re.compile(r"[А-Яа-яЂ-џ]?([абцдефгхАБЦДЕФГХ][1-8])+")


def test_no_example_shows_a_square_in_letters_that_its_field_refuses() -> None:
    """Only the line reads squares in either alphabet; a choice shows what would be written."""
    found = {
        name: [move[0] for move in WRITTEN_MOVE.finditer(text)]
        for name, text in CYRILLIC.interface.items()
    }
    shown = {name: moves for name, moves in found.items() if moves}
    typed = [as_move(move, Position.start(), CYRILLIC) for move in shown.pop("line-how")]
    chosen = shown.pop("style:san")

    assert chosen == [written(Position.start(), "g1f3", CYRILLIC.orthography)]
    assert typed == [MoveMeaning(uci="e2e4"), MoveMeaning(uci="g1f3")]
    assert shown == {}
