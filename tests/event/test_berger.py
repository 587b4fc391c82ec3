"""The tables are those of the Handbook: each meets each once, with colours in turn."""

from collections import Counter
from itertools import combinations

import pytest

from voice_chess.event.berger import berger_rounds
from voice_chess.event.boards import Board

TABLES = {
    4: ("1-4, 2-3", "4-3, 1-2", "2-4, 3-1"),
    6: (
        "1-6, 2-5, 3-4",
        "6-4, 5-3, 1-2",
        "2-6, 3-1, 4-5",
        "6-5, 1-4, 2-3",
        "3-6, 4-2, 5-1",
    ),
    8: (
        "1-8, 2-7, 3-6, 4-5",
        "8-5, 6-4, 7-3, 1-2",
        "2-8, 3-1, 4-7, 5-6",
        "8-6, 7-5, 1-4, 2-3",
        "3-8, 4-2, 5-1, 6-7",
        "8-7, 1-6, 2-5, 3-4",
        "4-8, 5-3, 6-2, 7-1",
    ),
}


@pytest.mark.parametrize("players", TABLES)
def test_the_tables_are_those_of_the_handbook(players: int) -> None:
    told = tuple(
        ", ".join(f"{board.white}-{board.black}" for board in boards)
        for boards in berger_rounds(players)
    )

    assert told == TABLES[players]


@pytest.mark.parametrize("players", range(2, 25))
def test_everybody_meets_everybody_once(players: int) -> None:
    boards = [board for round_ in berger_rounds(players) for board in round_]
    pairs = [
        tuple(sorted((board.white, board.black))) for board in boards if board.black is not None
    ]

    assert sorted(pairs) == list(combinations(range(1, players + 1), 2))


@pytest.mark.parametrize("players", range(3, 25, 2))
def test_with_an_odd_number_each_is_free_once(players: int) -> None:
    free = [boards[-1] for boards in berger_rounds(players)]

    assert sorted(board.white for board in free) == list(range(1, players + 1))
    assert {board.black for board in free} == {None}


@pytest.mark.parametrize("players", range(2, 25))
def test_nobody_has_one_colour_much_more_often(players: int) -> None:
    boards: list[Board] = [board for round_ in berger_rounds(players) for board in round_]
    whites = Counter(board.white for board in boards if board.black is not None)
    blacks = Counter(board.black for board in boards)

    assert {abs(whites[n] - blacks[n]) for n in range(1, players + 1)} <= {0, 1}
