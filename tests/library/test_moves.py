"""Moves for other programs: written, read and worded in every language."""

from typing import Any

import chess
import chess.variant
import pytest

from tests.german import GERMAN, NUMBERS, german, in_words
from voice_chess import (
    ArgumentError,
    NotationError,
    known_languages,
    move_in_words,
    read_move,
    write_move,
)
from voice_chess.speech.generation.styles import STYLES

BOARDS = [
    chess.Board(fen)
    for fen in (
        chess.STARTING_FEN,
        "r3k2r/pPpp1ppp/8/3Pp3/8/2N5/PPP2PPP/R3K1NR w KQkq e6 0 1",
        "4k3/8/8/8/8/2q5/3p4/1K2R3 b - - 0 1",
    )
]
START = BOARDS[0]


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("language", known_languages())
def test_every_move_is_read_as_it_is_written_and_worded(language: str, board: chess.Board) -> None:
    for move in board.legal_moves:
        texts = {
            write_move(move, board, language),
            write_move(move, board, language, is_long=True),
            *(move_in_words(move, board, language, style) for style in STYLES),
            move.uci(),
        }

        assert {text: read_move(text, board, language) for text in texts} == dict.fromkeys(
            texts, move
        )


def test_notation_is_in_the_letters_of_the_language() -> None:
    knight = chess.Move.from_uci("g1f3")
    written = [write_move(knight, START, language) for language in ("cs", "de", "en", "sr-cyrl")]

    assert written == ["Jf3", "Sf3", "Nf3", "\N{CYRILLIC CAPITAL LETTER ES}ф3"]


NOT_SO = german("NotALegalMove", move=in_words("Nf6"), reason=GERMAN.phrase("CannotMoveThatWay"))


@pytest.mark.parametrize(
    ("text", "told", "answer"),
    [
        ("", "nothing is written", german("NotUnderstood")),
        ("Sf6", "a knight does not move that way", NOT_SO),
        ("Sxf3", "it is no capture", german("writing:capture", move=in_words("Nf3"))),
        (
            "e9",
            "'e9' has no place in a move",
            german("writing:garbled", rest=f"e {NUMBERS[9]}"),
        ),
        ("morgen", "has no place in a move", german("writing:garbled", rest=" ".join("morgen"))),
    ],
)
def test_a_text_that_is_no_move_is_told_to_both(text: str, told: str, answer: str) -> None:
    with pytest.raises(NotationError, match=told) as raised:
        read_move(text, START, "de")

    assert raised.value.answer.startswith(answer)


def test_a_text_that_means_two_moves_is_asked_about() -> None:
    board = chess.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    for text in ("Nd2", "knight david two"):
        with pytest.raises(NotationError, match="it could be Nbd2 or Nfd2") as raised:
            read_move(text, board, "en")

        assert raised.value.answer == "Knight Felix or Bella?"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("e2e5", START, "en"), "e2e5 is not a legal move"),
        (("0000", START, "en"), "0000 is not a legal move"),
        (("e2e4", START, "xx"), "There is no language 'xx'"),
        (("e2e4", START, "en", "brief"), "There is no style 'brief'"),
        (("e2e4", chess.variant.AntichessBoard(), "en"), "neither chess nor Chess960"),
        (("e2e4", chess.Board(None), "en"), "the board is empty"),
    ],
)
def test_what_can_not_be_worded_is_told(arguments: tuple[Any, ...], told: str) -> None:
    uci, *rest = arguments
    with pytest.raises(ArgumentError, match=told) as raised:
        move_in_words(chess.Move.from_uci(uci), *rest)

    assert str(raised.value).endswith(".")
