"""A position is a value that loses no rule of movement."""

import gc
import random
import re

import chess
import pytest

from voice_chess.laws.fen_placement import BadPosition
from voice_chess.laws.position import MoveFacts, NotLegal, Position

# Node counts everyone publishes for these positions: the gate against losing a rule.
PERFT = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2, 264),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, 1486),
]


def count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(position.played(uci), depth - 1) for uci in position.legal_moves)


@pytest.mark.law(
    "alternate-moves",
    "no-own-piece",
    "bishop-moves",
    "rook-moves",
    "queen-moves",
    "no-jumping",
    "knight-moves",
    "pawn-step",
    "pawn-double-step",
    "pawn-captures",
    "en-passant",
    "promotion",
    "king-steps",
    "castling",
    "castling-lost",
    "castling-prevented",
    "check",
)
@pytest.mark.parametrize(("fen", "depth", "nodes"), PERFT)
def test_counts_the_published_number_of_lines(fen: str, depth: int, nodes: int) -> None:
    assert count(Position.from_fen(fen), depth) == nodes


def test_playing_leaves_the_old_position_as_it_was() -> None:
    start = Position.start()

    after = start.played("e2e4")

    assert start.fen.startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP")
    assert after.moves == ("e2e4",)
    assert not after.white_to_move
    assert (after.ply, after.fullmove_number, after.halfmove_clock) == (1, 1, 0)


def test_equal_moves_from_equal_starts_make_equal_positions() -> None:
    one = Position.start().played("g1f3")
    other = Position.after(["g1f3"], start_fen=Position.start().fen)

    assert one == other
    assert hash(one) == hash(other)
    assert one != Position.start().played("g1h3")


@pytest.mark.law("legal-move", "illegal-move-defined")
@pytest.mark.parametrize("uci", ["e2e5", "e7e5", "", "0000", "Nf3", "e2e4q", "z9z9"])
def test_refuses_to_play_what_is_not_legal(uci: str) -> None:
    start = Position.start()

    assert not start.is_legal(uci)
    with pytest.raises(NotLegal, match="not a legal move"):
        start.played(uci)


@pytest.mark.law("aim-is-mate")
def test_knows_check_mate_and_stalemate() -> None:
    mate = Position.after(["f2f3", "e7e5", "g2g4", "d8h4"], start_fen=Position.start().fen)
    stalemate = Position.from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")

    assert (mate.is_check, mate.is_checkmate, mate.is_stalemate) == (True, True, False)
    assert (stalemate.is_check, stalemate.is_checkmate) == (False, False)
    assert stalemate.is_stalemate


def test_tells_the_facts_of_a_capture_in_passing_with_check() -> None:
    position = Position.from_fen("8/8/3k4/4pP2/8/8/8/4K3 w - e6 0 1")

    facts = position.facts("f5e6")

    assert facts == MoveFacts(
        uci="f5e6",
        piece="P",
        from_square="f5",
        to_square="e6",
        captured="P",
        is_en_passant=True,
        castling=None,
        promotion=None,
        gives_check=False,
        gives_mate=False,
    )


@pytest.mark.parametrize(
    ("fen", "uci", "field", "value"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "castling", "short"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "castling", "long"),
        ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "promotion", "Q"),
        ("3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "captured", "R"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "gives_mate", True),
        ("7k/8/4K3/8/8/8/8/R7 w - - 0 1", "a1a8", "gives_check", True),
    ],
)
def test_tells_one_fact(fen: str, uci: str, field: str, value: object) -> None:
    assert getattr(Position.from_fen(fen).facts(uci), field) == value


@pytest.mark.law("start-position", "pieces-at-start")
def test_piece_letters_on_squares_tell_the_side() -> None:
    start = Position.start()

    assert [start.piece_at(square) for square in ("g1", "b8", "e4")] == ["N", "n", None]


def test_writes_moves_in_short_algebraic_notation() -> None:
    assert Position.from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").san("e1c1") == "O-O-O"


@pytest.mark.law("illegal-position")
@pytest.mark.parametrize(
    ("fen", "complaint"),
    [
        ("", "the FEN is empty"),
        ("hello", "8 rows"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "turn"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "a pawn stands on the first or last rank"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "more than one king"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 9", "six fields"),
        (f"4k3/8/8/8/8/8/8/4K3 w - - 0 {'9' * 60}", "move is a number of one to four digits"),
        (f"4k3/8/8/8/8/8/8/4K3 w - - {'9' * 60} 1", "half moves is a number of one to four"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 ٣", "move is a number of one to four digits, not ٣"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has more than eight pawns"),
    ],
)
def test_says_what_is_wrong_with_a_fen(fen: str, complaint: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(complaint)) as caught:
        Position.from_fen(fen)

    assert "\n" not in str(caught.value)


@pytest.mark.law("may-be-repeated")
@pytest.mark.parametrize(
    ("fen", "moves", "occurrences"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1f1 e8d8 f1e1 d8e8 e1f1 e8d8 f1e1 d8e8", 2),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1f1 e8d8 f1e1 d8e8 e1f1 e8d8 f1e1 d8e8", 3),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8 e8d7 a8a1 d7e8 a1a8 e8d7 a8a1 d7e8 a1a8", 3),
        ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4 e8d8 e1d1 d8e8 d1e1", 1),
        ("4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1", "d2d4 e8d8 e1d1 d8e8 d1e1", 2),
        ("4r1k1/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4 g8h8 e1d1 h8g8 d1e1", 1),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4 a4b3 e1d1 b3a4 d1e1", 2),
    ],
    ids=[
        "castling rights lost meanwhile",
        "no castling rights to lose",
        "in check each time",
        "en passant possible the first time",
        "no pawn to capture in passing",
        "en passant possible along the pin line",
        "en passant forbidden by a pin",
    ],
)
def test_counts_how_often_a_position_appeared(fen: str, moves: str, occurrences: int) -> None:
    assert Position.after(moves.split(), start_fen=fen).occurrences == occurrences


def test_goes_back_to_an_earlier_move() -> None:
    moves = ("e2e4", "e7e5", "g1f3")

    assert Position.after(moves, start_fen=Position.start().fen).rewound(2).moves == moves[:2]


@pytest.mark.parametrize("seed", range(5))
def test_goes_back_to_the_same_whether_the_positions_on_the_way_are_kept(seed: int) -> None:
    chance, way = random.Random(seed), [Position.start()]
    for number in range(40):
        # Some move was made although it was not legal.
        moves = _not_legal(way[-1]) if number % 9 == 4 else way[-1].legal_moves
        if not moves:
            break
        way.append(way[-1].made(chance.choice(moves)))
    last = way[-1]
    kept = [last.rewound(count) for count in range(len(way))]
    assert all(found is position for found, position in zip(kept, way, strict=True))
    told = [_told(position) for position in way]

    del kept[:], way[:]
    gc.collect()

    assert [_told(last.rewound(count)) for count in range(len(told))] == told


@pytest.mark.parametrize("seed", range(5))
def test_the_same_is_legal_whether_or_not_all_legal_moves_are_known(seed: int) -> None:
    chance, position = random.Random(seed), Position.start()
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    for _ in range(40):
        known, anew = position, Position.from_fen(position.fen)
        tried = [chance.choice(squares) + chance.choice(squares) for _ in range(200)]
        tried += [*known.legal_moves, "e7e8", "e1g1", "e1h1", "e7e8q", "0000", "", "e2e9"]

        assert [known.is_legal(uci) for uci in tried] == [anew.is_legal(uci) for uci in tried]
        position = position.played(chance.choice(position.legal_moves))


def test_positions_share_the_texts_of_their_moves() -> None:
    start = Position.start()
    again = start.played("e2e4").played("e7e5")

    shared = set(map(id, start.legal_moves)) & set(map(id, again.legal_moves))

    assert len(shared) == len(set(start.legal_moves) & set(again.legal_moves)) > 10


def _not_legal(position: Position) -> list[str]:
    """A knight put onto an empty square that it can't reach."""
    knight = "N" if position.white_to_move else "n"
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    own = [square for square in squares if position.piece_at(square) == knight]
    empty = [square for square in squares if position.piece_at(square) is None]
    tried = (start + target for start in own for target in empty)
    return [uci for uci in tried if not position.is_legal(uci)]


def _told(position: Position) -> tuple[object, ...]:
    return (
        position.start_fen,
        position.moves,
        position.illegal,
        position.fen,
        position.occurrences,
        position.legal_moves,
    )


@pytest.mark.law("chess960-castling", "chess960-how")
def test_castles_in_chess960_by_naming_the_rook() -> None:
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"
    position = Position.from_fen(fen, chess960=True)

    assert position.is_legal("e1g1")
    assert position.facts("e1g1").castling == "short"
    assert position.played("e1g1").piece_at("f1") == "R"


CROWDED = [
    "7k/8/1Q3Q2/8/8/1Q3Q2/8/4K3 b - - 0 1",
    "k7/8/2N1N3/1N3N2/8/1N3N2/2N1N3/K7 w - - 0 1",
    "1k1r3r/8/8/8/8/8/7r/K7 b - - 0 1",
    "r3k2r/8/8/3n4/1n3n2/8/1p1p4/2R1RK2 b kq - 0 1",
    "1n2k1n1/P1P3P1/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
    # A rival that is pinned, and one that is not.
    "4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1",
]


@pytest.mark.parametrize("fen", [fen for fen, *_ in PERFT] + CROWDED)
def test_a_move_is_written_as_the_library_writes_it(fen: str) -> None:
    chance, position = random.Random(fen), Position.from_fen(fen)
    while position.legal_moves and len(position.moves) < 40:
        found = [position.san(uci) for uci in position.legal_moves]
        moves = map(chess.Move.from_uci, position.legal_moves)
        assert found == [position.board.san(move) for move in moves]
        position = position.played(chance.choice(position.legal_moves))


@pytest.mark.parametrize("seed", range(5))
def test_a_position_is_written_as_the_library_writes_it(seed: int) -> None:
    chance, position = random.Random(seed), Position.start()
    while position.legal_moves and len(position.moves) < 80:
        assert position.fen == position.board.fen()
        position = position.played(chance.choice(position.legal_moves))
