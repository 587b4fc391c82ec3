"""Virtual points are those of Baku or of the report, and count for the pairing alone."""

from dataclasses import replace

import pytest

from tests.event.organised import TERMS, entries, organised
from tests.event.reports import FOUR, event
from tests.event.whole_events import WholeEvent, can_be_paired, rounds_of
from voice_chess.event.acceleration import virtual_halves
from voice_chess.event.boards import violations
from voice_chess.event.commands import ChangeTerms, EnterPlayers
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import round_to_pair
from voice_chess.event.pairing import paired
from voice_chess.event.results import Colour
from voice_chess.event.tournament import Tournament
from voice_chess.event.trf import read_trf
from voice_chess.event.trf_writing import report_before

BAKU = "192 FIDE_DUTCH_2025_BAKU"


def baku(players: int, rounds: int) -> Tournament:
    return event(((),) * players, f"XXR {rounds}", BAKU)


@pytest.mark.parametrize(("players", "upper"), [(161, 82), (8, 4), (9, 6), (10, 6), (2, 2), (1, 2)])
def test_the_upper_group_is_half_of_all_as_an_even_number(players: int, upper: int) -> None:
    told = baku(players, 9)

    assert [virtual_halves(told, number, 1) for number in range(1, players + 1)] == [
        2 if number <= upper else 0 for number in range(1, players + 1)
    ]


@pytest.mark.parametrize(
    ("rounds", "halves"),
    [(9, [2, 2, 2, 1, 1, 0, 0, 0, 0]), (7, [2, 2, 1, 1, 0, 0, 0]), (5, [2, 2, 1, 0, 0])],
)
def test_the_first_half_of_the_rounds_has_virtual_points(rounds: int, halves: list[int]) -> None:
    told = baku(8, rounds)

    assert [virtual_halves(told, 1, number) for number in range(1, rounds + 1)] == halves


def test_an_accelerated_first_round_pairs_each_group_by_itself() -> None:
    round_ = round_to_pair(baku(8, 5), 1, Colour.WHITE)

    assert [(board.white, board.black) for board in paired(round_, DutchPairer())] == [
        (1, 3),
        (4, 2),
        (5, 7),
        (8, 6),
    ]


def upper_group(told: Tournament, number: int) -> list[int]:
    """Who has virtual points in this round."""
    return [each.number for each in told.players if virtual_halves(told, each.number, number)]


def test_whoever_comes_late_moves_nobody_into_the_upper_group() -> None:
    played = organised(8)
    played.done(ChangeTerms(at_ms=1, terms=replace(TERMS, is_baku=True)))
    before = upper_group(played.now.report, 1)
    played.play_round()

    played.done(EnterPlayers(at_ms=1, entries=entries(["Late"])))

    assert upper_group(played.now.report, 2) == before == [1, 2, 3, 4]


@pytest.mark.parametrize(("late", "upper"), [(2, [1, 2, 3, 4, 5]), (6, [1, 2, 3, 4])])
def test_whoever_comes_late_is_in_the_group_that_their_number_is_in(
    late: int, upper: list[int]
) -> None:
    here = [number for number in range(1, 10) if number != late]
    pairs = dict(zip(here[::2], here[1::2], strict=True))
    cells = {white: f"{black}w=" for white, black in pairs.items()}
    cells |= {black: f"{white}b=" for white, black in pairs.items()}

    told = event([(cells.get(number, "Z"),) for number in range(1, 10)], "XXR 5", BAKU)

    assert upper_group(told, 1) == upper_group(told, 2) == upper


def test_whoever_is_away_in_the_first_round_is_late_before_it_is_paired() -> None:
    told = event(((),) * 9, "XXR 5", BAKU, "XXZ 9")

    assert upper_group(told, 1) == [1, 2, 3, 4]


def test_points_of_the_report_are_read_from_either_line() -> None:
    by_player = event(FOUR, "XXR 3", "XXA    2  1.0  0.5", "XXA    3       0.5")
    by_round = event(
        FOUR, "XXR 3", "250       1.0 001 001 0002 0002", "250       0.5 002 002    2    3"
    )

    assert by_player.virtual == by_round.virtual == {2: (2, 1), 3: (0, 1)}
    assert [virtual_halves(by_player, 2, number) for number in (1, 2, 3)] == [2, 1, 0]
    assert virtual_halves(by_player, 1, 1) == 0


def test_scores_are_as_without_it() -> None:
    plain = round_to_pair(event(FOUR, "XXR 5"), 3)
    accelerated = round_to_pair(event(FOUR, "XXR 5", BAKU), 3)

    assert [each.level - each.halves for each in accelerated.entrants] == [1, 1, 0, 0]
    assert [each.halves for each in accelerated.entrants] == [
        each.halves for each in plain.entrants
    ]


def test_a_pairing_program_is_told_of_virtual_points() -> None:
    round_ = round_to_pair(event(FOUR, "XXR 5", BAKU), 3)

    again = round_to_pair(read_trf(report_before(round_)), 3)

    assert again.entrants == round_.entrants


@pytest.mark.parametrize("seed", range(10))
def test_an_accelerated_round_is_paired_unless_no_pairing_is_allowed(seed: int) -> None:
    for plain, _ in rounds_of(WholeEvent(seed, 12), DutchPairer()):
        accelerated = replace(plain.event, is_baku=True)
        round_ = round_to_pair(accelerated, plain.number, Colour.WHITE)
        boards = DutchPairer().boards(round_)

        assert (next(violations(boards, round_), None) is None) is can_be_paired(round_)
