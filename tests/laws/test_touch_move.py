"""Touched, moved: which moves are left, for every case of Article 4."""

import pytest

from voice_chess.laws.position import Position
from voice_chess.laws.touch_move import (
    as_if_in_order,
    is_made_by_release,
    moves_after_release,
    moves_allowed,
    moves_left,
)

START = Position.start().fen
CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
NO_CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1"
TAKE = "4k3/8/8/3p1n2/4P3/2N5/8/4K3 w - - 0 1"
PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"

CASES = [
    ("4.3.a own piece that can move", START, "g1", "g1h3 g1f3"),
    ("4.3.a first own piece that can move", START, "a1 g1", "g1h3 g1f3"),
    ("4.3.a two own pieces: the first", START, "g1 b1", "g1h3 g1f3"),
    ("4.3.b opponent's piece that can be captured", TAKE, "d5", "c3d5 e4d5"),
    ("4.3.b first opponent's piece that can be captured", TAKE, "e8 f5", "e4f5"),
    ("4.3.c own with opponent's, possible", TAKE, "e4 d5", "e4d5"),
    ("4.3.c opponent's with own, possible", TAKE, "d5 c3", "c3d5"),
    ("4.3.c not possible: the own first", TAKE, "c3 f5", "c3d5 c3b5 c3a4 c3e2 c3a2 c3d1 c3b1"),
    ("4.3.c not possible: the opponent's first", TAKE, "f5 c3", "e4f5"),
    ("4.3 capturing in passing takes the pawn beside", PASSING, "d5", "e5d6"),
    ("4.4.a king, then rook: castling on that side", CASTLE, "e1 h1", "e1g1"),
    ("4.4.a king, then the other rook", CASTLE, "e1 a1", "e1c1"),
    ("4.4.a king, rook and then another piece", CASTLE, "e1 h1 a2", "e1g1"),
    (
        "4.4.a king, then rook, then an opponent's piece that the rook could capture",
        "4k3/8/8/8/8/8/7r/4K2R w K - 0 1",
        "e1 h1 h2",
        "e1g1",
    ),
    (
        "4.3.c king, then an opponent's piece, then rook: the capture counts",
        "4k3/8/8/8/8/8/5p2/4K2R w - - 0 1",
        "e1 f2 h1",
        "e1f2",
    ),
    (
        "4.3.c the opponent's king, then a rook: it moves, and nobody need castle",
        "4k3/8/8/8/8/8/7r/4K2R w K - 0 1",
        "e8 h1",
        "h1h2 h1g1 h1f1",
    ),
    ("4.4.b rook, then king: no castling, the rook moves", CASTLE, "h1 e1", "h1g1 h1f1"),
    ("4.4.b rook, king and then another piece", CASTLE, "h1 e1 a2", "h1g1 h1f1"),
    (
        "4.4.b the rook cannot move: the king, and he may castle on the other side",
        "4k3/8/8/8/8/8/7P/R3K1NR w KQ - 0 1",
        "h1 e1",
        "e1f1 e1d1 e1d2 e1e2 e1f2 e1c1",
    ),
    ("4.4.c castling impossible: another king move", NO_CASTLE, "e1 h1", "e1f1 e1d1"),
    (
        "4.4.c castling impossible on this side only: the other side counts",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1",
        "e1 h1",
        "e1f1 e1d1 e1c1",
    ),
    (
        "4.4.a a rook that cannot castle: any move of the king's, not the other rook's castling",
        "4k3/8/8/8/8/3R4/8/R3K3 w Q - 0 1",
        "e1 d3",
        "e1f1 e1d1 e1d2 e1e2 e1f2 e1c1",
    ),
    ("4.4.c king without a move: any move", START, "e1 h1", "*"),
    ("4.5 no move with the touched piece", START, "a1", "*"),
    ("4.5 no capture of the touched piece", START, "e7", "*"),
    ("an empty square is nothing", START, "e4", "*"),
    ("nothing touched", START, "", "*"),
]


@pytest.mark.law(
    "touch-own",
    "touch-other",
    "touch-both",
    "touch-king-rook",
    "touch-rook-king",
    "touch-castling-illegal",
    "touch-nothing-possible",
)
@pytest.mark.parametrize(
    ("fen", "touched", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_touching_leaves_these_moves(fen: str, touched: str, expected: str) -> None:
    position = Position.from_fen(fen)

    allowed = moves_allowed(position, touched.split())

    wanted = position.legal_moves if expected == "*" else tuple(expected.split())
    assert sorted(allowed) == sorted(wanted)


def test_touched_pieces_bind_black_alike() -> None:
    position = Position.from_fen(CASTLE.replace(" w ", " b "))

    assert moves_allowed(position, ["e8", "a8"]) == ("e8c8",)


@pytest.mark.law("touch-rook-king", "chess960-castling")
@pytest.mark.parametrize(
    ("together", "in_order"),
    [
        ("h1 e1", "e1 h1"),
        ("h1 e1 a2", "e1 h1 a2"),
        ("e8 h1 e1", "e1 h1 e8"),
        ("e7 g2 a2", "g2 a2 e7"),
        ("a1 h1", "a1 h1"),
    ],
)
def test_of_pieces_touched_at_once_the_own_count_first_and_the_king_before_a_rook(
    together: str, in_order: str
) -> None:
    assert as_if_in_order(Position.from_fen(CASTLE), together.split()) == tuple(in_order.split())


def test_2009_4_4_b_rook_then_king_never_castles_there_even_if_neither_can_move() -> None:
    fen = "k7/8/b7/8/8/8/5PPP/6KR w H - 0 1"
    position = Position.from_fen(fen, chess960=True)

    allowed = moves_allowed(position, ["h1", "g1"])

    assert sorted(allowed) == ["f2f3", "f2f4", "g2g3", "g2g4", "h2h3", "h2h4"]
    assert moves_allowed(position, ["g1", "h1"]) == ("g1h1",)


@pytest.mark.law("released-castling", "released-promotion")
@pytest.mark.parametrize(
    ("fen", "uci", "expected"),
    [
        (START, "g1f3", "g1f3"),
        (START, "g1g3", ""),
        (CASTLE, "e1g1", "e1g1"),
        (NO_CASTLE, "e1g1", ""),
        (CASTLE, "h1f1", "h1f1"),
        (PASSING, "e5d6", "e5d6"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8", "a7a8q a7a8r a7a8b a7a8n"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a7a8n"),
    ],
)
def test_a_piece_let_go_leaves_the_moves_it_is_part_of(fen: str, uci: str, expected: str) -> None:
    assert moves_after_release(Position.from_fen(fen), uci) == tuple(expected.split())


def test_what_was_let_go_binds_more_than_what_was_touched() -> None:
    position = Position.start()

    assert moves_left(position, ["b1"], "g1f3") == ("g1f3",)
    assert moves_left(position, ["b1"], "g1g3") == moves_allowed(position, ["b1"])
    assert moves_left(position, [], None) == position.legal_moves


KING_ON_B = "4k3/8/8/8/8/8/8/RK5R w AH - 0 1"


@pytest.mark.law("released-castling", "chess960-how")
@pytest.mark.parametrize(
    ("fen", "uci", "expected"),
    [
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1h1", id="to g"),
        pytest.param("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "e1h1", id="onto the rook"),
        pytest.param(KING_ON_B, "b1g1", "b1h1", id="five squares on"),
        pytest.param(KING_ON_B, "b1c1", "b1c1 b1a1", id="to c, which is a step as well"),
        pytest.param(KING_ON_B, "b1c2", "b1c2", id="a step"),
        pytest.param(KING_ON_B, "b1d1", "", id="where no king can go"),
        pytest.param("4k3/8/8/8/8/8/8/RK3r1R w AH - 0 1", "b1g1", "", id="no castling there"),
    ],
)
def test_2009_4_6_b_and_f_3_b_a_king_let_go_leaves_castling_there(
    fen: str, uci: str, expected: str
) -> None:
    position = Position.from_fen(fen, chess960=True)

    assert moves_after_release(position, uci) == tuple(expected.split())


@pytest.mark.law("released-castling", "chess960-how")
@pytest.mark.parametrize(
    ("uci", "is_made"), [("b1g1", False), ("b1h1", False), ("b1c1", False), ("b1c2", True)]
)
def test_2009_f_3_b_a_king_let_go_where_castling_takes_it_has_made_no_move_yet(
    uci: str, is_made: bool
) -> None:
    assert is_made_by_release(Position.from_fen(KING_ON_B, chess960=True), uci) is is_made
