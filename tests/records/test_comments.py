"""What is written about the moves of a PGN game is kept; variations are counted."""

import io

import chess.pgn
import pytest

from voice_chess.records import pgn
from voice_chess.records.scoresheet import Scoresheet

ANNOTATED = """[White "Ida"]
[Black "Uwe"]

{Played in the [old] club.} 1. e4 {Best by test. [%clk 0:05:00] [%eval 0.3]} e5
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


def test_variations_are_counted_each_with_those_inside_it() -> None:
    assert pgn.read(ANNOTATED).variations == 2
    assert [game.variations for game in pgn.read_all(f"{ANNOTATED}\n1. d4 (1. c4) *")] == [2, 1]
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
