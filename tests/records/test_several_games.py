"""Of a file with several games the first is read, and it is known that more stood behind it."""

from functools import partial

import pytest

from voice_chess.languages.language import load_language
from voice_chess.records import move_list, pgn

LANGUAGES = (load_language("de"), load_language("en"))
ONE = "1. e4 e5 2. Nf3 Nc6 {a note} 1-0\n"
OTHERS = [
    '\n[Event "Club"]\n[White "Uwe"]\n\n1. d4 *\n',
    '\n[Event "Club"]\n\n1. d4 {not closed\n',
    "\n1. d4 d5 0-1\n",
]


@pytest.mark.parametrize("other", OTHERS)
def test_of_a_pgn_file_the_first_game_is_read_and_others_are_known(other: str) -> None:
    text = '[Event "Club"]\n[White "Ida"]\n\n' + ONE

    for read in (pgn.read, partial(pgn.read_as_far, reader=LANGUAGES[0])):
        alone, first = read(text), read(text + other)
        assert not alone.others_follow
        assert first.others_follow
        assert first == alone


@pytest.mark.parametrize(
    ("text", "moves", "result", "others_follow"),
    [
        ("1. e4 e5 1-0\n1. d4 d5 0-1", 2, "1-0", True),
        ("1. e4 e5\n\n1. d4 d5", 2, "*", True),
        ("1. e4 e5 *\nd4 d5", 2, "*", True),
        ("1.e4 1...e5 2.Nf3 1-0\n", 3, "1-0", False),
        ("1. e4 e5 1-0 1-0", 2, "1-0", False),
        ("e4 e5 2 Nf3", 3, "*", False),
    ],
)
def test_of_a_list_of_moves_the_first_game_is_read_and_not_all_of_them_as_one(
    text: str, moves: int, result: str, others_follow: bool
) -> None:
    sheet, _ = move_list.read(text, LANGUAGES)

    assert (len(sheet.entries), sheet.result) == (moves, result)
    assert sheet.others_follow is others_follow


def test_a_game_that_is_written_anew_knows_nothing_of_its_neighbours() -> None:
    sheet = pgn.read(ONE + OTHERS[0])

    assert pgn.written(sheet) == pgn.written(pgn.read(ONE))
