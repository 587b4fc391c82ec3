"""Correcting one thing of what was announced."""

import pytest

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.speech.understanding.features import features_in
from voice_chess.speech.understanding.interpret import CommandMeaning, repaired
from voice_chess.speech.understanding.parse import parse

GERMAN = load_language("de")
START = Position.start()
BOTH = "4k3/8/8/8/8/8/3N2B1/4K1N1 w - - 0 1"
PROMOTION = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"


def meant(fen: str, announced: str, words: str) -> set[str]:
    before = Position.from_fen(fen)
    tokens = parse(words.split(), GERMAN)
    found = repaired(tokens, features_in(before, announced), before)
    assert all(meaning.name == "correction" for meaning in found)
    return {meaning.args[0] for meaning in found}


@pytest.mark.parametrize(
    ("fen", "announced", "words", "moves"),
    [
        (BOTH, "g1f3", "ich meinte Läufer", {"g2f3"}),
        (BOTH, "g2f3", "nein Springer", {"g1f3", "d2f3"}),
        (BOTH, "g1f3", "nein Hektor", {"g1h3"}),
        (BOTH, "g1f3", "nein nach Hektor", {"g1h3"}),
        (BOTH, "g1f3", "nein David", {"d2f3"}),
        (BOTH, "g1f3", "Korrektur Hektor drei", {"g1h3"}),
        (START.fen, "e2e4", "nein drei", {"e2e3"}),
        (START.fen, "e2e4", "nein zwei", set()),
        (START.fen, "e2e4", "nein David", {"d2d4"}),
        (PROMOTION, "a7a8q", "nein Turm", {"a7a8r"}),
        (START.fen, "e2e4", "nein", set()),
        (START.fen, "e2e4", "drei", set()),
        (START.fen, "e2e4", "nein König", set()),
    ],
)
def test_the_named_thing_is_changed_and_all_else_stays(
    fen: str, announced: str, words: str, moves: set[str]
) -> None:
    assert meant(fen, announced, words) == moves


def test_a_move_that_is_not_legal_there_has_no_repair() -> None:
    assert repaired(("no", "rank:3"), features_in(START, "e4e5"), START) == ()


def test_a_repair_is_a_correction_with_the_whole_move() -> None:
    found = repaired(("correction", "rank:3"), features_in(START, "e2e4"), START)

    assert found == (CommandMeaning(name="correction", args=("e2e3",)),)
