"""What people say on their way to a move: hesitations, words said twice, corrections."""

import pytest

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    Meaning,
    MoveMeaning,
    interpret,
)
from voice_chess.speech.understanding.mending import mended
from voice_chess.speech.understanding.parse import Tokens

START = Position.start()
ROOKS = Position.from_fen("4k3/8/8/8/8/R7/8/4KR2 w - - 0 1")
ASIDES = frozenset({"repeat", "clock"})
LANGUAGES = ("cs", "de", "en", "it", "pl", "sr")
REPEAT = CommandMeaning(name="repeat")


def meant(
    words: str, position: Position = START, language: str = "de"
) -> tuple[Meaning, ...] | None:
    def understand(tokens: Tokens) -> tuple[Meaning, ...]:
        return interpret(tokens, position, UNASKED)

    return mended(tuple(words.split()), load_language(language), understand, ASIDES)


def moves(words: str, position: Position = START) -> set[str] | None:
    found = meant(words, position)
    return None if found is None else {m.uci for m in found if isinstance(m, MoveMeaning)}


@pytest.mark.parametrize(
    ("words", "uci"),
    [
        ("springer springer felix drei", "g1f3"),
        ("springer springer springer felix drei", "g1f3"),
        ("springer felix springer felix drei", "g1f3"),
        ("springer felix felix drei", "g1f3"),
        ("springer gustav eins gustav eins felix drei", "g1f3"),
        ("felix felix drei", "f2f3"),
        ("eva zwei eva zwei eva vier", "e2e4"),
        ("eva vier eva vier", "e2e4"),
        ("springer felix drei springer felix drei", "g1f3"),
    ],
)
def test_what_was_said_twice_counts_once(words: str, uci: str) -> None:
    assert moves(words) == {uci}


def test_a_rook_may_have_been_named_by_the_file_that_it_goes_along() -> None:
    assert moves("turm felix felix drei", ROOKS) is None


@pytest.mark.parametrize(
    "words", ["springer äh felix drei", "springer felix ähm drei", "äh springer äh äh felix drei"]
)
def test_a_hesitation_inside_a_move_says_nothing(words: str) -> None:
    assert moves(words) == {"g1f3"}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("felix drei nein felix vier", {"f2f4"}),
        ("springer felix drei nein springer cesar drei", {"b1c3"}),
        ("springer felix nein springer cesar drei", {"b1c3"}),
        ("läufer nein springer cesar drei", {"b1c3"}),
        ("springer gustav nein cesar drei", {"b1c3", "c2c3"}),
        ("eva vier ich meinte david vier", {"d2d4"}),
        ("eva vier nein nein david vier", {"d2d4"}),
        ("eva vier nein david drei nein david vier", {"d2d4"}),
        ("eva vier nein drei", {"e2e3"}),
        ("eva vier nein david", {"d2d4"}),
        ("springer felix drei nein cesar drei", {"b1c3", "c2c3"}),
        ("bauer hektor drei nein springer", {"g1h3"}),
    ],
)
def test_a_correction_in_the_same_breath_replaces_what_was_said(
    words: str, found: set[str]
) -> None:
    assert moves(words) == found


@pytest.mark.parametrize("words", ["eva vier nein", "eva vier nein eva sieben"])
def test_what_was_taken_back_is_no_move(words: str) -> None:
    assert meant(words) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_breaks_off_a_move_in_every_language(language: str) -> None:
    said = load_language(language).words
    begun = f"{said['piece:N'][0]} {said['file:f'][0]}"

    assert meant(f"{begun} {said['repeat'][0]}", language=language) == (REPEAT,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_mends_a_move(language: str) -> None:
    said = load_language(language).words
    knight, square = said["piece:N"][0], f"{said['file:f'][0]} {said['rank:3'][0]}"
    pawn = f"{said['file:e'][0]} {said['rank:4'][0]}"

    for words in (
        f"{knight} {knight} {square}",
        *(f"{knight} {hesitation} {square}" for hesitation in said["filler"]),
        *(f"{pawn} {no} {knight} {square}" for no in said["no"]),
    ):
        assert meant(words, language=language) == (MoveMeaning(uci="g1f3"),)


@pytest.mark.parametrize(
    "words",
    [
        "springer felix drei",
        "eva vier",
        "eva vier david vier",
        "springer wiederholen felix drei",
        "springer aufgeben",
        "eva vier wiederholen",
        "nein eva vier",
        "springer und dame",
        "acht acht acht",
        "cesar sechs sieben acht sieben wiederholen",
    ],
)
def test_nothing_else_is_mended(words: str) -> None:
    assert not meant(words)
