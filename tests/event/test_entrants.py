"""Who takes part in a round, and what their rounds before it come to."""

import pytest

from tests.event.reports import FOUR, event
from voice_chess.event.entrants import Entrant, Float, round_to_pair
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.results import Colour

Rows = tuple[tuple[str, ...], ...]


def entrants(rows: Rows, number: int, *more: str) -> dict[int, Entrant]:
    round_ = round_to_pair(event(rows, *more), number, Colour.WHITE)
    return {entrant.number: entrant for entrant in round_.entrants}


def test_entrants_come_by_score_and_then_by_starting_number() -> None:
    round_ = round_to_pair(event(FOUR, "XXR 3"), 3)

    assert [entrant.number for entrant in round_.entrants] == [1, 2, 3, 4]
    assert [entrant.halves for entrant in round_.entrants] == [3, 3, 2, 0]
    assert round_.is_last


def test_only_played_games_count_for_colours_and_opponents() -> None:
    found = entrants((("2w1", "3b+"), ("1b0", "Z"), ("U", "1w-")), 3, "XXR 4")

    assert found[1].colours == (Colour.WHITE,)
    assert found[1].met == {2}
    assert found[3].met == frozenset()


@pytest.mark.parametrize(
    ("cell", "float_"),
    [
        ("U", Float.DOWN),
        ("F", Float.DOWN),
        ("H", Float.DOWN),
        ("2w+", Float.DOWN),
        ("Z", Float.NONE),
        ("", Float.NONE),
        ("2w-", Float.NONE),
    ],
)
def test_points_without_a_game_are_a_downfloat(cell: str, float_: Float) -> None:
    other = {"+": "1b-", "-": "1b+"}.get(cell[-1:], "Z")
    rows = ((cell,), (other,), ("4w1",), ("3b0",))

    assert entrants(rows, 2, "XXR 3")[1].floats == (float_,)


def test_floats_go_by_the_scores_before_the_round() -> None:
    rows = (("2w1", "3b0", "4w="), ("1b0", "4w0", "3w1"), ("4w0", "1w1", "2b0"))
    found = entrants((*rows, ("3b1", "2b1", "1b=")), 4, "XXR 5")

    assert found[1].floats == (Float.NONE, Float.DOWN, Float.UP)
    assert found[4].floats == (Float.NONE, Float.DOWN, Float.DOWN)
    assert found[3].floats == (Float.NONE, Float.UP, Float.DOWN)


@pytest.mark.parametrize(
    ("cell", "may_have_bye"),
    [("U", False), ("F", False), ("2w+", False), ("H", True), ("Z", True), ("2w-", True)],
)
def test_a_full_point_without_a_game_bars_from_the_bye(cell: str, *, may_have_bye: bool) -> None:
    other = {"+": "1b-", "-": "1b+"}.get(cell[-1:], "Z")

    assert entrants(((cell,), (other,)), 2, "XXR 3")[1].may_have_bye is may_have_bye


def test_a_column_of_byes_alone_leaves_all_others_in() -> None:
    rows = (("2w1", "H"), ("1b0", ""), ("4w1", "Z"), ("3b0", ""))

    assert sorted(entrants(rows, 2, "XXR 3")) == [2, 4]


def test_in_a_column_of_pairs_whoever_has_nothing_is_away() -> None:
    rows = (("2w1", "3w1"), ("1b0", ""), ("4w1", "1b0"), ("3b0", "U"))

    assert sorted(entrants(rows, 2)) == [1, 3, 4]


def test_byes_may_be_told_outside_the_columns() -> None:
    assert sorted(entrants(FOUR, 3, "XXR 3", "240 H 003 0002 0003")) == [1, 4]


def test_whoever_comes_late_shifts_the_pairing_numbers_behind_them() -> None:
    rows = (("4w1", "2w1"), ("Z", "1b0"), ("U", "4w1"), ("1b0", "3b0"))

    assert [each.pairing_number for each in entrants(rows, 1).values()] == [1, 2, 3]
    assert {n: each.pairing_number for n, each in entrants(rows, 2).items()} == {
        1: 1,
        2: 2,
        3: 3,
        4: 4,
    }


@pytest.mark.parametrize(
    ("rows", "initial"),
    [
        ((("2b1",), ("1w0",)), Colour.BLACK),
        ((("Z",), ("3b1",), ("2w0",)), Colour.BLACK),
        ((("U",), ("3b1",), ("2w0",)), Colour.WHITE),
    ],
)
def test_the_initial_colour_is_seen_in_the_first_round(rows: Rows, initial: Colour) -> None:
    assert round_to_pair(event(rows), 1).initial is initial
    assert round_to_pair(event(rows), 1, initial.other).initial is initial


def test_an_initial_colour_that_nobody_knows_is_asked_for() -> None:
    nothing_paired = event(((), ()), "XXR 3")

    assert round_to_pair(nothing_paired, 1, Colour.BLACK).initial is Colour.BLACK
    with pytest.raises(BadEvent, match="initial colour is not known"):
        round_to_pair(nothing_paired, 1)


def test_a_round_that_everybody_misses_is_told() -> None:
    with pytest.raises(BadEvent, match="Nobody takes part in round 1"):
        round_to_pair(event((("H",), ("Z",))), 1)
