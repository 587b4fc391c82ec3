"""What is written about the moves of a PGN game is kept; variations are counted."""

import io

import chess.pgn
import pytest

from voice_chess.records import pgn
from voice_chess.records.remarks import parted
from voice_chess.records.scoresheet import BadRecord, Scoresheet

ANNOTATED = """[White "Ida"]
[Black "Uwe"]

{[#] Played in the [old] club.} 1. e4 {Best by test. [%clk 0:05:00] [%eval 0.3]} e5
(1... c5 2. Nf3 (2. c3 d5 {Alapin}) 2... d6 {Najdorf}) 2. Nf3 $1 {[%cal Gg1f3]}
Nc6! ({or} 2... Nf6) 3. Bb5 ; the Ruy Lopez
{Named after a bishop of Segura.} a6 {(=) [%clk 0:04:00]} *
"""
COMMENTS = [
    *("Best by test.", "", "", ""),
    "the Ruy Lopez Named after a bishop of Segura.",
    "",
]


def comments(sheet: Scoresheet) -> list[str]:
    return [entry.comment for entry in sheet.entries]


def test_comments_are_kept_at_their_moves_without_what_programs_write_for_programs() -> None:
    sheet = pgn.read(ANNOTATED)

    assert sheet.comment == "Played in the [old] club."
    assert comments(sheet) == COMMENTS
    assert sheet.entries[0].clock_ms == 300_000
    assert sheet.entries[-1].draw_offered


def test_a_sign_between_words_judges_a_line_and_offers_no_draw() -> None:
    words = "12... Nf6 (=) was better."
    sheet = pgn.read(
        f"1. e4 {{{words}}} e5 {{(=) [%clk 0:05:00] {words}}} 2. Nf3 (=) Nc6 {{(=)}} *"
    )
    again = pgn.read(pgn.written(sheet))

    assert [entry.draw_offered for entry in sheet.entries] == [False, True, True, True]
    assert comments(sheet) == [words, words, "", ""]
    assert again.entries == sheet.entries
    assert comments(again) == comments(sheet)


def test_variations_are_counted_each_with_those_inside_it() -> None:
    assert pgn.read(ANNOTATED).variations == 2
    assert pgn.read(f"{ANNOTATED}\n1. d4 (1. c4) *").variations == 2
    assert pgn.read("1. e4 e5 *").variations == 0


def test_comments_are_written_again_and_read_by_other_programs() -> None:
    text = pgn.written(pgn.read(ANNOTATED))
    again = pgn.read(text)
    other = chess.pgn.read_game(io.StringIO(text))

    assert (again.comment, comments(again)) == ("Played in the [old] club.", COMMENTS)
    assert again.entries == pgn.read(ANNOTATED).entries
    assert other is not None
    assert other.errors == []
    assert other.comment == "Played in the [old] club."
    assert next(iter(other.mainline())).comment.startswith("Best by test.")


@pytest.mark.parametrize(
    "comment",
    [
        "[Event of the year] " * 9,
        'Quotes " and \\ and { and ; and (1. d4) 1-0 $5 ' * 5,
        "100 % of it",
        "Příliš žluťoučký kůň 😀",
    ],
)
def test_a_comment_of_any_kind_is_the_same_when_it_is_read_again(comment: str) -> None:
    sheet = pgn.read(f"1. e4 {{{comment}}} e5 2. Nf3 *")
    text = pgn.written(sheet)

    assert comments(pgn.read(text)) == [comment.strip(), "", ""]
    assert max(map(len, text.splitlines())) < 80


FOOLS_MATE = "1. f3 e5 2. g4 Qh4#"
STALEMATE = '[FEN "7k/8/6QK/8/8/8/8/8 w - - 0 1"]\n\n1. Qf7'


@pytest.mark.parametrize(
    ("text", "is_possible"),
    [
        (f"{FOOLS_MATE} 0-1", True),
        (f"{FOOLS_MATE} *", True),
        (f"{FOOLS_MATE} 1-0", False),
        (f"{FOOLS_MATE} 1/2-1/2", False),
        (f"{STALEMATE} 1/2-1/2", True),
        (f"{STALEMATE} 1-0", False),
        ("1. e4 0-1", True),
    ],
)
def test_mate_and_stalemate_allow_one_result(text: str, *, is_possible: bool) -> None:
    assert pgn.read(text).has_possible_result is is_possible


def test_a_comment_makes_no_other_game() -> None:
    assert pgn.read("1. e4 {Best} e5 *") == pgn.read("1. e4 e5 {Best} *")


SIGNS = [
    ("e4!", (1,)),
    ("e4?", (2,)),
    ("e4!!", (3,)),
    ("e4 ??", (4,)),
    ("e4!?", (5,)),
    ("e4 $6", (6,)),
    ("e4 $1 $146", (1, 146)),
    ("e4$1$22", (1, 22)),
    ("e4!+/=", (1, 14)),
    ("e4\u00b1", (16,)),
    ("e4 -+ N", (19, 146)),
    ("e4 {Best} $1", (1,)),
    ("e4 ($2 c4) $1", (1,)),
    ("e4 $0 $256000 D", ()),
]


@pytest.mark.parametrize(("move", "marks"), SIGNS)
def test_an_annotators_signs_are_kept_and_written_with_pgns_numbers(
    move: str, marks: tuple[int, ...]
) -> None:
    sheet = pgn.read(f"1. {move} e5 *")
    text = pgn.written(sheet)
    other = chess.pgn.read_game(io.StringIO(text))

    assert [entry.marks for entry in sheet.entries] == [marks, ()]
    assert [entry.marks for entry in pgn.read(text).entries] == [marks, ()]
    assert other is not None
    assert next(iter(other.mainline())).nags == set(marks)


def test_a_result_tag_that_contradicts_the_moves_is_kept_with_the_other_result() -> None:
    sheet = pgn.read('[Result "1-0"]\n\n1. e4 e5 0-1')

    assert (sheet.result, sheet.other_result) == ("1-0", "0-1")


def test_of_two_results_the_one_that_fits_mate_counts() -> None:
    sheet = pgn.read(f'[Result "1-0"]\n\n{FOOLS_MATE} 0-1')

    assert (sheet.result, sheet.other_result) == ("0-1", "1-0")


@pytest.mark.parametrize("end", ["1-0", "*", ""])
def test_a_result_that_stands_once_or_twice_contradicts_nothing(end: str) -> None:
    sheet = pgn.read(f'[Result "1-0"]\n\n1. e4 e5 {end}')

    assert (sheet.result, sheet.other_result) == ("1-0", "")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("1. e4 " + "{x}\n" * 200_000 + "e5 *", 2 * 200_000 - 1),
        ("1. e4 {" + "[%" * 200_000 + "} e5 *", 2 * 200_000),
        ("1. e4 (" + "<" * 200_000 + ") e5 *", 0),
    ],
    ids=["many comments", "many commands that do not end", "many signs in a variation"],
)
def test_a_text_of_almost_nothing_but_annotations_is_read(text: str, kept: int) -> None:
    assert len(pgn.read(text).entries[0].comment) == kept


def test_a_comment_that_is_not_closed_in_a_variation_is_named() -> None:
    with pytest.raises(BadRecord, match="a comment is not closed"):
        pgn.read("1. e4 (1. c4 {{{{ ) e5 *")


def test_a_line_that_is_not_indented_ends_a_remark_on_a_sheet() -> None:
    remark = ["- 1. an unusual", "  beginning"]

    assert parted([*remark, "Signature: Anna"]) == (
        ["- 1. an unusual beginning"],
        ["Signature: Anna"],
    )
