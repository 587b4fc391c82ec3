"""Whatever stands on a sheet, it is a move or there is a sentence that says why not."""

import random
from typing import get_args

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.castling import CastlingBar, CastlingRefused
from voice_chess.laws.notation import MoveRead, read_move
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import Reason
from voice_chess.records.illegible import CASTLING, REASONS, why_unread

PLAYED = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SIGNS = "KDTLSabcdefgh12345678x:-=+#0O().ep!"


def why(text: str, fen: str = PLAYED, language_id: str = "de") -> str:
    position, letters = Position.from_fen(fen), load_language(language_id).orthography
    found = read_move(text, position, letters)
    assert not isinstance(found, MoveRead)
    return why_unread(found, position, letters)


def test_there_are_words_for_every_reason() -> None:
    assert {*REASONS, CastlingRefused} == set(get_args(Reason))
    assert set(CASTLING) == {bar.value for bar in CastlingBar}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Dxf6#", "it is no mate"),
        ("Df4+", "it gives no check"),
        ("Dxf4", "it is no capture"),
        ("Sxe4", "on e4 stands a piece of the same side"),
        ("Th8", "a piece on h2 stands in the way"),
        ("e5", "on e5 stands a piece of the same side"),
        ("a6", "a pawn does not move that way"),
        ("e6", "a pawn's capture needs the file it comes from"),
        ("xe6", "a pawn's capture needs the file it comes from"),
        ("Sc3b4", "a knight does not move that way"),
        ("Sa6b5", "on a6 stands a piece of the opponent"),
        ("Sa8b5", "on a8 stands a piece of the opponent"),
        ("Sh4g6", "on h4 stands nothing"),
        ("?", "has no place in a move"),
    ],
)
def test_the_sentence_says_what_is_wrong(text: str, told: str) -> None:
    assert told in why(text)


@pytest.mark.parametrize("language_id", known_languages())
def test_no_text_is_too_strange(language_id: str) -> None:
    chance = random.Random(3)
    position, letters = Position.from_fen(PLAYED), load_language(language_id).orthography
    for _ in range(400):
        text = "".join(chance.choices(SIGNS, k=chance.randrange(1, 9)))
        found = read_move(text, position, letters)

        assert isinstance(found, MoveRead) or why_unread(found, position, letters)
