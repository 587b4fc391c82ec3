"""Standings: by points, then by tie-breaks; rounds without a game count as the Handbook says."""

from dataclasses import replace

import pytest

from tests.event.reports import FOUR, event
from tests.event.rules_by_hand import read_before
from tests.event.tie_breaks_by_hand import by_hand
from tests.event.whole_events import WholeEvent, rounds_of
from voice_chess.event.crosscheck import last_round_over
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.results import Colour
from voice_chess.event.standings import KNOWN, standings
from voice_chess.event.tie_breaks import TIE_BREAKS, adjusted_halves, contributions
from voice_chess.event.trf_lines import written_16

Rows = tuple[tuple[str, ...], ...]
THREE_ROUNDS: Rows = (
    ("3w1", "2b=", "4w1"),
    ("4b1", "1w=", "3b="),
    ("1b0", "4w1", "2w="),
    ("2w0", "3b0", "1b0"),
)
"""Scores of 2.5, 2, 1.5 and 0."""


def value(rows: Rows, code: str, number: int = 1) -> float:
    read = event(rows)
    return TIE_BREAKS[code](read, read.by_number[number], read.columns) / 4


def places(rows: Rows, *tie_breaks: str) -> list[tuple[int | None, int]]:
    read = event(rows)
    return [(each.place, each.player.number) for each in standings(read, read.columns, tie_breaks)]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("BH", (3.5, 4, 4.5, 6)),
        ("BH-C1", (3.5, 4, 4.5, 4.5)),
        ("BH-C2", (2, 2.5, 2.5, 2.5)),
        ("BH-M1", (1.5, 1.5, 2, 2)),
        ("SB", (2.5, 2, 1, 0)),
        ("WIN", (2, 1, 1, 0)),
        ("WON", (2, 1, 1, 0)),
        ("PS", (5, 4.5, 2.5, 0)),
    ],
)
def test_played_games_give_what_can_be_counted_by_hand(
    code: str, values: tuple[float, ...]
) -> None:
    assert tuple(value(THREE_ROUNDS, code, number) for number in (1, 2, 3, 4)) == values


def test_wins_without_a_game_count_as_wins_and_not_as_games_won() -> None:
    rows = (("2w+", "U", "F", "3w1"), ("1b-",), (*3 * ("Z",), "1b0"))

    assert (value(rows, "WIN"), value(rows, "WON")) == (4, 1)


@pytest.mark.parametrize(
    ("cells", "halves"),
    [
        (("2w1", "H", "Z"), 4),
        (("2w1", "Z", "H"), 4),
        (("2w1", "", ""), 4),
        (("H", "Z", "2w1"), 3),
        (("Z", "Z", "2w-"), 2),
        (("2w1", "U", "F"), 6),
        (("Z", "U", "Z"), 3),
    ],
)
def test_whoever_has_left_counts_with_draws_for_their_opponents(
    cells: tuple[str, ...], halves: int
) -> None:
    against = {"1": "1b0", "-": "1b+", "": ""}
    other = tuple(against.get(cell[-1:] if len(cell) > 1 else "", "") for cell in cells)
    read = event((cells, other))

    assert adjusted_halves(read, read.by_number[1], 3) == halves


def test_a_round_without_a_game_is_one_against_a_dummy_of_ones_own_score() -> None:
    """At most half of the rounds; and of a forfeit, at most the score of who was to play."""
    rows = (("U", "3w1", "2w+"), ("Z", "Z", "1b-"), ("Z", "1b0", "U"))
    read = event(rows)

    found = contributions(read, read.by_number[1], 3)

    assert [(each.halves, each.won_halves, each.is_voluntary) for each in found] == [
        (3, 2, False),
        (2, 2, False),
        (2, 2, False),
    ]


def test_a_round_that_could_have_been_played_is_cut_first() -> None:
    """Its dummy has 1.5 points, and the opponents one each."""
    rows = (("Z", "2w1", "3w1"), ("Z", "1b0", "U"), ("U", "Z", "1b0"))

    assert value(rows, "BH") == 1.5 + 1 + 1
    assert value(rows, "BH-C1") == 2


def test_equal_players_share_a_place_and_the_next_one_is_further_down() -> None:
    rows = (("2w=",), ("1b=",), ("4w=",), ("3b=",), ("6w1",), ("5b0",))

    assert places(rows) == [(1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (6, 6)]


def test_tie_breaks_decide_one_after_the_other() -> None:
    assert places(FOUR, "WIN") == [(1, 1), (1, 2), (3, 3), (4, 4)]
    assert places(FOUR, "WIN", "SB") == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        pytest.param(
            (("2w1", "3b0"), ("1b0", "4w1"), ("4w1", "1w1"), ("3b0", "2b0")),
            [(1, 3), (2, 1), (3, 2), (4, 4)],
            id="both have met",
        ),
        pytest.param(
            (("2w0",), ("1b1",), ("4b1",), ("3w0",)),
            [(1, 2), (1, 3), (3, 1), (3, 4)],
            id="they have not met",
        ),
        pytest.param(
            (("2w1", "3b0"), ("1b0", "4w1"), ("4w0", "1w1"), ("3b1", "2b0")),
            [(1, 1), (1, 2), (1, 3), (1, 4)],
            id="anybody could still be at the top",
        ),
        pytest.param(
            (
                ("2w1", "3b1", "4w0"),
                ("1b0", "5w1", "6b1"),
                ("6w1", "1w0", "5b1"),
                ("5w0", "6b0", "1b1"),
                ("4b1", "2b0", "3w0"),
                ("3b0", "4w1", "2w0"),
            ),
            [(1, 1), (2, 2), (2, 3), (4, 4), (4, 5), (4, 6)],
            id="one is at the top whatever the others might do",
        ),
    ],
)
def test_the_direct_encounter_decides_as_far_as_games_were_played(
    rows: Rows, told: list[tuple[int, int]]
) -> None:
    assert places(rows, "DE") == told


def test_a_tie_break_that_nobody_knows_is_told_with_those_there_are() -> None:
    with pytest.raises(BadEvent, match=r"There is no tie-break XX; there are BH, BH-C1"):
        standings(event(FOUR), 2, ("BH", "XX"))


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        (0, "There is no round 0: rounds count from 1."),
        (
            3,
            "The file tells nothing of games in round 3, so there are no standings after round 3.",
        ),
    ],
)
def test_standings_of_a_round_that_is_not_over_are_refused(rounds: int, told: str) -> None:
    with pytest.raises(BadEvent) as complaint:
        standings(event(FOUR), rounds)

    assert str(complaint.value) == told


@pytest.mark.parametrize("seed", range(10))
def test_everybody_has_a_place_and_nobody_with_fewer_points_a_better_one(seed: int) -> None:
    whole = WholeEvent(seed, 12)
    for _ in rounds_of(whole, DutchPairer()):
        pass
    played = whole.tournament()
    told = standings(played, last_round_over(played), KNOWN)

    assert sorted(each.player.number for each in told) == [p.number for p in played.players]
    assert [each.quarters for each in told] == sorted((e.quarters for e in told), reverse=True)
    assert [each.place for each in told] == sorted(each.place or 0 for each in told)


@pytest.mark.parametrize("seed", range(40))
def test_every_tie_break_is_as_reckoned_by_hand_after_every_round(seed: int) -> None:
    """Byes of all kinds, forfeits, late players and withdrawals among them."""
    whole = WholeEvent(seed, 12)
    for _ in rounds_of(whole, DutchPairer()):
        pass
    played = whole.tournament()
    for rounds in range(1, last_round_over(played) + 1):
        text = written_16(replace(played, initial_told=Colour.WHITE))
        everybody = read_before(text, rounds + 1).players

        for each in standings(played, rounds, tuple(TIE_BREAKS)):
            told = dict(zip(TIE_BREAKS, each.values, strict=True))
            reckoned = by_hand(everybody[each.player.number], everybody)
            assert told == {code: 4 * value for code, value in reckoned.items()}, rounds


def test_in_a_round_robin_a_forfeit_counts_as_a_game_and_a_free_round_as_nothing() -> None:
    """Everybody has the same opponents there: nobody is to gain by who stayed away."""
    rows = (("3w1", "2b+", "Z"), ("Z", "1w-", "3b1"), ("1b0", "Z", "2w0"))
    read = event(rows, "192 BERGER_ROUNDROBIN_G1")

    def values(code: str) -> list[float]:
        return [TIE_BREAKS[code](read, each, 3) / 4 for each in read.players]

    assert values("BH") == [1, 2, 3]
    assert values("SB") == [1, 0, 0]
    assert [each.player.number for each in standings(read, 3, ("DE",))] == [1, 2, 3]


def test_the_direct_encounter_counts_all_games_of_a_double_round_robin() -> None:
    rows = (("2w1", "2b="), ("1b0", "1w="))
    read = event(rows, "192 CUSTOM_ROUNDROBIN")

    assert [each.place for each in standings(read, 2, ("DE",))] == [1, 2]
