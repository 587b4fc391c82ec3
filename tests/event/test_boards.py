"""Boards are told in their order, and a pairing that the rules forbid is noticed."""

import pytest

from tests.event.reports import FOUR, event
from voice_chess.event.boards import Board, in_order, violations
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.pairing import paired
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.results import Colour

TWICE_WHITE = (("3w1", "4w1"), ("4w0", "3w0"), ("1b0", "2b1"), ("2b1", "1b0"))


def boards(*pairs: tuple[int, int | None]) -> tuple[Board, ...]:
    return tuple(Board(white=white, black=black) for white, black in pairs)


def third_round(*more: str, rows: tuple[tuple[str, ...], ...] = FOUR, rounds: int = 5) -> Round:
    return round_to_pair(event(rows, f"XXR {rounds}", *more), 3)


class Given:
    """A pairer that answers what it was given."""

    def __init__(self, *pairs: tuple[int, int | None], allots_colours: bool = True) -> None:
        self.allots_colours = allots_colours
        self._boards = boards(*pairs)

    def boards(self, round_: Round) -> tuple[Board, ...]:
        del round_
        return self._boards


def test_the_highest_score_sits_at_the_first_board_and_the_bye_comes_last() -> None:
    rows = (("2w1",), ("1b0",), ("4w1",), ("3b0",), ("6w=",), ("5b=",), ("U",))
    round_ = round_to_pair(event(rows, "XXR 3"), 2)

    told = in_order(boards((2, None), (6, 5), (4, 7), (1, 3)), round_)

    assert told == boards((1, 3), (4, 7), (6, 5), (2, None))


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        (((1, 4), (2, 9)), "9 does not take part"),
        (((1, 4), (2, 4)), "4 is paired twice"),
        (((1, 4),), "2 is not paired"),
        (((1, None), (4, 3), (2, None)), "1 and 2 are both left over"),
        (((1, 2), (3, 4)), "1 and 2 have played each other already"),
    ],
)
def test_what_the_rules_forbid_is_told(
    pairs: tuple[tuple[int, int | None], ...], told: str
) -> None:
    assert told in list(map(str, violations(boards(*pairs), third_round())))


def test_a_pairing_that_the_rules_allow_has_no_violation() -> None:
    assert list(violations(boards((1, 4), (2, 3)), third_round())) == []


def test_whom_the_organiser_keeps_apart_may_not_meet() -> None:
    found = list(map(str, violations(boards((1, 4), (2, 3)), third_round("XXP 1 4 2"))))

    assert found == ["1 and 4 may not meet in this event"]


def test_nobody_has_a_second_point_without_a_game() -> None:
    rows = (("2w1",), ("1b0",), ("U",))
    round_ = round_to_pair(event(rows, "XXR 3"), 2)

    found = list(map(str, violations(boards((3, None), (1, 2)), round_)))

    assert "3 has had a full point without a game, and would have a bye" in found


@pytest.mark.parametrize(("rounds", "number"), [(5, 1), (3, 0)])
def test_only_topscorers_of_the_last_round_may_have_a_colour_for_the_third_time(
    rounds: int, number: int
) -> None:
    round_ = third_round(rows=TWICE_WHITE, rounds=rounds)

    found = list(map(str, violations(boards((1, 2), (3, 4)), round_)))

    assert found.count("1 and 2 must have the same colour") == number


def test_a_forbidden_pairing_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadEvent) as complaint:
        paired(third_round(), Given((1, 2), (3, 4)))

    assert str(complaint.value) == (
        "The rules allow no pairing of round 3: 1 and 2 have played each other already."
    )


@pytest.mark.parametrize(
    ("allots_colours", "first"), [(True, Board(white=1, black=4)), (False, Board(white=4, black=1))]
)
def test_colours_are_allotted_unless_the_pairer_has_done_so(
    first: Board, *, allots_colours: bool
) -> None:
    rows = (("3w1", "2w="), ("4b1", "1b="), ("1b0", "4w1"), ("2w0", "3b0"))
    round_ = third_round(rows=rows)

    told = paired(round_, Given((1, 4), (3, 2), allots_colours=allots_colours))

    assert first in told
    assert round_.initial is Colour.WHITE
