"""Of a damaged PGN file, what stands before the damage is read, and its line is named."""

import pytest

from voice_chess.records import pgn
from voice_chess.records.scoresheet import BadRecord

HEAD = '[White "Ida"]\n[Black "Uwe"]\n\n'


@pytest.mark.parametrize(
    ("moves", "kept", "told"),
    [
        ("1. e4 e5\n2. Qh5 Ke6\n3. Nf3", 3, "Line 5, Ke6: "),
        ("1. e4 e5\n2. Nf3 {open\n2... Nc6", 3, "Line 5: a comment is not closed."),
        ("1. e4 e5\n2. Nf3 (2. Nc3", 3, "Line 5: a variation is not closed."),
        ("1. e4 e5)\n2. Nf3", 2, "Line 4: a variation is closed that was not opened."),
        ("1. e4 e5 2. Zz9 Nc6", 2, "Line 4, Zz9: "),
    ],
)
def test_the_line_is_named_and_what_stands_before_is_kept(moves: str, kept: int, told: str) -> None:
    sheet = pgn.read_as_far(HEAD + moves)

    assert len(sheet.entries) == kept
    assert sheet.left_out.startswith(told)
    assert sheet.left_out.endswith(".")
    assert sheet.header.white == "Ida"


def test_who_reads_strictly_reads_nothing_of_it() -> None:
    with pytest.raises(BadRecord, match="half-move 4"):
        pgn.read(f"{HEAD}1. e4 e5\n2. Qh5 Ke6")


def test_what_was_left_out_is_told_before_the_first_move_when_it_is_written_anew() -> None:
    sheet = pgn.read_as_far(f"{HEAD}1. e4 e5\n2. Qh5 Ke6")
    anew = pgn.written(sheet)
    comment, _, moves = anew.partition("\n\n")[2].partition("}")

    assert sheet.left_out in " ".join(comment.split())
    assert moves.split() == ["1.", "e4", "e5", "2.", "Qh5", "*"]
    assert pgn.read(anew) == sheet


def test_a_whole_game_leaves_nothing_out() -> None:
    whole = f"{HEAD}1. e4 e5 2. Nf3 1-0\n\n{HEAD}1. d4 nonsense"

    assert pgn.read_as_far(whole) == pgn.read(f"{HEAD}1. e4 e5 2. Nf3 1-0")
    assert pgn.read_as_far(whole).left_out == ""


@pytest.mark.parametrize("text", ["", "\n\n", "}", "hello }"])
def test_what_holds_no_game_is_told(text: str) -> None:
    with pytest.raises(BadRecord):
        pgn.read_as_far(text)


def test_a_move_with_a_thousand_results_behind_it_is_read_and_the_last_of_them_counts() -> None:
    sheet = pgn.read_as_far(f"{HEAD}1. e4{'0-1' * 1_000}1-0")

    assert [entry.san for entry in sheet.entries] == ["e4"]
    assert sheet.result == "1-0"
