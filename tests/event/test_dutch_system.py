"""The Dutch system goes by starting numbers and scores, and keeps apart whom it is told to."""

import logging

import pytest

from tests.event.reports import event
from tests.event.whole_events import WholeEvent, rounds_of
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.pairing import paired
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.results import Colour

Pair = tuple[int, int | None]


def pairs(round_: Round) -> list[Pair]:
    return [(board.white, board.black) for board in paired(round_, DutchPairer())]


def first_round(size: int, *more: str) -> Round:
    return round_to_pair(event(((),) * size, "XXR 5", *more), 1, Colour.WHITE)


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    assert pairs(first_round(7)) == [(1, 4), (5, 2), (3, 6), (7, None)]


def test_one_player_alone_has_the_bye() -> None:
    assert pairs(first_round(1)) == [(1, None)]


def test_whom_the_organiser_keeps_apart_do_not_meet() -> None:
    rows = (("3w1",), ("4b1",), ("1b0",), ("2w0",))
    free = round_to_pair(event(rows, "XXR 3"), 2)
    apart = round_to_pair(event(rows, "XXR 3", "XXP 1 2"), 2)

    assert {frozenset(pair) for pair in pairs(free)} == {frozenset({1, 2}), frozenset({3, 4})}
    assert {frozenset(pair) for pair in pairs(apart)} == {frozenset({1, 4}), frozenset({2, 3})}


def test_whom_the_organiser_keeps_apart_do_not_meet_in_the_first_round() -> None:
    assert pairs(first_round(6, "XXP 1 4")) == [(1, 5), (4, 2), (3, 6)]


def test_keeping_apart_whoever_would_not_meet_changes_nothing() -> None:
    assert pairs(first_round(9, "XXP 1 2")) == pairs(first_round(9))


@pytest.mark.parametrize(
    ("rows", "number"),
    [
        ((("2w1", ""), ("1b0", "")), 2),
        ((("U", "3w1", "2w1"), ("3w1", "U", "1b0"), ("2b0", "1b0", "U")), 4),
        ((("2w+", ""), ("1b-", "Z")), 2),
    ],
    ids=["both have met", "no third opponent", "a second bye"],
)
def test_where_the_rules_allow_no_pairing_that_is_told(
    rows: tuple[tuple[str, ...], ...], number: int
) -> None:
    with pytest.raises(BadEvent, match="The rules allow no pairing of round"):
        pairs(round_to_pair(event(rows, "XXR 5"), number))


def test_that_no_pairing_is_allowed_is_found_at_once_and_told_by_nobody_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One player may meet nobody; trying the others in every way would take for ever."""
    size = 40
    rows = [(f"{(n + size // 2) % size + 1}{'wb'[n >= size // 2]}=",) for n in range(size)]
    alone = [f"XXP {size} {number}" for number in range(1, size)]
    round_ = round_to_pair(event(rows, "XXR 5", *alone), 2)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])

    with pytest.raises(BadEvent, match="are both left over"):
        pairs(round_)

    assert capsys.readouterr() == ("", "")


def test_as_few_as_possible_move_down_whatever_their_scores() -> None:
    """If 8, from above, were paired with one of 1, 2, 5 and 6, three would be left over."""
    whole = WholeEvent(3456, 14, kept_apart=5)
    boards = next(
        boards for round_, boards in rounds_of(whole, DutchPairer()) if round_.number == 5
    )

    assert {(board.white, board.black) for board in boards} == {
        (1, 2),
        (5, 6),
        (8, 7),
        (4, 3),
        (9, None),
    }
