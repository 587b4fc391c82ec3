"""What is said to an announcement that can't be: the move where it can be named, and why not."""

import pytest

from tests.german import by_ear
from voice_chess.languages.language import load_language
from voice_chess.laws.castling import CastlingRefused
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.laws.reasons import (
    Blocked,
    CannotMoveThatWay,
    NoSuchPiece,
    NothingToCapture,
    NotThere,
    OwnPieceThere,
    Pinned,
    Reason,
    StillInCheck,
)
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement, objection
from voice_chess.speech.understanding.parse import parse

PINNED = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1"
PAWNS = "4k3/8/8/8/3P4/8/4P3/4K3 w - - 0 1"
CHECKED = "4k3/8/8/8/4r3/8/8/R3K3 w Q - 0 1"


def objected(said: str, fen: str) -> IllegalAnnouncement | None:
    return objection(parse(said.split(), load_language("de")), Position.from_fen(fen))


@pytest.mark.parametrize(
    ("fen", "said", "uci", "reason"),
    [
        (ORDINARY_START, by_ear("Ng1g5"), "g1g5", CannotMoveThatWay(piece="N")),
        (PINNED, by_ear("Ng5"), "e2g5", CannotMoveThatWay(piece="N")),
        (ORDINARY_START, by_ear("Ra3"), "a1a3", Blocked(by_square="a2")),
        (ORDINARY_START, by_ear("Bf1c4"), "f1c4", Blocked(by_square="e2")),
        (ORDINARY_START, by_ear("e5"), "e2e5", CannotMoveThatWay(piece="P")),
        (ORDINARY_START, by_ear("exd3"), "e2d3", NothingToCapture(square="d3")),
        (PAWNS, by_ear("e5"), "e2e5", CannotMoveThatWay(piece="P")),
        (PAWNS, by_ear("takes e5"), "d4e5", NothingToCapture(square="e5")),
        (PAWNS, by_ear("c5"), "d4c5", NothingToCapture(square="c5")),
        (PINNED, by_ear("Nc3"), "e2c3", Pinned(by_square="e4")),
        (CHECKED, by_ear("Ra2"), "a1a2", StillInCheck(from_square="e4")),
    ],
)
def test_names_the_move_and_its_reason(fen: str, said: str, uci: str, reason: Reason) -> None:
    found = objected(said, fen)

    assert found is not None
    assert (found.uci, found.reason) == (uci, reason)


@pytest.mark.parametrize(
    ("fen", "said", "uci"),
    [(CHECKED, by_ear("castle:long"), "e1c1"), (PINNED, by_ear("castle:short"), "e1g1")],
)
def test_says_what_bars_castling(fen: str, said: str, uci: str) -> None:
    found = objected(said, fen)

    assert found is not None
    assert found.uci == uci
    assert isinstance(found.reason, CastlingRefused)


@pytest.mark.parametrize(
    ("fen", "chess960"),
    [("4K3/8/8/8/8/8/8/4k3 b - - 0 1", False), ("4k3/8/8/8/8/8/8/1R2KRB1 w FB - 0 1", True)],
    ids=["where-the-other-king-stands", "chess960"],
)
def test_castling_has_no_squares_of_a_king_that_castles_otherwise(fen: str, chess960: bool) -> None:
    said = parse(by_ear("castle:short").split(), load_language("de"))

    found = objection(said, Position.from_fen(fen, chess960=chess960))

    assert found is not None
    assert found.uci is None
    assert isinstance(found.reason, CastlingRefused)


@pytest.mark.parametrize(
    ("fen", "said", "reason"),
    [
        (PINNED, by_ear("Qd4"), NoSuchPiece(piece="Q")),
        (ORDINARY_START, by_ear("Ng5"), CannotMoveThatWay(piece="N")),
        (ORDINARY_START, by_ear("b2"), OwnPieceThere(square="b2")),
        (ORDINARY_START, by_ear("Ne2"), OwnPieceThere(square="e2")),
        (ORDINARY_START, by_ear("e4e5"), NotThere(square="e4", stands_there=None)),
        (ORDINARY_START, by_ear("Ne2e4"), NotThere(square="e2", stands_there="P")),
    ],
)
def test_says_the_bare_reason_when_no_piece_can_be_blamed(
    fen: str, said: str, reason: Reason
) -> None:
    found = objected(said, fen)

    assert found is not None
    assert (found.uci, found.reason) == (None, reason)


@pytest.mark.parametrize(
    "said", [by_ear("clock"), by_ear("N"), by_ear("e4"), by_ear("what-is-on e5"), ""]
)
def test_has_nothing_to_say_to_what_is_legal_or_no_announcement(said: str) -> None:
    assert objected(said, ORDINARY_START) is None
