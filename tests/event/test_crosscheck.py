"""Both players of a game tell the same of it, and a round is paired when those before are over."""

import pytest

from tests.event.reports import FOUR, event, report
from voice_chess.event.crosscheck import (
    check_before,
    crosscheck,
    doubtful_points,
    last_round_over,
    met_twice,
)
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.standings import standings
from voice_chess.event.trf import read_trf

Rows = tuple[tuple[str, ...], ...]
TWICE = (("2w1", "2b="), ("1b0", "1w="))


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ((("7w1",), ()), "Line 1, round 1, opponent: there is no player 7."),
        (
            (("2w1",), ("3b0",), ("2w1",)),
            "Line 1, round 1, opponent: 1 has 2, but 2 has 3 (line 2).",
        ),
        ((("2w1",), ("H",)), "Line 1, round 1, opponent: 1 has 2, but 2 has nobody (line 2)."),
        ((("2w1",), ()), "Line 1, round 1, opponent: 1 has 2, but 2 has nobody (line 2)."),
        (
            (("2w1",), ("1w0",)),
            "Line 1, round 1, colour: 1 and 2 (line 2) have the same one.",
        ),
        (
            (("2w1",), ("1b1",)),
            "Line 1, round 1, result: 1 has '1' and 2 (line 2) has '1', which don't fit.",
        ),
    ],
)
def test_what_does_not_fit_together_is_told_by_line_and_field(rows: Rows, told: str) -> None:
    with pytest.raises(BadEvent) as complaint:
        crosscheck(read_trf(report(rows)))

    assert str(complaint.value) == told


@pytest.mark.parametrize(("one", "other"), ["1=", "+1", "++", "1-", "=+", "1 ", "W1", "DW"])
def test_results_that_no_game_has_contradict_each_other(one: str, other: str) -> None:
    with pytest.raises(BadEvent, match="which don't fit"):
        crosscheck(read_trf(report(((f"2w{one}",), (f"1b{other}",)))))


@pytest.mark.parametrize(
    ("one", "other"), ["10", "01", "==", "00", "=0", "+-", "-+", "--", "  ", "WL"]
)
def test_results_that_a_game_can_have_fit(one: str, other: str) -> None:
    crosscheck(read_trf(report(((f"2w{one}",), (f"1b{other}",)))))


@pytest.mark.parametrize("result", ["0", "="])
def test_less_than_a_point_in_all_must_show_in_both_players_points(result: str) -> None:
    """An arbiter may take both points away; a slip of the pen takes only one result."""
    won, slip = "   2 w 1", f"   2 w {result}"
    text = report((("2w1",), ("1b0",)))

    with pytest.raises(BadEvent, match="which don't fit"):
        crosscheck(read_trf(text.replace(won, slip)))


def test_those_who_did_not_play_their_game_may_meet_again() -> None:
    assert event((("2w+", "2w1"), ("1b-", "1b0")))


def test_the_next_round_and_every_paired_one_can_be_paired() -> None:
    read = event(FOUR, "XXR 3")

    for number in (1, 2, 3):
        check_before(read, number)


def test_a_round_in_which_one_player_alone_was_there_is_over() -> None:
    read = event((("2w1", "U"), ("1b0", "Z")), "XXR 3")

    check_before(read, 3)

    assert last_round_over(read) == 2


@pytest.mark.parametrize(
    ("number", "more", "told"),
    [
        (0, (), "There is no round 0: rounds count from 1."),
        (4, ("XXR 3",), "There is no round 4: the last one is round 3."),
        (
            4,
            ("XXR 9",),
            "The file tells nothing of games in round 3, so round 4 can't be paired.",
        ),
        (
            3,
            (),
            (
                "There is no round 3 yet: the file ends with round 2, "
                "and no line XXR or 142 tells of more."
            ),
        ),
    ],
)
def test_a_round_that_does_not_exist_yet_is_told(
    number: int, more: tuple[str, ...], told: str
) -> None:
    with pytest.raises(BadEvent) as complaint:
        check_before(event(FOUR, *more), number)

    assert str(complaint.value) == told


def test_two_who_have_met_twice_are_told_once_and_the_next_round_can_be_paired() -> None:
    read = event(TWICE, "XXR 3")

    check_before(read, 3)

    (once,) = met_twice(read, 3)
    assert str(BadEvent(once)) == (
        "Line 2, round 2, opponent: 1 and 2 had already met in round 1. "
        "Both games count, and they are not paired again."
    )


def test_a_game_of_the_round_to_be_paired_is_no_second_meeting() -> None:
    assert not list(met_twice(event(TWICE, "XXR 3"), 2))


def test_in_a_match_they_meet_again_and_have_standings() -> None:
    assert [each.place for each in standings(event(TWICE), 2)] == [1, 2]


def test_a_missing_result_is_told() -> None:
    with pytest.raises(BadEvent) as complaint:
        check_before(event((("2w ",), ("1b ",)), "XXR 2"), 2)

    assert str(complaint.value) == (
        "Line 2, round 1, result: there is none yet, so round 2 can't be paired."
    )


def test_a_round_with_nothing_but_byes_has_not_been_paired() -> None:
    read = event((("2w1", "H"), ("1b0", "")), "XXR 3")

    check_before(read, 2)
    with pytest.raises(BadEvent, match="nothing of games in round 2"):
        check_before(read, 3)


def test_a_bye_of_nobody_is_told() -> None:
    with pytest.raises(BadEvent, match="Line 1, starting numbers: there is no player 9"):
        check_before(event(FOUR, "240 H 002 0009"), 2)


def test_points_that_are_no_sum_of_rounds_are_doubtful() -> None:
    assert doubtful_points(event(FOUR)) == ()
    assert [player.number for player in doubtful_points(read_trf(wrong_points()))] == [1]


def wrong_points() -> str:
    return report(FOUR).replace(" 1.5    1", " 2.5    1")
