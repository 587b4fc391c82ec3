"""Games written by other programs are read without losing a move; what cannot be is named."""

import io
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pgn_games import games_of
from voice_chess.laws.chess960 import starting_position
from voice_chess.records import pgn
from voice_chess.records.pgn_letters import decoded
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms

PEERS = Path(__file__).parent / "peers"
ENDING_IN_CASTLING = ("e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1")


def sheets(name: str) -> list[Scoresheet]:
    return games_of(decoded((PEERS / name).read_bytes()))


def sans(sheet: Scoresheet) -> str:
    return " ".join(entry.san for entry in sheet.entries)


def test_a_server_comments_every_move_with_evaluation_and_clock() -> None:
    (sheet,) = sheets("server.pgn")

    assert sans(sheet) == ("e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7 Kxf7 Qf3+ Ke6 Nc3 Ne7 d4")
    assert sheet.entries[0].clock_ms == 180_000
    assert sheet.entries[9].clock_ms == 164_000
    assert sheet.entries[10].clock_ms == 178_400
    assert sheet.terms == Terms(time_control="180+2")
    assert (sheet.header.round, sheet.header.white, sheet.result) == ("", "alfa", "1-0")


@pytest.mark.parametrize("name", ["database.pgn", "database_latin1.pgn"])
def test_a_database_writes_many_games_with_nested_variations(name: str) -> None:
    first, second = sheets(name)

    assert sans(first) == "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bf4 O-O e3 c5"
    assert [entry.clock_ms for entry in first.entries[:4]] == [None, None, 5_370_000, None]
    assert first.header == Header(
        event="Vereinsmeisterschaft 2025/26",
        site="Köln",
        date="2026.01.??",
        round="4.1",
        white="Jäger, Ida",
        black="Groß, Uwe",
    )
    assert first.result == "1/2-1/2"
    assert sans(second) == "e4 c5 Nf3 d6 d4 cxd4 Nxd4"
    assert (second.header.white, second.result) == ("Müller, Änne", "*")


def test_a_scribe_writes_moves_without_a_head_in_their_own_way() -> None:
    first, second, third = sheets("scribe.pgn")

    assert first.result == "*"
    assert sans(first) == "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Ne2 Qxd1 Rxd1"
    assert sans(second) == "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3"
    assert (first.header, second.result) == (Header(), "1/2-1/2")
    assert sans(third).startswith("e4 e5 Nf3 Nf6 d4 exd4 e5 Ne4 Qxd4 d5 exd6 Nxd6 Bg5")
    assert [entry.san for entry in third.entries if entry.draw_offered] == ["Kb1"]


def test_chess960_is_told_by_its_tag_or_by_its_castling_rights() -> None:
    first, second, third = sheets("chess960.pgn")

    assert [sheet.terms.chess960 for sheet in (first, second, third)] == [True, True, True]
    assert first.moves[8:10] == ("d1b1", "d8b8")
    assert sans(first) == "e4 e5 Bc4 Bc5 d3 d6 Be3 Be6 O-O-O O-O-O Bxe6+ fxe6"
    assert sans(second) == "f4 f5 Nf3 Nf6 O-O"
    assert second.moves[-1] == "f1g1"
    assert third.moves == ("c1f1", "c8b8")
    assert third.final_position.fen.startswith("2kr1r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w")


def test_broken_off_games_and_heads_alone_are_games_too() -> None:
    endgame, fools_mate, head, last = sheets("gui.pgn")

    assert sans(endgame) == "dxe3 a8=Q e2 Qh8+"
    assert endgame.entries[0].is_en_passant
    assert [entry.number for entry in endgame.entries] == [41, 42, 42, 43]
    assert [entry.clock_ms for entry in endgame.entries[:2]] == [727_000, 59_000]
    assert (fools_mate.entries[-1].san, fools_mate.result) == ("Qh4#", "0-1")
    assert (head.entries, head.result) == ((), "1-0")
    assert (sans(last), last.result) == ("e4", "1/2-1/2")


@pytest.mark.parametrize("name", sorted(path.name for path in PEERS.iterdir()))
def test_what_was_read_can_be_written_and_read_again(name: str) -> None:
    found = sheets(name)
    again = [pgn.read(pgn.written(sheet)) for sheet in found]

    assert again == found


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_line_ends_and_encodings_make_no_difference(ending: str, encoding: str) -> None:
    text = '[Event "Köln"]\n\n1. e4 ; Für immer\n1... c5 *\n'.replace("\n", ending)

    sheet = pgn.read(decoded(text.encode(encoding)))

    assert (sheet.header.event, sans(sheet)) == ("Köln", "e4 c5")


def test_pieces_may_stand_as_figurines() -> None:
    sheet = pgn.read("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 ♚e7 4. ♖g1 ♛e8 5. d4 exd4 *")

    assert sans(sheet) == "e4 e5 Nf3 Nc6 Bb5 Ke7 Rg1 Qe8 d4 exd4"


def test_a_clock_that_no_clock_shows_is_no_time() -> None:
    """Python refuses numbers of more than 4300 digits, in the middle of whatever is read."""
    endless = "9" * 5_000
    sheet = pgn.read(f"1. e4 {{[%clk {endless}:00:00]}} e5 {{[%clk 0:{endless}:00]}} *")

    assert [entry.clock_ms for entry in sheet.entries] == [None, None]


@pytest.mark.parametrize("number", [0, 345, 518, 959])
def test_a_chess960_game_is_read_back(number: int) -> None:
    start = starting_position(number)
    moves = [Noted(uci=start.legal_moves[0], clock_ms=61_001)]
    terms = Terms(start_fen=start.start_fen, chess960=True)
    sheet = Scoresheet.of_moves(moves, header=Header(), terms=terms)

    text = pgn.written(sheet)

    assert '[Variant "Chess960"]' in text
    assert pgn.read(text) == sheet


def test_a_game_both_lose_is_read_back() -> None:
    moves = [Noted(uci=uci) for uci in ENDING_IN_CASTLING]
    sheet = Scoresheet.of_moves(moves, header=Header(), terms=Terms(), result="0-0")

    assert pgn.read(pgn.written(sheet)) == sheet


def test_no_other_program_sees_castling_where_both_have_lost() -> None:
    moves = ENDING_IN_CASTLING[:-1]
    noted = [Noted(uci=uci) for uci in moves]
    sheet = Scoresheet.of_moves(noted, header=Header(), terms=Terms(), result="0-0")
    peer = chess.pgn.read_game(io.StringIO(pgn.written(sheet)))

    assert peer is not None
    assert tuple(move.uci() for move in peer.mainline_moves()) == moves
    assert peer.headers["Result"] == "0-0"
    assert pgn.read(pgn.written(sheet)) == sheet


def test_no_line_of_moves_or_comments_is_longer_than_pgn_wants() -> None:
    legal = [Noted(uci="e2e4", clock_ms=61_000, draw_offered=True)]
    stood = [Noted(uci=uci, stood=True) for uci in ("a8a6", "a1a3", "a6a8", "a3a1") * 30]
    sheet = Scoresheet.of_moves([*legal, *stood], header=Header(), terms=Terms())
    text = pgn.written(replace(sheet, left_out="What followed can't be read. " * 20))
    lines = text.partition("\n\n")[2].splitlines()

    assert max(map(len, lines)) < 80
    assert not [line for line in lines if line.startswith("[")]
    assert pgn.read(text).entries[0].noted == legal[0]
    assert " ".join(lines).endswith("61. a3a1 } *")


@pytest.mark.parametrize("letters", range(20, 75))
def test_no_line_begins_like_a_tag_wherever_a_comment_breaks(letters: int) -> None:
    told = f"{'a' * letters} [sic] and then"
    move = Noted(uci="e2e4", clock_ms=61_000, comment=told)
    sheet = Scoresheet.of_moves([move], header=Header(), terms=Terms())
    text = pgn.written(sheet)

    assert not [line for line in text.partition("\n\n")[2].splitlines() if line.startswith("[")]
    assert pgn.read(text).entries[0].noted == move


def test_tags_come_in_the_order_of_the_export_format() -> None:
    terms = Terms(start_fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1", time_control="900+10", edition="2018")
    sheet = Scoresheet.of_moves([], header=Header(), terms=terms)
    lines = pgn.written(replace(sheet, termination="Unplayed")).splitlines()
    names = [line[1:].split()[0] for line in lines if line.startswith("[")]

    assert names == [
        *("Event", "Site", "Date", "Round", "White", "Black", "Result"),
        *("FEN", "LawsOfChess", "SetUp", "Termination", "TimeControl"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Ba5 *", "Half-move 5, 3. Ba5: a bishop does not move"),
        ("1. e4 e5 2. Bc5", "Half-move 3, 2. Bc5: a bishop does not move that way"),
        ("1. e4 e5 2. Sf3", "Half-move 3, 2. Sf3: 'Sf3' has no place in a move"),
        ("1. d4 d5 2. Nf3 e6 3. Nd2", "Half-move 5, 3. Nd2: it could be Nbd2 or Nfd2"),
        ("1. e4e5 2. Nf3Ke6", "Half-move 3, 2. Nf3Ke6: 'Ke6' has no place in a move"),
        ("1. d4 Ke7 *", "Half-move 2, 1... Ke7: on e7 stands a piece"),
        ("1. e4 (1. d4 e5", "Behind half-move 1: a variation is not closed"),
        ("1. e4) e5", "Behind half-move 1: a variation is closed that was not opened"),
        ("[Event Club]\n\n1. e4 *", "Behind half-move 0: [Event Club] is no tag"),
        ("1. e4 { never closed", "Behind half-move 1: a comment is not closed"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "Tag FEN: Not a position: the board"),
        ('[SetUp "1"]\n\n1. e4 *', "Tag SetUp: a position was set up"),
        ('[Variant "Atomic"]\n\n1. e4 *', "Tag Variant: Atomic is neither chess nor"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_half_move(text: str, told: str) -> None:
    with pytest.raises(BadRecord) as caught:
        pgn.read(text)

    assert told in str(caught.value)


@pytest.mark.parametrize("null", ["--", "Z0", "0000", "@@@@"])
def test_what_stands_before_a_null_move_is_kept_and_the_rest_told(null: str) -> None:
    sheet = pgn.read(f"1. e4 e5 2. Nf3 {null} 3. Nxe5 1-0\n\n1. d4 *")

    assert (sans(sheet), sheet.result) == ("e4 e5 Nf3", "1-0")
    assert sheet.left_out.startswith(f"Line 1, {null}: no move is made there.")
    assert sheet.others_follow


def test_a_null_move_in_a_variation_is_nobodys_concern() -> None:
    sheet = pgn.read("1. e4 e5 (1... -- 2. d4) 2. Nf3 *")

    assert (sans(sheet), sheet.left_out) == ("e4 e5 Nf3", "")


@pytest.mark.parametrize(
    "sign", ["+-", "-+", "+/-", "=", "+=", "=/+", "\u00b1", "\u2a72", "!\u221e"]
)
def test_an_evaluation_may_stand_behind_its_move_without_a_space(sign: str) -> None:
    sheet = pgn.read(
        f"1. e4 e5{sign} 2. Bc4{sign} Nc6{sign} 3. Qh5{sign} Nf6{sign} \u25a1 4. Qxf7# *"
    )

    assert sans(sheet) == "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#"


@pytest.mark.parametrize(
    ("written", "result"),
    [
        *(("1:0", "1-0"), ("0:1", "0-1"), ("1\u20130", "1-0"), ("0.5-0.5", "1/2-1/2")),
        *(("1/2:1/2", "1/2-1/2"), ("\u00bd:\u00bd", "1/2-1/2"), ("\u00bd\u2013\u00bd", "1/2-1/2")),
    ],
)
def test_a_result_may_be_written_as_on_paper(written: str, result: str) -> None:
    sheet = pgn.read(f"1. e4 e5 {written}\n\n1. d4 *")

    assert (sans(sheet), sheet.result) == ("e4 e5", result)


@pytest.mark.parametrize(
    "tags", ['[Event "Club"] [White "A [1]"]', '\t[Event "Club"]\n[White "A [1]"]\n']
)
def test_a_game_pasted_as_one_line_or_indented_is_read(tags: str) -> None:
    sheet = pgn.read(f"{tags} 1. e4 {{ [%clk 0:03:00] }} 1... e5 {{ [%clk 0:02:59] }} 2. Nf3 1-0")

    assert (sheet.header.event, sheet.header.white) == ("Club", "A [1]")
    assert (sans(sheet), sheet.result) == ("e4 e5 Nf3", "1-0")
    assert [entry.clock_ms for entry in sheet.entries] == [180_000, 179_000, None]


PROMOTING = '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n'


@pytest.mark.parametrize("written", ["a7a8q", "a8(Q)", "a8 (Q)", "a7-a8(Q)", "a8=Q", "a8Q", "a8/Q"])
def test_a_promotion_may_stand_in_brackets(written: str) -> None:
    assert sans(pgn.read(f"{PROMOTING}1. {written} Kg7 2. Qb8 *")) == "a8=Q Kg7 Qb8"


def test_a_promotion_in_brackets_ends_no_variation() -> None:
    text = f"{PROMOTING}1. a8(N) (1. a8(Q) Kg7 (1... Kh6)) 1... Kg7 *"

    assert sans(pgn.read(text)) == "a8=N Kg7"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1.e4e5 2.Nf3Nc6 3.Bb5a6 4.O-ONf6 1-0", "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6"),
        ("1.e4e52.Nf3Nc63.Bb5a6*", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1.e4e5{good}2.Nf3!?Nc61/2-1/2", "e4 e5 Nf3 Nc6"),
        ("1.e2e4e7e5 2.Ng1f3Nb8-c6", "e4 e5 Nf3 Nc6"),
        ("1.e2e4 d7d5 2.e4xd5Qxd5+", None),
    ],
)
def test_moves_need_no_space_between_them(text: str, moves: str | None) -> None:
    if moves is None:
        with pytest.raises(BadRecord, match="Half-move 3"):
            pgn.read(text)
    else:
        assert sans(pgn.read(text)) == moves


def test_a_word_without_end_is_refused_and_not_pondered() -> None:
    with pytest.raises(BadRecord, match="Half-move 1"):
        pgn.read("1." + "Nf3Nf6Ng1Ng8" * 500 + "Ke4")


def test_a_name_cannot_write_its_own_result() -> None:
    name = 'x"] [Result "1-0'
    sheet = Scoresheet.of_moves([], header=Header(white=name), terms=Terms())

    text = pgn.written(sheet)
    peer = chess.pgn.read_game(io.StringIO(text))

    assert '[White "x\\"] [Result \\"1-0"]' in text
    assert (pgn.read(text).header.white, pgn.read(text).result) == (name, "*")
    assert peer is not None
    assert peer.headers["Result"] == "*"


def said(text: str) -> bool:
    return text not in {"?", "-", "????.??.??"}


TAG_VALUES = st.one_of(
    st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" ")),
    st.text(st.sampled_from('"\\[]{}();% *x')),
).map(lambda text: " ".join(text.split()))


@given(values=st.lists(TAG_VALUES.filter(said), min_size=5, max_size=5))
def test_every_name_is_read_back_as_it_was_given(values: list[str]) -> None:
    event, site, in_round, white, black = values
    header = Header(event=event, site=site, round=in_round, white=white, black=black)
    sheet = Scoresheet.of_moves([Noted(uci="e2e4")], header=header, terms=Terms(), result="0-1")

    again = pgn.read(pgn.written(sheet))

    assert again == sheet


def test_a_name_stays_on_its_line() -> None:
    header = Header(white='Ida\n[Result "1-0"]\r\n\n1. e4')

    sheet = pgn.read(pgn.written(Scoresheet.of_moves([], header=header, terms=Terms())))

    assert sheet.header.white == 'Ida [Result "1-0"] 1. e4'
    assert (sheet.moves, sheet.result) == ((), "*")


def test_a_backslash_of_another_program_stays_one() -> None:
    assert pgn.read('[Event "C:\\games"]\n\n1. e4 *').header.event == "C:\\games"


def test_a_bad_game_does_not_spoil_the_one_before_it() -> None:
    assert sans(pgn.read("1. e4 e5 *\n\n1. d4 d4 *")) == "e4 e5"


@pytest.mark.parametrize("name", ["server.pgn", "database.pgn"])
def test_the_library_agrees_on_every_move(name: str) -> None:
    text = io.StringIO(decoded((PEERS / name).read_bytes()))
    for sheet in sheets(name):
        game = chess.pgn.read_game(text)

        assert game is not None
        assert tuple(move.uci() for move in game.mainline_moves()) == sheet.moves
