"""Piece letters of one language on another's scoresheet: read where they can mean one thing."""

from itertools import product

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.notation import AmbiguousNotation, MoveRead, in_script, read_move
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import typed_moves

LANGUAGES = [name for name in known_languages() if "-" not in name]
LONELY = {
    "K": ("8/8/8/8/8/8/8/K6k w - - 0 1", "a1a2"),
    "Q": ("8/8/8/8/8/8/7k/KQ6 w - - 0 1", "b1b3"),
    "R": ("8/8/8/8/8/8/7k/KR6 w - - 0 1", "b1b3"),
    "B": ("8/8/8/8/8/8/7k/KB6 w - - 0 1", "b1d3"),
    "N": ("8/8/8/8/8/8/7k/KN6 w - - 0 1", "b1c3"),
}
"""A position in which only this piece can make this move."""

KNIGHT_OR_BISHOP = "8/8/8/8/2B5/8/7k/K1N5 w - - 0 1"


@pytest.mark.parametrize(("game", "writer"), [*product(LANGUAGES, LANGUAGES)])
def test_a_move_in_the_letters_of_another_language_is_read(game: str, writer: str) -> None:
    script = load_language(game).orthography
    own = {letter: piece for piece, letter in script.letters.items() if letter}
    for piece, (fen, uci) in LONELY.items():
        position = Position.from_fen(fen)
        letter = load_language(writer).orthography.letters[piece]
        text = in_script(position.san(uci), load_language(writer).orthography)

        found = read_move(text, position, script)

        assert (found == MoveRead(uci=uci)) == (own.get(letter, piece) == piece), text


@pytest.mark.parametrize("game", LANGUAGES)
def test_its_own_letters_mean_what_they_always_meant(game: str) -> None:
    script = load_language(game).orthography

    for letter in filter(None, script.letters.values()):
        assert letter not in script.understood


@pytest.mark.parametrize(
    ("fen", "uci"),
    [("8/8/8/8/8/3N4/7k/K7 w - - 0 1", "d3f4"), ("8/8/8/8/8/8/7k/K1B5 w - - 0 1", "c1f4")],
)
def test_a_letter_that_means_two_pieces_is_read_where_one_can_move(fen: str, uci: str) -> None:
    found = read_move("Sf4", Position.from_fen(fen), load_language("en").orthography)

    assert found == MoveRead(uci=uci)


def test_a_letter_that_means_two_pieces_is_ambiguous_where_both_can_move() -> None:
    found = read_move("Sd3", Position.from_fen(KNIGHT_OR_BISHOP), load_language("en").orthography)

    assert isinstance(found, AmbiguousNotation)
    assert set(found.ucis) == {"c4d3", "c1d3"}


def test_a_promotion_to_one_of_two_pieces_is_ambiguous() -> None:
    pawn = Position.from_fen("8/4P3/8/8/8/8/7k/K7 w - - 0 1")

    found = read_move("e8S", pawn, load_language("en").orthography)

    assert isinstance(found, AmbiguousNotation)
    assert set(found.ucis) == {"e7e8b", "e7e8n"}


@pytest.mark.parametrize(
    ("text", "language", "piece"),
    [
        ("de5", "de", None),
        ("dh5", "de", "Q"),
        ("DH5", "de", "Q"),
        ("cd5", "it", None),
        ("cc6", "it", "N"),
    ],
)
def test_a_small_letter_is_the_file_of_a_pawn_only_beside_the_target(
    text: str, language: str, piece: str | None
) -> None:
    likeliest, *_ = typed_moves(text, load_language(language).orthography)

    assert likeliest.piece == piece
