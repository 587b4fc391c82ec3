"""What an announcement means in a position."""

import pytest

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    Meaning,
    MoveMeaning,
    interpret,
)
from voice_chess.speech.understanding.parse import parse

GERMAN = load_language("de")
START = Position.start().fen
KNIGHTS = "4k3/8/8/8/8/8/3N4/1N2K1N1 w - - 0 1"
PASSING = "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"
PAWNS = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
PROMOTION = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"


def meant(fen: str, words: str) -> tuple[Meaning, ...]:
    return interpret(parse(words.split(), GERMAN), Position.from_fen(fen), COMMANDS)


def moves(fen: str, words: str) -> set[str]:
    return {meaning.uci for meaning in meant(fen, words) if isinstance(meaning, MoveMeaning)}


@pytest.mark.parametrize(
    ("fen", "words", "uci"),
    [
        (START, "Springer Felix drei", "g1f3"),
        (START, "Springer Gustav eins Felix drei", "g1f3"),
        (START, "Gustav eins Felix drei", "g1f3"),
        (START, "Gustav Felix drei", None),
        (START, "Felix drei", "f2f3"),
        (START, "Bauer Felix drei", "f2f3"),
        (START, "Felix Felix drei", None),
        (START, "Läufer Felix drei", None),
        (START, "Springer schlägt Felix drei", None),
        (START, "Springer Felix drei Schach", None),
        (START, "Springer Felix drei Dame", None),
        (START, "Springer Gustav zwei Felix drei", None),
        (KNIGHTS, "Springer Gustav Felix drei", "g1f3"),
        (KNIGHTS, "Springer zwei Felix drei", "d2f3"),
        (KNIGHTS, "Springer zwo nach Felix drei", "d2f3"),
        (KNIGHTS, "David zwei Felix drei", "d2f3"),
        (PASSING, "David drei", None),
        (PASSING, "Eva David drei", "e4d3"),
        (PASSING, "Eva schlägt David drei en passant", "e4d3"),
        (PASSING, "Eva vier David drei im Vorbeigehen", "e4d3"),
        (PASSING, "Eva drei en passant", None),
        (PASSING, "Eva drei", "e4e3"),
        (PAWNS, "Eva schlägt David fünf", "e4d5"),
        (PAWNS, "Eva mal Felix fünf", "e4f5"),
        (PAWNS, "Bauer schlägt Felix fünf", "e4f5"),
        (PAWNS, "Felix fünf", None),
        (PROMOTION, "Anna acht Dame", "a7a8q"),
        (PROMOTION, "Anna acht wird Springer", "a7a8n"),
        (PROMOTION, "Anna acht König", None),
        (PROMOTION, "Anna schlägt Bella acht Turm", "a7b8r"),
        (CASTLING, "kurze Rochade", "e1g1"),
        (CASTLING, "Rochade lang", "e1c1"),
        (CASTLING, "König Eva eins Gustav eins", "e1g1"),
        (CASTLING, "König Gustav eins", None),
        (MATE, "Turm Anna acht matt", "a1a8"),
        (MATE, "Turm Anna acht Schach", "a1a8"),
        (MATE, "Turm Anna sieben matt", None),
    ],
)
def test_an_announcement_means_one_move_or_none(fen: str, words: str, uci: str | None) -> None:
    assert moves(fen, words) == ({uci} if uci else set())


@pytest.mark.parametrize(
    ("fen", "words", "expected"),
    [
        (KNIGHTS, "Springer Felix drei", {"g1f3", "d2f3"}),
        (PROMOTION, "Anna acht", {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}),
        (CASTLING, "Rochade", {"e1g1", "e1c1"}),
    ],
)
def test_a_short_form_means_every_move_it_fits(fen: str, words: str, expected: set[str]) -> None:
    assert moves(fen, words) == expected


def test_a_square_alone_is_a_step_of_a_pawn_and_no_capture() -> None:
    both = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"

    assert moves(both, "Bauer David sechs") == {"c5d6", "e5d6"}
    assert moves(both, "David sechs") == set()


@pytest.mark.parametrize(
    ("words", "name", "args"),
    [
        ("Wiederholen", "repeat", ()),
        ("was steht auf Eva vier", "what-is-on", ("e4",)),
        ("wo steht mein Springer", "where-is-own", ("N",)),
        ("wo ist der Springer", "where-is-own", ("N",)),
        ("wer deckt Eva vier", "defenders", ("e4",)),
        ("was bedroht Eva vier", "attackers", ("e4",)),
        ("Reihe sieben", "scan-rank", ("7",)),
        ("Linie Gustav", "scan-file", ("g",)),
        ("mögliche Züge Springer", "legal-moves", ("N",)),
        ("mögliche Züge Gustav eins", "legal-moves", ("g1",)),
        ("ich reklamiere", "claim", ()),
        ("Stellungswiederholung", "claim", ("repetition",)),
        ("ich reklamiere fünfzig Züge", "claim", ("fifty",)),
        (
            "ich reklamiere Stellungswiederholung Springer Felix drei",
            "claim",
            ("repetition", "g1f3"),
        ),
        ("nein", "no", ()),
        ("nein Springer Felix drei", "correction", ("g1f3",)),
        ("Korrektur Springer Felix drei", "correction", ("g1f3",)),
        ("ich meinte Eva vier", "correction", ("e2e4",)),
        ("Abgabezug Eva vier", "seal", ("e2e4",)),
    ],
)
def test_a_command_is_understood_with_its_arguments(
    words: str, name: str, args: tuple[str, ...]
) -> None:
    assert meant(START, words) == (CommandMeaning(name=name, args=args),)


@pytest.mark.parametrize(
    "words",
    ["", "äh", "Springer", "Felix", "Felix drei drei", "[unk] Felix drei", "Reihe Anna", "ja ja"],
)
def test_what_is_neither_a_move_nor_a_command_means_nothing(words: str) -> None:
    assert meant(START, words) == ()


def test_a_command_that_is_not_allowed_now_means_nothing() -> None:
    tokens = parse(["remis"], GERMAN)

    assert interpret(tokens, Position.start(), {"repeat"}) == ()


def test_without_a_position_no_move_is_understood() -> None:
    assert interpret(parse(["eva", "vier"], GERMAN), None, COMMANDS) == ()
