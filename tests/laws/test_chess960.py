"""All 960 starts, and castling in them."""

from functools import cache

import pytest

from voice_chess.laws.castling import CastlingBar, CastlingRefused
from voice_chess.laws.chess960 import STARTS, NoSuchStart, starting_position
from voice_chess.laws.position import Castling, Position
from voice_chess.laws.reasons import why_castling_refused


@cache
def back_ranks() -> list[str]:
    starts = [starting_position(number) for number in range(STARTS)]
    return ["".join(start.piece_at(f"{file}1") or "" for file in "abcdefgh") for start in starts]


@pytest.mark.law("chess960")
def test_there_are_960_different_starts_and_the_ordinary_one_among_them() -> None:
    assert len(set(back_ranks())) == STARTS
    assert back_ranks()[518] == "RNBQKBNR"
    assert starting_position(518).fen.split()[0] == Position.start().fen.split()[0]


@pytest.mark.law("chess960-king", "chess960-bishops")
def test_the_king_stands_between_rooks_and_bishops_on_both_colours() -> None:
    for rank in back_ranks():
        assert rank.index("R") < rank.index("K") < rank.rindex("R")
        assert rank.index("B") % 2 != rank.rindex("B") % 2
        assert sorted(rank) == sorted("KQRRBBNN")


@pytest.mark.law("chess960-mirrored")
def test_black_mirrors_white() -> None:
    for number in range(STARTS):
        rows = starting_position(number).fen.split()[0].split("/")
        assert rows[0].upper() == rows[7]
        assert rows[1:7] == ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"]


@pytest.mark.parametrize("number", [-1, 960])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(NoSuchStart, match="0 to 959"):
        starting_position(number)


CASTLING = [
    ("the king goes far to the c-file", "4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1a1", "c1", "d1"),
    ("only the rook moves", "4k3/8/8/8/8/8/8/2K4R w H - 0 1", "c1h1", "g1", "f1"),
    ("the king stays and the rook moves", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "g1", "f1"),
    ("king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "g1", "f1"),
    ("the rook stays and the king moves", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "c1", "d1"),
    ("a and b stay occupied", "4k3/8/8/8/8/8/8/NNR1K3 w C - 0 1", "e1c1", "c1", "d1"),
]


@pytest.mark.parametrize(
    ("fen", "uci", "king_to", "rook_to"),
    [case[1:] for case in CASTLING],
    ids=[case[0] for case in CASTLING],
)
def test_castling_ends_on_the_usual_squares(fen: str, uci: str, king_to: str, rook_to: str) -> None:
    after = Position.from_fen(fen, chess960=True).played(uci)

    assert (after.piece_at(king_to), after.piece_at(rook_to)) == ("K", "R")


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("4k3/8/8/8/8/8/8/1K1N2R1 w G - 0 1", "b1g1"),
        ("4k3/8/8/8/8/8/8/5KRN w G - 0 1", "f1h1"),
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1g1"),
    ],
    ids=["a piece between", "no rook there", "two squares of the king mean no castling"],
)
def test_what_is_no_castling_stays_none(fen: str, uci: str) -> None:
    position = Position.from_fen(fen, chess960=True)

    assert not position.is_legal(uci)


@pytest.mark.parametrize(
    ("fen", "side", "square"),
    [
        ("4k3/8/8/8/8/8/8/5BKR w H - 0 1", "short", "f1"),
        ("4k3/8/8/8/8/8/8/R2BK3 w A - 0 1", "long", "d1"),
        ("4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "long", "b1"),
    ],
    ids=["only the rook's new square is taken", "both cross it", "only the rook crosses it"],
)
def test_what_stands_in_the_way_is_named(fen: str, side: Castling, square: str) -> None:
    position = Position.from_fen(fen, chess960=True)

    refused = why_castling_refused(position, side)

    assert refused == CastlingRefused(why=CastlingBar.BLOCKED, square=square)


def test_castling_may_be_the_first_move() -> None:
    number = next(n for n, rank in enumerate(back_ranks()) if rank[5:7] == "KR")
    position = starting_position(number)

    assert position.facts("f1g1").castling == "short"
