"""Who a player is for a federation, as reports tell it."""

import pytest

from voice_chess.event.identity import Identity, usual, wrong_field

YEAR = 2026


def told(field: str, value: str) -> Identity:
    return Identity(**{field: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sex", "m"),
        ("sex", "w"),
        ("title", "WGM"),
        ("federation", "GER"),
        ("fide_number", "4650012"),
        ("birth", "1990/05/31"),
        ("birth", "1984/00/00"),
        ("birth", "1984"),
        ("birth", "1984/02/00"),
        ("birth", "1984/02/29"),
    ],
)
def test_what_reports_tell_can_be(field: str, value: str) -> None:
    assert wrong_field(told(field, value), YEAR) == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sex", "x"),
        ("title", "Dr."),
        ("federation", "Ger"),
        ("federation", "GERM"),
        ("fide_number", "12A"),
        ("fide_number", "123456789012"),
        ("birth", "31.05.1990"),
        ("birth", "1990/13/01"),
        ("birth", "1990/01/32"),
        ("birth", "1990/02/29"),
        ("birth", "1990/06/31"),
    ],
)
def test_what_no_report_has_a_place_for_is_named_by_its_field(field: str, value: str) -> None:
    assert wrong_field(told(field, value), YEAR) == field


@pytest.mark.parametrize(
    ("birth", "wrong"),
    [
        ("1899/12/31", "birth"),
        ("1899", "birth"),
        ("1900/01/01", ""),
        ("2026", ""),
        ("2026/12/31", ""),
        ("2027", "birth"),
        ("2027/00/00", "birth"),
        ("0200/05/31", "birth"),
    ],
)
def test_nobody_who_plays_was_born_before_1900_or_is_born_after_this_year(
    birth: str, wrong: str
) -> None:
    assert wrong_field(told("birth", birth), YEAR) == wrong


@pytest.mark.parametrize("birth", ["0000/00/00", "0000-00-00", "0000"])
def test_a_birthday_of_zeros_alone_is_one_that_nobody_knows(birth: str) -> None:
    assert usual(told("birth", birth)) == Identity()


@pytest.mark.parametrize(
    ("field", "older", "today"),
    [
        ("title", "g", "GM"),
        ("title", "wf", "WFM"),
        ("title", "im", "IM"),
        ("sex", "f", "w"),
        ("sex", "M", "m"),
        ("federation", "ger", "GER"),
        ("fide_number", "000123", "123"),
        ("birth", "1990-05-31", "1990/05/31"),
    ],
)
def test_older_signs_are_written_as_today(field: str, older: str, today: str) -> None:
    assert usual(told(field, older)) == told(field, today)
