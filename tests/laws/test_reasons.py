"""An illegal move gets the reason that helps most."""

import chess
import pytest

from voice_chess.laws.castling import CastlingBar, CastlingRefused
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import (
    Blocked,
    CannotMoveThatWay,
    IntoCheck,
    KingNotCaptured,
    LegalAfterAll,
    NeedsPromotionPiece,
    NoSuchPiece,
    NothingToCapture,
    NotThere,
    NotYourPiece,
    OwnPieceThere,
    Pinned,
    Reason,
    StillInCheck,
    why_castling_refused,
    why_illegal,
    why_not,
)

START = chess.STARTING_FEN

CASES: list[tuple[str, str, str | None, str | None, str, Reason]] = [
    ("no queen left", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Q", None, "d4", NoSuchPiece(piece="Q")),
    ("an empty square", START, "N", "g3", "f5", NotThere(square="g3", stands_there=None)),
    ("another piece", START, "N", "f1", "e3", NotThere(square="f1", stands_there="B")),
    ("the opponent's piece", START, "N", "g8", "f6", NotYourPiece(square="g8")),
    ("own pawn on the target", START, "N", "g1", "e2", OwnPieceThere(square="e2")),
    ("own pawn out of reach", START, "N", "b1", "f2", OwnPieceThere(square="f2")),
    ("own pawn on the pawn's square", START, "P", None, "b2", OwnPieceThere(square="b2")),
    ("bishop behind its pawn", START, "B", "f1", "b5", Blocked(by_square="e2")),
    ("rook behind its pawn", START, "R", None, "a5", Blocked(by_square="a2")),
    (
        "pawn step onto a piece",
        "4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1",
        "P",
        "e3",
        "e4",
        Blocked(by_square="e4"),
    ),
    (
        "double step over a piece",
        "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
        "P",
        None,
        "e4",
        Blocked(by_square="e3"),
    ),
    ("a knight does not slide", START, "N", "b1", "b3", CannotMoveThatWay(piece="N")),
    (
        "a pawn does not go back",
        "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
        "P",
        "e4",
        "e3",
        CannotMoveThatWay(piece="P"),
    ),
    (
        "a second double step",
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "P",
        None,
        "e5",
        CannotMoveThatWay(piece="P"),
    ),
    ("a pawn sideways in vain", START, "P", "e2", "d3", NothingToCapture(square="d3")),
    (
        "pinned on the file",
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "N",
        "e2",
        "c3",
        Pinned(by_square="e8"),
    ),
    (
        "en passant would open the rank",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "P",
        "e5",
        "d6",
        Pinned(by_square="h5"),
    ),
    (
        "the check is not answered",
        "4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1",
        "R",
        "a1",
        "a8",
        StillInCheck(from_square="e8"),
    ),
    (
        "the king flees along the line of the check",
        "4r1k1/8/8/8/8/4K3/8/8 w - - 0 1",
        "K",
        "e3",
        "e2",
        StillInCheck(from_square="e8"),
    ),
    (
        "the king walks into a check",
        "3r2k1/8/8/8/8/4K3/8/8 w - - 0 1",
        "K",
        None,
        "d3",
        IntoCheck(from_square="d8"),
    ),
    (
        "promotion without a piece",
        "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
        "P",
        None,
        "e8",
        NeedsPromotionPiece(square="e8"),
    ),
    (
        "a pinned pawn before promotion",
        "8/r5PK/8/8/8/8/8/4k3 w - - 0 1",
        "P",
        None,
        "g8",
        Pinned(by_square="a7"),
    ),
    (
        "of two knights the pinned one explains more than the far one",
        "4r1k1/8/8/8/8/8/N3N3/4K3 w - - 0 1",
        "N",
        None,
        "g3",
        Pinned(by_square="e8"),
    ),
    ("no piece named", START, None, "e2", "e5", CannotMoveThatWay(piece="P")),
    ("a legal move", START, "N", None, "f3", LegalAfterAll()),
]


@pytest.mark.parametrize(
    ("fen", "piece", "start", "target", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_tells_why(
    fen: str, piece: str | None, start: str | None, target: str, expected: Reason
) -> None:
    assert why_illegal(Position.from_fen(fen), piece, start, target) == expected


@pytest.mark.law("aim-is-mate")
@pytest.mark.parametrize(
    ("fen", "left", "uci"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e8e7", "e2e7"),
        ("8/k5P1/8/8/8/8/8/4K3 b - - 0 1", "a7h8", "g7h8"),
        ("8/1k6/8/P7/8/8/8/4K3 b - - 0 1", "b7b6", "a5b6"),
    ],
    ids=["by a rook", "by a pawn on the last rank", "by a pawn"],
)
def test_a_king_that_an_illegal_move_left_in_check_is_not_captured(
    fen: str, left: str, uci: str
) -> None:
    position = Position.from_fen(fen).made(left)
    reason = KingNotCaptured(square=uci[2:])

    assert why_not(position, uci) == reason
    assert why_illegal(position, None, None, uci[2:]) == reason


def test_a_pawn_that_was_left_on_the_last_rank_goes_nowhere() -> None:
    position = Position.from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").made("a7a8").played("e8e7")

    assert why_illegal(position, "P", "a8", "a7") == CannotMoveThatWay(piece="P")
    assert why_illegal(position, None, None, "h8") == CannotMoveThatWay(piece="K")


BOTH = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CASTLING = [
    ("the king stands elsewhere", "4k3/8/8/8/8/8/4K3/7R w - - 0 1", "", "short king-moved"),
    ("the king went out and came back", BOTH, "e1e2 e8e7 e2e1 e7e8", "short king-moved"),
    ("the rook went out and came back", BOTH, "h1h2 e8e7 h2h1 e7e8", "short rook-moved"),
    ("the corner is empty", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "short rook-moved"),
    ("nobody knows why", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "", "short no-right"),
    ("a bishop between", START, "", "short blocked f1"),
    ("a knight beside the rook", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "", "long blocked b1"),
    ("in check", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "", "short in-check e8"),
    ("over an attacked square", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "", "short through-check f8"),
    ("onto an attacked square", "6r1/k7/8/8/8/8/8/4K2R w K - 0 1", "", "short into-check g8"),
    ("black's king stands elsewhere", "7r/4k3/8/8/8/8/8/4K3 b - - 0 1", "", "short king-moved"),
    ("black's corner is empty", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "", "long rook-moved"),
    ("black, nobody knows why", "r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "", "long no-right"),
    ("black, on the long side", "r1b1k3/8/8/8/8/8/8/4K3 b q - 0 1", "", "long blocked c8"),
]


@pytest.mark.parametrize(
    ("fen", "moves", "expected"),
    [case[1:] for case in CASTLING],
    ids=[case[0] for case in CASTLING],
)
def test_tells_what_bars_castling(fen: str, moves: str, expected: str) -> None:
    side, why, *square = expected.split()
    position = Position.after(moves.split(), start_fen=fen)

    refused = why_castling_refused(position, "short" if side == "short" else "long")

    assert refused == CastlingRefused(why=CastlingBar(why), square=square[0] if square else None)


def test_a_king_announced_two_squares_away_means_castling() -> None:
    position = Position.start()

    assert why_illegal(position, "K", None, "g1") == why_castling_refused(position, "short")
    assert why_illegal(position, "K", "e1", "c1") == why_castling_refused(position, "long")


def test_finds_nothing_against_castling_past_an_attacked_rook() -> None:
    position = Position.from_fen("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1")

    assert why_castling_refused(position, "long") == LegalAfterAll()


@pytest.mark.parametrize(
    "fen",
    [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
    ],
)
def test_names_a_reason_for_exactly_the_illegal_moves(fen: str) -> None:
    position = Position.from_fen(fen)
    legal = set(position.legal_moves)

    for start in chess.SQUARE_NAMES:
        for target in set(chess.SQUARE_NAMES) - {start}:
            uci = start + target
            is_fine = isinstance(why_not(position, uci), LegalAfterAll)
            assert is_fine == (uci in legal), uci
