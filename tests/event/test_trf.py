"""A report is read by its columns; what can't be read is told by line and field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.event.reports import FOUR, event, line, report
from voice_chess.event.crosscheck import check_system, crosscheck
from voice_chess.event.entrants import round_to_pair
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.tournament import Cell
from voice_chess.event.trf import read_trf


def changed(text: str, column: int, to: str) -> str:
    """The line with other signs from this column on; columns count from 1."""
    return text[: column - 1] + to + text[column - 1 + len(to) :]


def complaint(*lines: str) -> str:
    with pytest.raises(BadEvent) as told:
        read_trf("\n".join(lines))
    return str(told.value)


def test_a_player_is_read_by_the_columns_of_the_format() -> None:
    read = event(FOUR, "012 Club championship", "XXR 3")

    first = read.players[0]
    assert (first.number, first.name, first.rating, first.told_halves) == (1, "Player 1", 1999, 3)
    assert first.cells == (
        Cell(result=ReportedResult.WIN, opponent=3, colour=Colour.WHITE),
        Cell(result=ReportedResult.DRAW, opponent=2, colour=Colour.BLACK),
    )
    assert (read.name, read.rounds_told, read.columns) == ("Club championship", 3, 2)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_as_any_program_ends_them(ending: str) -> None:
    text = report(FOUR).replace("\n", ending)

    assert read_trf(text) == read_trf(report(FOUR))


def test_an_empty_cell_is_nothing_and_the_byes_have_no_opponent() -> None:
    read = read_trf(line(1, "", "H", "F", "Z", "U"))

    assert read.players[0].cells == (
        None,
        Cell(result=ReportedResult.HALF_BYE),
        Cell(result=ReportedResult.FULL_BYE),
        Cell(result=ReportedResult.ZERO_BYE),
        Cell(result=ReportedResult.ALLOCATED_BYE),
    )


@pytest.mark.parametrize(("sign", "meant"), [("+", "U"), ("=", "H"), ("-", "Z"), (" ", "Z")])
def test_byes_of_older_reports_are_read(sign: str, meant: str) -> None:
    read = read_trf(line(1, "H").replace("- H", f"- {sign}"))

    assert read.players[0].cells == (Cell(result=ReportedResult(meant)),)


@pytest.mark.parametrize(
    ("code", "colour"), [("XXC black1", "b"), ("XXC white1", "w"), ("152 B", "b"), ("152 W", "w")]
)
def test_the_initial_colour_may_be_told(code: str, colour: str) -> None:
    assert event(FOUR, code).initial_told is Colour(colour)


def test_forbidden_pairs_and_byes_are_read_from_their_own_lines() -> None:
    read = event(FOUR, "XXP 1 4", "260 002 003 0002 0003", "240 H 003 0004")

    always, later = read.forbidden
    assert (always.numbers, later.numbers) == (frozenset({1, 4}), frozenset({2, 3}))
    assert always.holds(1)
    assert [later.holds(number) for number in (1, 2, 3, 4)] == [False, True, True, False]
    assert read.by_number[4].cell(3) == Cell(result=ReportedResult.HALF_BYE)


def test_whoever_is_away_next_is_not_paired_then() -> None:
    """JaVaFo's line; in a round that is paired, the column tells it."""
    read = event(FOUR, "XXR 3", "XXZ 1 3")

    assert {each.number for each in round_to_pair(read, 3).entrants} == {2, 4}
    assert len(round_to_pair(read, 2).entrants) == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("240 H 002  009", "starting numbers: there is no player 9"),
        ("240 H 002  001", "starting numbers: 1 has something else in round 2 (line 1)"),
        ("240 X 003  001", "kind of bye (column 5): 'X' is none of F, H, Z"),
    ],
)
def test_a_bye_of_nobody_or_beside_a_game_is_refused(text: str, told: str) -> None:
    assert complaint(report(FOUR).rstrip(), text) == f"Line 5, {told}."


def test_lines_of_no_interest_are_kept_as_they_stand() -> None:
    read = event(FOUR, "062 4", "122 12/03/05", "###hello", "", "NED    1   2050")

    assert [(each.code, each.text, each.line) for each in read.facts] == [
        ("062", " 4", 1),
        ("122", " 12/03/05", 2),
        ("###", "hello", 3),
        ("NED", "    1   2050", 5),
    ]


GOOD = line(3, "5w1", "H")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello", "Line 2, code (columns 1 to 3): 'hell' begins no line of a report."),
        ("0011 3", "Line 2, code (columns 1 to 3): '0011' begins no line of a report."),
        ("001    3", "Line 2, points (columns 81 to 84): nothing is there."),
        (changed(GOOD, 5, "   x"), "Line 2, starting number (columns 5 to 8): 'x' is no number."),
        (changed(GOOD, 5, "    "), "Line 2, starting number (columns 5 to 8): nothing is there."),
        (changed(GOOD, 5, "   0"), "Line 2, starting number (columns 5 to 8): nothing is there."),
        (
            changed(GOOD, 5, "   1"),
            "Line 2, starting number (columns 5 to 8): 1 stands in line 1, too.",
        ),
        (changed(GOOD, 49, "18a0"), "Line 2, rating (columns 49 to 52): '18a0' is no number."),
        (
            changed(GOOD, 81, " 1.7"),
            "Line 2, points (columns 81 to 84): '1.7' is no number of whole or half points.",
        ),
        (changed(GOOD, 92, "   x"), "Line 2, round 1, opponent: 'x' is no starting number."),
        (changed(GOOD, 92, "   0"), "Line 2, round 1, opponent: '0' is no starting number."),
        (changed(GOOD, 92, "   3"), "Line 2, round 1, opponent: 3 can't play against themself."),
        (changed(GOOD, 97, "x"), "Line 2, round 1, colour: 'x' is neither w nor b."),
        (changed(GOOD, 99, "2"), "Line 2, round 1, result: '2' is no result."),
        (
            changed(GOOD, 99, "H"),
            "Line 2, round 1, result: 'H' is a bye, and there is an opponent.",
        ),
        (
            changed(GOOD, 109, "1"),
            "Line 2, round 2, result: '1' stands there, and there is no opponent.",
        ),
        (
            changed(GOOD, 107, "w"),
            "Line 2, round 2, colour: 'w' stands there, and there is no opponent.",
        ),
        (
            changed(GOOD, 98, "w"),
            "Line 2, round 1: '5 ww1' is not opponent, colour, result in their columns.",
        ),
        ("XXR none", "Line 2, number of rounds: 'none' is no number of rounds."),
        ("142 0", "Line 2, number of rounds: '0' is no number of rounds."),
        ("152 X", "Line 2, initial colour (column 5): 'X' is neither W nor B."),
        ("XXP 1 two", "Line 2, starting numbers: 'two' is no starting number."),
        ("XXP 1 9", "Line 2, starting numbers: there is no player 9."),
        ("260 001 003    1    9", "Line 2, starting numbers: there is no player 9."),
        ("XXP 1", "Line 2, starting numbers: two players are needed who may not meet."),
        ("XXZ 9", "Line 2, starting numbers: there is no player 9."),
        ("240 H     0001", "Line 2, round (columns 7 to 9): nothing is there."),
        (
            "XXC rank",
            "Line 2, XXC: players can't be ordered by rank, only by starting number.",
        ),
        ("XXA       1.0", "Line 2, starting number (columns 5 to 8): nothing is there."),
        (
            "XXA    1 much",
            "Line 2, points of round 1: 'much' is no number of whole or half points.",
        ),
        (
            "250       1.0 001     0001 0004",
            "Line 2, rounds and players (columns 15 to 31): not all are told.",
        ),
    ],
)
def test_what_cannot_be_read_is_told_by_line_and_field(text: str, told: str) -> None:
    assert complaint(line(1, "2w1"), text) == told


@pytest.mark.parametrize("text", ["XXR ", "142 ", "XXP 1 ", "260 ", "240 H 001 ", "XXA    1 "])
def test_no_number_is_too_long_to_be_refused(text: str) -> None:
    with pytest.raises(BadEvent):
        read_trf(f"{text}{'9' * 5_000}.0")


@given(st.text(), st.integers(0, 400), st.integers(0, 20))
def test_whatever_stands_in_a_file_is_read_or_refused_in_one_sentence(
    other: str, start: int, length: int
) -> None:
    text = report(FOUR, "XXR 3")

    assert refusal(text[:start] + other + text[start + length :]).endswith(".")


def refusal(text: str) -> str:
    """A full stop where nothing is refused."""
    try:
        crosscheck(read_trf(text))
    except BadEvent as refused:
        return str(refused)
    return "."


def test_a_file_without_players_is_told() -> None:
    assert complaint("012 Nobody") == "There is no player: a player's line begins with 001."


TRF_26 = (
    "142 3",
    "152 B",
    "182 somebody's program",
    "192 FIDE_DUTCH_2026_BAKU",
    "202 BH/C1,DE,SB",
    "222 5400+30",
    "162 W  1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5",
    "240 H 003  001",
    "260 001 003    1    4",
    "NED    1                                        2050",
)


def test_a_report_of_2026_is_read_with_its_own_codes() -> None:
    found = event(FOUR, *TRF_26)

    assert (found.rounds, found.initial_told) == (3, Colour.BLACK)
    assert (found.system_told, found.is_baku) == ("FIDE_DUTCH_2026_BAKU", True)
    assert found.tie_breaks_told == ("BH-C1", "DE", "SB")
    assert found.by_number[1].cell(3) == Cell(result=ReportedResult.HALF_BYE)
    assert [pair.numbers for pair in found.forbidden if pair.holds(3)] == [{1, 4}]


def test_lines_may_end_with_a_carriage_return_alone() -> None:
    text = report(FOUR, *TRF_26).replace("\n", "\r")

    assert read_trf(text).rounds == 3


@pytest.mark.parametrize("system", ["FIDE_DUBOV", "CUSTOM_SWISS", "BERGER_ROUNDROBIN_G1"])
def test_another_system_is_read_and_not_paired(system: str) -> None:
    found = event(FOUR, f"192 {system}")

    with pytest.raises(BadEvent, match=f"^Line 192 names {system}: only the Dutch system"):
        check_system(found)


@pytest.mark.parametrize("more", [[], ["192 FIDE_DUTCH"], ["192 fide_dutch_2025_baku"]])
def test_the_dutch_system_is_paired_whatever_the_year_behind_it(more: list[str]) -> None:
    check_system(event(FOUR, *more))
