"""Moves in algebraic notation, in the letters of every language: written, read, or refused."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess
import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.castling import CastlingBar, CastlingRefused
from voice_chess.laws.notation import (
    AmbiguousNotation,
    FileMissing,
    Impossible,
    MoveRead,
    Untrue,
    in_script,
    read_move,
    written,
    written_long,
)
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import (
    Blocked,
    CannotMoveThatWay,
    NeedsPromotionPiece,
    NoSuchPiece,
    NotThere,
    Pinned,
    Reason,
)
from voice_chess.laws.written_move import Garbled, Script, Sign

START = chess.STARTING_FEN
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
PROMOTING = "n3k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
CAPTURES = "4k3/8/8/3p4/2P1P3/2N1B3/3R4/3QK3 w - - 0 1"
LANGUAGES = known_languages()
POSITIONS = 2_000


def script(language_id: str) -> Script:
    return load_language(language_id).orthography


def read(text: str, fen: str, language_id: str = "de") -> object:
    return read_move(text, Position.from_fen(fen), script(language_id))


def is_move(text: str, fen: str, language_id: str = "de") -> str | None:
    found = read(text, fen, language_id)
    return found.uci if isinstance(found, MoveRead) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A position, and its moves as the library writes them."""

    position: Position
    moves: Sequence[tuple[str, str, bool]]


def random_positions(chance: random.Random) -> Iterator[Position]:
    """Every third position of random games; the pawns of every other game are far ahead."""
    ahead = "r3k2r/pPpp1p1p/8/2P3P1/2p3p1/8/PpPP1P1P/R3K2R w KQkq - 0 1"
    while True:
        position = Position.from_fen(chance.choice((START, ahead)))
        for ply in range(120):
            if not position.legal_moves:
                break
            if ply % 3 == 0:
                yield position
            position = position.played(chance.choice(position.legal_moves))


@pytest.fixture(scope="module")
def samples() -> Sequence[Sample]:
    positions = random_positions(random.Random(960))
    found: dict[str, Sample] = {}
    while len(found) < POSITIONS:
        position = next(positions)
        moves = [
            (uci, position.san(uci), position.board.is_en_passant(chess.Move.from_uci(uci)))
            for uci in position.legal_moves
        ]
        found[position.fen] = Sample(position=position, moves=moves)
    return tuple(found.values())


@pytest.mark.slow
@pytest.mark.law("notation-national")
@pytest.mark.parametrize("language_id", LANGUAGES)
def test_every_move_of_many_positions_is_read_back(
    language_id: str, samples: Sequence[Sample]
) -> None:
    letters = script(language_id)

    wrong = [
        (sample.position.fen, uci)
        for sample in samples
        for uci, san, passing in sample.moves
        if read_move(in_script(san, letters, is_en_passant=passing), sample.position, letters)
        != MoveRead(uci=uci)
    ]

    assert wrong == []


def test_the_positions_hold_every_kind_of_move(samples: Sequence[Sample]) -> None:
    sans = [san for sample in samples for _, san, _ in sample.moves]

    assert len(samples) == POSITIONS
    for kind in ("O-O-O", "=Q", "=N", "x", "#", "+"):
        assert sum(kind in san for san in sans) > 15
    assert sum(passing for sample in samples for *_, passing in sample.moves) > 15


@pytest.mark.parametrize("language_id", LANGUAGES)
def test_the_long_form_is_read_back(language_id: str, samples: Sequence[Sample]) -> None:
    letters = script(language_id)
    for sample in samples[::40]:
        for uci, *_ in sample.moves:
            text = written_long(sample.position, uci, letters)

            assert read_move(text, sample.position, letters) == MoveRead(uci=uci)


@pytest.mark.parametrize("number", range(0, 960, 60))
def test_chess960_is_read_back_and_castling_never_inferred(number: int) -> None:
    start = Position.from_fen(chess.Board.from_chess960_pos(number).fen(), chess960=True)
    chance = random.Random(number)
    position, letters = start, script("de")
    for _ in range(40):
        for uci in position.legal_moves:
            text = written(position, uci, letters)

            assert read_move(text, position, letters) == MoveRead(uci=uci)
        if not position.legal_moves:
            break
        position = position.played(chance.choice(position.legal_moves))


def test_a_king_stepping_in_chess960_is_never_read_as_castling() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/4K2R w H - 0 1", chess960=True)

    assert read_move("0-0", position, script("de")) == MoveRead(uci="e1h1")
    for text in ("Kg1", "Ke1-g1", "e1-g1", "Ke1-h1"):
        assert isinstance(read_move(text, position, script("de")), Impossible)


@pytest.mark.law("notation-piece", "notation-letters", "notation-national", "notation-move")
@pytest.mark.parametrize(
    ("language_id", "texts"),
    [
        ("en", "Ke2 Qd3 Rd3 Be2 Nd2"),
        ("de", "Ke2 Dd3 Td3 Le2 Sd2"),
        ("pl", "Ke2 Hd3 Wd3 Ge2 Sd2"),
        ("cs", "Ke2 Dd3 Vd3 Se2 Jd2"),
        ("sr", "Ke2 Dd3 Td3 Le2 Sd2"),
        ("sr-cyrl", "Ке2 Дд3 Тд3 Ле2 Сд2"),
    ],
)
def test_every_piece_has_the_capital_letter_of_its_language(language_id: str, texts: str) -> None:
    moves = ["e1e2", "d1d3", "h3d3", "f1e2", "b1d2"]
    position = Position.from_fen("4k3/8/8/8/8/7R/8/1N1QKB2 w - - 0 1")
    letters = script(language_id)

    found = [read_move(text, position, letters) for text in texts.split()]

    assert found == [MoveRead(uci=uci) for uci in moves]
    assert " ".join(written(position, uci, letters) for uci in moves) == texts


@pytest.mark.law("notation-letters")
@pytest.mark.parametrize("text", ["sf3", "SF3", "ſf3", "kf3"])
def test_a_piece_has_a_capital_and_a_file_a_small_letter(text: str) -> None:
    assert isinstance(read(text, START), Garbled)


@pytest.mark.law("notation-letters")
def test_case_tells_the_bishop_from_the_file() -> None:
    fen = "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1"

    assert is_move("Bxc4", fen, "en") == "d3c4"
    assert is_move("bxc4", fen, "en") == "b3c4"


@pytest.mark.law("notation-letters")
def test_case_tells_the_polish_queen_from_her_file() -> None:
    fen = "4k3/8/8/6p1/7P/8/3Q4/4K3 w - - 0 1"

    assert is_move("Hxg5", fen, "pl") == "d2g5"
    assert is_move("hxg5", fen, "pl") == "h4g5"


@pytest.mark.law("notation-national")
@pytest.mark.parametrize(
    ("text", "language_id", "uci"),
    [
        ("Nf3", "sr", "g1f3"),
        ("Sf3", "sr", "g1f3"),
        ("Сф3", "sr-cyrl", "g1f3"),
        ("Sf3", "sr-cyrl", "g1f3"),
        ("Nf3", "sr-cyrl", "g1f3"),
        ("Сf3", "sr-cyrl", "g1f3"),
        ("Nf3", "de", "g1f3"),
        ("Jf3", "pl", "g1f3"),
        ("Xf3", "de", None),
    ],
)
def test_letters_of_others_are_understood_and_no_made_up_ones(
    text: str, language_id: str, uci: str | None
) -> None:
    assert is_move(text, START, language_id) == uci


@pytest.mark.law("notation-pawns", "notation-files", "notation-ranks")
@pytest.mark.parametrize("language_id", LANGUAGES)
def test_a_pawn_is_told_by_having_no_letter(language_id: str) -> None:
    position = Position.start()
    letters = script(language_id)
    steps = [f"{file}2{file}{rank}" for file in "abcdefgh" for rank in (3, 4)]

    for uci in steps:
        text = written(position, uci, letters)

        assert text == letters.files["abcdefgh".index(uci[0])] + uci[3]
        assert read_move(text, position, letters) == MoveRead(uci=uci)


@pytest.mark.law("notation-files", "notation-ranks")
@pytest.mark.parametrize("text", ["i4", "e9", "e0", "4e", "Si3", "Se"])
def test_there_are_eight_files_and_eight_ranks(text: str) -> None:
    assert isinstance(read(text, START), Garbled)


@pytest.mark.law("notation-captures")
@pytest.mark.parametrize(
    ("text", "uci"),
    [
        ("Sxd5", "c3d5"),
        ("S:d5", "c3d5"),
        ("S×d5", "c3d5"),
        ("Sd5", "c3d5"),
        ("Txd5", "d2d5"),
        ("cxd5", "c4d5"),
        ("c:d5", "c4d5"),
        ("cd5", "c4d5"),
        ("e4xd5", "e4d5"),
        ("e4:d5", "e4d5"),
        ("Lf4", "e3f4"),
    ],
)
def test_a_capture_has_its_sign_or_leaves_it_out(text: str, uci: str) -> None:
    assert is_move(text, CAPTURES) == uci


@pytest.mark.law("notation-captures")
@pytest.mark.parametrize(
    ("text", "language_id"),
    [
        ("exd6 e.p.", "de"),
        ("exd6e.p.", "de"),
        ("exd6 ep", "de"),
        ("exd6", "de"),
        ("ed6", "pl"),
        ("e:d6 e.p.", "pl"),
        ("e5xd6 e.p.", "en"),
        ("еxд6 е.п.", "sr-cyrl"),
        ("exd6 e.p.", "sr-cyrl"),
    ],
)
def test_a_capture_in_passing_may_say_so(text: str, language_id: str) -> None:
    assert is_move(text, PASSING, language_id) == "e5d6"


@pytest.mark.law("notation-captures")
def test_a_capture_in_passing_is_written_with_its_mark() -> None:
    position = Position.from_fen(PASSING)

    assert written(position, "e5d6", script("de")) == "exd6 e.p."
    assert written(position, "e5d6", script("sr-cyrl")) == "еxд6 е.п."
    assert written_long(position, "e5d6", script("cs")) == "e5xd6 e.p."


@pytest.mark.law("notation-captures")
@pytest.mark.parametrize(
    ("text", "uci"),
    [("Схxф3", "h2f3"), ("Сххф3", "h2f3"), ("Схф3", "h2f3"), ("Сгхф3", "g1f3"), ("Сгxф3", "g1f3")],
)
def test_a_cyrillic_h_is_a_file_first_and_a_capture_only_where_it_must_be(
    text: str, uci: str
) -> None:
    assert is_move(text, "4k3/8/8/8/8/5p2/7N/4K1N1 w - - 0 1", "sr-cyrl") == uci


@pytest.mark.law("notation-captures")
def test_a_cyrillic_h_is_a_capture_where_no_piece_stands_on_that_file() -> None:
    assert is_move("Схф3", "4k3/8/8/8/8/5p2/8/4K1N1 w - - 0 1", "sr-cyrl") == "g1f3"


@pytest.mark.law("notation-ambiguous")
@pytest.mark.parametrize(
    ("squares", "first", "second"),
    [("g1 e1", "Sgf3", "Sef3"), ("g5 g1", "S5f3", "S1f3"), ("h2 d4", "Shf3", "Sdf3")],
)
@pytest.mark.parametrize("captured", [False, True])
def test_of_two_pieces_the_file_tells_and_else_the_rank(
    squares: str, first: str, second: str, captured: bool
) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/K7 w - - 0 1")
    for square in squares.split():
        board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol("N"))
    if captured:
        board.set_piece_at(chess.F3, chess.Piece.from_symbol("p"))
    position = Position.from_fen(board.fen())
    texts = [text.replace("f3", "xf3") if captured else text for text in (first, second)]
    moves = [f"{square}f3" for square in squares.split()]

    assert [written(position, uci, script("de")) for uci in moves] == texts
    assert [read_move(text, position, script("de")) for text in texts] == [
        MoveRead(uci=uci) for uci in moves
    ]


@pytest.mark.law("notation-ambiguous")
def test_what_could_be_two_moves_is_refused_with_both() -> None:
    fen = "4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1"

    assert read("Sf3", fen) == AmbiguousNotation(ucis=("g5f3", "g1f3"))
    assert read("Sgf3", fen) == AmbiguousNotation(ucis=("g5f3", "g1f3"))


@pytest.mark.law("notation-ambiguous")
def test_of_three_like_pieces_one_may_need_its_whole_square() -> None:
    position = Position.from_fen("8/8/7k/8/Q2Q4/8/8/Q5K1 w - - 0 1")
    letters = script("de")
    written_so = {uci: written(position, uci, letters) for uci in ("a4d1", "d4d1", "a1d1")}

    assert written_so == {"a4d1": "Da4d1", "d4d1": "Ddd1", "a1d1": "D1d1"}
    for uci, text in written_so.items():
        assert read_move(text, position, letters) == MoveRead(uci=uci)


@pytest.mark.law("notation-two-pawns")
def test_two_pawns_are_told_by_their_file() -> None:
    position = Position.from_fen(CAPTURES)

    assert [written(position, uci, script("de")) for uci in ("c4d5", "e4d5")] == ["cxd5", "exd5"]
    assert read("d5", CAPTURES) == FileMissing(target="d5")
    assert read("xd5", CAPTURES) == FileMissing(target="d5")


@pytest.mark.law("notation-promotion")
@pytest.mark.parametrize(
    ("text", "language_id", "uci"),
    [
        ("b8D", "de", "b7b8q"),
        ("b8=D", "de", "b7b8q"),
        ("b8(D)", "de", "b7b8q"),
        ("b8/D", "de", "b7b8q"),
        ("bxa8S", "de", "b7a8n"),
        ("ba8S", "de", "b7a8n"),
        ("b7-b8L", "de", "b7b8b"),
        ("b8H", "pl", "b7b8q"),
        ("b8S", "pl", "b7b8n"),
        ("b8G", "pl", "b7b8b"),
        ("b8W", "pl", "b7b8r"),
        ("b8S", "cs", "b7b8b"),
        ("б8Д", "sr-cyrl", "b7b8q"),
    ],
)
def test_a_promotion_ends_with_the_letter_of_the_new_piece(
    text: str, language_id: str, uci: str
) -> None:
    assert is_move(text, PROMOTING, language_id) == uci


@pytest.mark.law("notation-promotion")
def test_a_promotion_is_written_with_nothing_before_the_letter() -> None:
    position = Position.from_fen(PROMOTING)

    assert written(position, "b7b8n", script("de")) == "b8S"
    assert written(position, "b7a8q", script("cs")) == "bxa8D+"
    assert written_long(position, "b7a8q", script("pl")) == "b7xa8H+"


@pytest.mark.law("notation-promotion")
def test_a_promotion_without_its_piece_is_asked_for() -> None:
    assert read("b8", PROMOTING) == Impossible(reason=NeedsPromotionPiece(square="b8"))
    assert read("b8K", PROMOTING) == Garbled(text="b8K", rest="K")
    assert read("e4D", START) == Impossible(reason=CannotMoveThatWay(piece="P"))
    assert read("Sf3D", START) == Garbled(text="Sf3D", rest="D")


@pytest.mark.law("notation-offer")
@pytest.mark.parametrize("text", ["Sf3 (=)", "Sf3(=)", "1. Sf3! (=)", "Sg1-f3 (=)"])
def test_an_offer_of_a_draw_stands_behind_the_move(text: str) -> None:
    assert read(text, START) == MoveRead(uci="g1f3", offers_draw=True)


@pytest.mark.parametrize(
    ("text", "uci"),
    [
        ("0-0", "e1g1"),
        ("O-O", "e1g1"),
        ("o-o", "e1g1"),
        ("0–0–0", "e1c1"),
        ("O - O - O", "e1c1"),
        ("О – О", "e1g1"),
        ("0-0-0!", "e1c1"),
        ("Ke1-g1", "e1g1"),
        ("0-0-0-0", None),
        ("00", None),
        ("Kg1", None),
    ],
)
def test_castling_has_two_spellings_and_any_dash(text: str, uci: str | None) -> None:
    assert is_move(text, CASTLING) == uci


def test_castling_is_written_with_noughts() -> None:
    position = Position.from_fen(CASTLING)

    assert written(position, "e1g1", script("pl")) == "0-0"
    assert written_long(position, "e1c1", script("sr-cyrl")) == "0-0-0"


@pytest.mark.law("notation-captures")
@pytest.mark.parametrize("text", ["exd6 e.p.+", "exd6+ e.p.", "ed6+"])
def test_a_check_may_stand_before_or_behind_the_mark_of_passing(text: str) -> None:
    assert is_move(text, "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1") == "e5d6"


MATING = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
CHECKING = "6k1/5p1p/8/8/8/8/8/R3K3 w - - 0 1"


@pytest.mark.parametrize("end", ["", "+", "++", "#", "X"])
def test_a_mate_may_be_marked_in_every_way(end: str) -> None:
    assert is_move(f"Ta8{end}", MATING) == "a1a8"


@pytest.mark.parametrize("end", ["", "+"])
def test_a_check_may_be_marked(end: str) -> None:
    assert is_move(f"Ta8{end}", CHECKING) == "a1a8"


@pytest.mark.parametrize(
    ("text", "fen", "sign"),
    [
        ("Ta8#", CHECKING, Sign.MATE),
        ("Ta8++", CHECKING, Sign.MATE),
        ("Ta8X", CHECKING, Sign.MATE),
        ("Ta7+", CHECKING, Sign.CHECK),
        ("Txa8", CHECKING, Sign.CAPTURE),
        ("exd6 e.p.", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", Sign.PASSING),
    ],
)
def test_a_sign_that_is_not_true_is_named(text: str, fen: str, sign: Sign) -> None:
    found = read(text, fen)

    assert isinstance(found, Untrue)
    assert found.sign is sign


@pytest.mark.parametrize("note", ["!", "?", "!!", "??", "!?", "?!", "$1", "!$14"])
def test_comments_of_a_sign_or_two_are_passed_over(note: str) -> None:
    assert is_move(f"Sf3{note}", START) == "g1f3"


@pytest.mark.parametrize("number", ["1.", "1. ", "12.", "1...", "…"])
def test_a_move_may_have_its_number(number: str) -> None:
    assert is_move(f"{number}Sf3", START) == "g1f3"


@pytest.mark.parametrize("text", ["e2-e4", "e2e4", "e2–e4", "e4"])
def test_the_square_it_starts_from_may_be_written(text: str) -> None:
    assert is_move(text, START) == "e2e4"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("De3+3", "3"),
        ("S-f3", "S-f3"),
        ("Sf3f4g5", "g5"),
        ("e4x", "x"),
        ("", ""),
        ("Zf3", "Zf3"),
        ("0-0-0-0", "-0"),
        ("Sf3 bitte", "bitte"),
    ],
)
def test_what_has_no_place_in_a_move_is_named(text: str, rest: str) -> None:
    assert read(text, START) == Garbled(text=text, rest=rest)


@pytest.mark.parametrize(
    ("text", "fen", "reason"),
    [
        ("Sd4", START, CannotMoveThatWay(piece="N")),
        ("Lc4", START, Blocked(by_square="e2")),
        ("Sf3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NoSuchPiece(piece="N")),
        ("Saf3", START, NoSuchPiece(piece="N")),
        ("Sa1-b3", START, NotThere(square="a1", stands_there="R")),
        ("Sd4", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", Pinned(by_square="e8")),
        ("0-0", START, CastlingRefused(why=CastlingBar.BLOCKED, square="f1")),
        ("e5", START, CannotMoveThatWay(piece="P")),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_the_reason(
    text: str, fen: str, reason: Reason
) -> None:
    assert read(text, fen) == Impossible(reason=reason)
