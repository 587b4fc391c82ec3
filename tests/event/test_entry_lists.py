"""Players come as a list; what is wrong in it is told with its line and its field."""

from pathlib import Path

import pytest

from tests.event.reports import FOUR, report
from voice_chess.event.competition import Person
from voice_chess.event.entry_lists import Listed, read_list
from voice_chess.event.identity import Identity
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.languages.language import known_languages, load_language

LANGUAGES = ("de", "en", "pl")


def test_a_list_with_all_columns_is_read() -> None:
    text = "Number;Name;Rating;Language;Blind;Assistant\n3;Nowak, Anna;1850;pl;yes;no\n"

    assert read_list(text, LANGUAGES, "de") == (
        (3, Person(name="Nowak, Anna", rating=1850, language="pl", is_blind=True), 2),
    )


def test_a_list_tells_what_a_federation_asks() -> None:
    text = (
        "name;sex;title;federation;fide-number;birth\nSommer, Eva;F;wfm;ger;04650012;2001-03-09\n"
    )

    (found,) = listed(text)

    assert found[1].identity == Identity(
        sex="w", title="WFM", federation="GER", fide_number="4650012", birth="2001/03/09"
    )


def test_a_report_tells_the_same_of_everybody() -> None:
    found = listed(Path(__file__).parent.joinpath("kept", "full_26.trf").read_text("utf-8"))

    assert [person.identity.title for _, person, _ in found] == ["GM", "WFM", "CM", ""]
    assert found[0][1].identity.fide_number == "1120034"


def listed(text: str) -> Listed:
    found = read_list(text, LANGUAGES, "de")
    assert not isinstance(found, Refusal), found
    return found


def test_a_list_of_names_is_enough_and_empty_lines_are_passed_over() -> None:
    found = read_list("name,rating\nAnna,\n\n Bert ,1500\n", LANGUAGES, "de")

    assert found == (
        (None, Person(name="Anna", language="de"), 2),
        (None, Person(name="Bert", rating=1500, language="de"), 4),
    )


def test_whose_language_is_left_empty_gets_that_of_the_event() -> None:
    found = listed("name;language;blind\nAnna;pl;\nBert;;\n")

    assert [person.language for _, person, _ in found] == ["pl", "de"]


@pytest.mark.parametrize(
    ("text", "reason", "line", "field"),
    [
        ("name;height\nAnna;170\n", Reason.COLUMN_UNKNOWN, 1, "name"),
        ("rating\n1500\n", Reason.COLUMN_UNKNOWN, 1, "name"),
        ("name;rating\nAnna;15OO\n", Reason.RATING_WRONG, 2, "rating"),
        ("name;rating\nAnna;-5\n", Reason.RATING_WRONG, 2, "rating"),
        ("number;name\n1;Anna\ntwo;Bert\n", Reason.NUMBER_WRONG, 3, "number"),
        ("name;language\nAnna;xx\n", Reason.LANGUAGE_UNKNOWN, 2, "language"),
        ("name;blind\nAnna;maybe\n", Reason.NOT_YES_OR_NO, 2, "blind"),
        ("name;blind\nAnna;yes;no\n", Reason.TOO_MANY_VALUES, 2, "blind"),
        ("name;rating;name\nAnna;1500;Bert\n", Reason.COLUMN_TWICE, 1, "name"),
        ("\n;;\nname;elo\nAnna;1500\n", Reason.COLUMN_UNKNOWN, 3, "name"),
        ('name;rating\n"Anna\nNowak";no\n', Reason.LIST_UNREADABLE, 2, "name"),
        ('name;rating\nAnna;1500\n"Bert;1400\nCleo;1300\n', Reason.LIST_UNREADABLE, 3, "name"),
        ('name;title\nAnna;"FM\nBert;IM\n', Reason.LIST_UNREADABLE, 2, "title"),
        ('name;rating\n"Anna;1500\n"Bert";1400\n', Reason.LIST_UNREADABLE, 2, "name"),
        ('name;rating\nAnna;1500\n"Bert;1400', Reason.LIST_UNREADABLE, 3, "name"),
        ('name;rating\nAnna;1500;"x\n', Reason.LIST_UNREADABLE, 2, "rating"),
        ('"name;rating\nAnna;1500\n', Reason.LIST_UNREADABLE, 1, "name"),
        (f'name\n"{"x" * 140_000}\n', Reason.LIST_UNREADABLE, 2, "list"),
    ],
)
def test_a_wrong_line_is_named(text: str, reason: Reason, line: int | None, field: str) -> None:
    refusal = read_list(text, LANGUAGES, "de")

    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.line, refusal.field) == (reason, line, field)


def test_columns_without_a_name_are_told_as_they_were_found() -> None:
    refusal = read_list("rating;title\n1500;FM\n", LANGUAGES, "en")

    assert isinstance(refusal, Refusal)
    assert ("value", "rating, title") in refusal.gaps


@pytest.mark.parametrize("text", ["", "\n;;\n", "name;rating\n"])
def test_a_list_in_which_nothing_stands_names_nobody(text: str) -> None:
    assert read_list(text, LANGUAGES, "en") == ()


def test_a_report_gives_its_players() -> None:
    found = read_list(report(FOUR), LANGUAGES, "en")

    assert isinstance(found, tuple)
    assert [number for number, _, _ in found] == [1, 2, 3, 4]


def test_a_damaged_report_is_refused_with_its_line() -> None:
    refusal = read_list("012 Open\n001    x\n", LANGUAGES, "en")

    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.REPORT_WRONG
    for language in known_languages():
        words = load_language(language).interface
        place = words["event-report-place:number"]
        told = refusal.told(load_language(language))
        assert place in told
        assert words["event-report:no-number"].format(value="x") in told


def test_empty_lines_and_columns_around_a_list_are_left_out_as_spreadsheets_write_them() -> None:
    found = listed(";;;\r\nname;rating;;\r\nAnna;1500;;\r\nBert;;;\r\n")

    assert [(person.name, person.rating) for _, person, _ in found] == [("Anna", 1500), ("Bert", 0)]


@pytest.mark.parametrize("birth", ["31.05.1990", "5/31/1990", "33023"])
def test_a_date_that_cannot_be_read_stays_as_it_was_written(birth: str) -> None:
    ((_, person, _),) = listed(f"name;birth\nAnna;{birth}\n")

    assert person.identity.birth == birth


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_any_system_ends_them(end: str) -> None:
    listed = read_list(end.join(["name;rating", "Anna;1900", "Bert;1800"]), LANGUAGES, "de")

    assert not isinstance(listed, Refusal)
    assert [person.name for _, person, _ in listed] == ["Anna", "Bert"]
