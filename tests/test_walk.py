"""The measure of the way of a move counts what is called, but not what stands for devices."""

from collections.abc import Callable

import pytest

from tests.walk import Way, at_a_seat, at_the_table, settled, told

MODULES_AT_FIRST, CALLS_AT_FIRST = 61, 863
HAS_NOTHING_OF = frozenset(
    {
        "arbiter/adjournment.py",
        "arbiter/agreements.py",
        "arbiter/recording.py",
        "arbiter/touch_obligation.py",
        "session/boards/board_questions.py",
        "session/boards/felt_board.py",
        "session/boards/own_board.py",
        "session/boards/settling.py",
        "session/dialogue/named_sides.py",
        "session/dialogue/open_question.py",
        "session/dialogue/premove.py",
        "session/dialogue/queries.py",
        "session/games/arrears.py",
        "session/games/starting.py",
    }
)
"""What a move has nothing to do with when no question is open, and nothing offered or touched."""


def test_every_module_on_the_way_is_listed_with_its_calls() -> None:
    way = settled(at_a_seat)

    lines = list(way.each())

    assert len(lines) == len(way.modules)
    (of_deciding,) = (line for line in lines if line.startswith("arbiter/decide.py, "))
    assert f"decide {way.calls['arbiter/decide.py', 'decide']}" in of_deciding
    assert "Recognizer" not in " ".join(lines), "a device in memory is none of it"


def test_the_changes_of_module_are_as_many_as_the_comings_into_one() -> None:
    way = at_a_seat()

    entered = sum(int(line.partition("entered ")[2].split()[0]) for line in way.each())

    assert entered == way.changes > len(way.modules)


def test_both_ways_are_told() -> None:
    lines = list(told())

    assert [line.partition(":")[0] for line in lines] == ["session", "table", "seat"]


def test_a_move_at_the_table_is_half_as_far_as_in_the_first_version() -> None:
    way = settled(at_the_table)

    assert len(way.modules) <= MODULES_AT_FIRST // 2
    assert way.calls.total() <= CALLS_AT_FIRST // 2


@pytest.mark.parametrize("way", [at_the_table, at_a_seat])
def test_a_move_does_not_pass_through_what_it_has_nothing_of(way: Callable[[], Way]) -> None:
    assert not settled(way).modules & HAS_NOTHING_OF


ONCE = (
    ("session/dialogue/interpretation.py", "interpret"),
    ("session/dialogue/interpretation.py", "beliefs_of"),
    ("session/dialogue/expectation.py", "Expectation.meanings"),
    ("speech/understanding/scoring.py", "judge"),
)


@pytest.mark.parametrize(
    ("way", "commands"),
    [
        pytest.param(at_the_table, 1, id="table: the move"),
        pytest.param(at_a_seat, 2, id="seat: the press for the move before, and the move"),
    ],
)
def test_what_is_heard_is_interpreted_once_and_each_command_decided_once(
    way: Callable[[], Way], commands: int
) -> None:
    way()
    calls = way().calls

    assert [calls[function] for function in ONCE] == [1] * len(ONCE)
    assert calls["arbiter/decide.py", "decide"] == commands
