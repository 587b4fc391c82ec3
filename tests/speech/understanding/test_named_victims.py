"""Captures in writing that name the captured piece, or what captures it last."""

import pytest

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import NotThere
from voice_chess.speech.understanding.illegal_announcements import objection
from voice_chess.speech.understanding.interpret import MoveMeaning, moves_meant
from voice_chess.speech.understanding.parse import Tokens, parse
from voice_chess.speech.understanding.typed import typed_words

KNIGHT_OR_QUEEN = Position.from_fen("4k3/8/8/8/3p4/5N2/8/3QK3 w - - 0 1")
"""A knight on f3 and a queen on d1 can take a pawn on d4."""
ON_THE_LAST_RANK = Position.from_fen("3nk3/4P3/8/8/8/8/8/R3K3 w - - 0 1")
IN_PASSING = Position.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
CAPTURES = [
    ("de", "Springer nimmt den Bauern auf d4"),
    ("de", "schlage auf d4 mit dem Springer"),
    ("en", "knight takes pawn on d4"),
    ("en", "the knight on f3 takes the pawn on d4"),
    ("en", "take on d4 with the knight"),
    ("en", "take the pawn on d4 with the knight"),
    ("cs", "jezdec bere pěšce na d4"),
    ("cs", "beru na d4 jezdcem"),
    ("pl", "skoczek bije piona na d4"),
    ("pl", "biję na d4 skoczkiem"),
    ("sr", "skakač uzima pešaka na d4"),
    ("sr", "uzimam na d4 skakačem"),
    ("it", "il cavallo prende il pedone in d4"),
    ("it", "prendo in d4 con il cavallo"),
]


def read(line: str, language_id: str = "en") -> Tokens:
    language = load_language(language_id)
    return parse(typed_words(line, language), language)


@pytest.mark.parametrize(("language_id", "line"), CAPTURES)
def test_a_capture_may_name_the_captured_piece_or_the_capturing_one_last(
    language_id: str, line: str
) -> None:
    assert moves_meant(read(line, language_id), KNIGHT_OR_QUEEN) == (MoveMeaning(uci="f3d4"),)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("knight takes rook on d4", NotThere(square="d4", stands_there="P")),
        ("take the rook on d4 with the knight", NotThere(square="d4", stands_there="P")),
        ("knight takes pawn on e5", NotThere(square="e5", stands_there=None)),
    ],
)
def test_another_piece_than_the_named_one_is_not_captured_but_told(
    line: str, reason: NotThere
) -> None:
    refused = objection(read(line), KNIGHT_OR_QUEEN)

    assert not moves_meant(read(line), KNIGHT_OR_QUEEN)
    assert refused is not None
    assert refused.reason == reason


def test_a_captured_piece_without_the_one_that_captures_it_makes_no_move() -> None:
    assert not moves_meant(read("take the pawn on d4"), KNIGHT_OR_QUEEN)


def test_a_pawn_captured_in_passing_may_be_named_though_it_stands_elsewhere() -> None:
    tokens = read("pawn e5 takes pawn on d6")

    assert moves_meant(tokens, IN_PASSING) == (MoveMeaning(uci="e5d6"),)
    assert objection(tokens, IN_PASSING) is None


def test_on_the_last_rank_a_piece_at_the_end_is_not_taken_for_what_captures() -> None:
    rook_takes = Position.from_fen("3nk3/8/8/8/8/8/8/3RK3 w - - 0 1")

    assert not moves_meant(read("takes d8 rook"), rook_takes)
    assert not moves_meant(read("takes d8 rook"), ON_THE_LAST_RANK)
    assert moves_meant(read("pawn e7 takes knight d8 rook"), ON_THE_LAST_RANK) == (
        MoveMeaning(uci="e7d8r"),
    )
