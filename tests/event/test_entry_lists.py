"""Players come as a list; what is wrong in it is told with its line and its field."""

from pathlib import Path

import pytest

from tests.event.reports import FOUR, report
from voice_chess.event.competition import Person
from voice_chess.event.entry_lists import Listed, read_list
from voice_chess.event.identity import Identity
from voice_chess.event.list_columns import (
    COLUMNS,
    columns_in,
    plain_column,
    plain_value,
    told_columns,
)
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.languages.language import known_languages, load_language

LANGUAGES = tuple(map(load_language, known_languages()))


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
        ("name;height\nAnna;170\n", Reason.COLUMN_UNKNOWN, 1, "list"),
        ("rating\n1500\n", Reason.NO_NAME_COLUMN, 1, "list"),
        ("Vorname\nAnna\n", Reason.NO_NAME_COLUMN, 1, "list"),
        ("name;rating\nAnna;15OO\n", Reason.RATING_WRONG, 2, "rating"),
        ("name;rating\nAnna;-5\n", Reason.RATING_WRONG, 2, "rating"),
        ("number;name\n1;Anna\ntwo;Bert\n", Reason.NUMBER_WRONG, 3, "number"),
        ("name;language\nAnna;xx\n", Reason.LANGUAGE_UNKNOWN, 2, "language"),
        ("name;blind\nAnna;maybe\n", Reason.NOT_YES_OR_NO, 2, "blind"),
        ("name;blind\nAnna;yes;no\n", Reason.TOO_MANY_VALUES, 2, "list"),
        ("name;rating;name\nAnna;1500;Bert\n", Reason.COLUMN_TWICE, 1, "name"),
        ("\n;;\nname;height\nAnna;170\n", Reason.COLUMN_UNKNOWN, 3, "list"),
        ("name;;rating\nAnna;;1500\nBert;FM;1400\n", Reason.COLUMN_UNNAMED, 3, "list"),
        ("Name;Elo;DWZ\nAnna;1500;1600\n", Reason.COLUMN_TWICE, 1, "rating"),
        ("Name;Vorname;Nachname\nA;B;C\n", Reason.COLUMN_TWICE, 1, "name"),
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


HEADED = {
    "de": "Nr.;Name;Vorname;Verein;DWZ;Blind;Begleitung;Geschl.;Geburtsdatum\n",
    "cs": "St. č.;Příjmení;Jméno;Oddíl;Elo;Nevidomý;Asistent;Pohlaví;Datum narození\n",
    "pl": "Nr;Nazwisko;Imię;Klub;Ranking;Niewidomy;Asystent;Płeć;Data ur.\n",
    "sr": "Rb.;Prezime;Ime;Klub;Rejting;Slep;Pomoćnik;Pol;Datum rođenja\n",
    "sr-cyrl": "Рб.;Презиме;Име;Клуб;Рејтинг;Слеп;Помоћник;Пол;Датум рођења\n",
    "it": "Numero;Cognome;Nome;Circolo;Elo;Non vedente;Assistente;Sesso;Data di nascita\n",
    "en": "No.;Last name;First name;Club;Rating;Blind;Assistant;Sex;Date of birth\n",
}
VALUES = {
    "de": ("Ja", "nein", "weiblich"),
    "cs": ("ano", "ne", "Ž"),
    "pl": ("tak", "NIE", "K"),
    "sr": ("da", "ne", "ž"),
    "sr-cyrl": ("да", "не", "ж"),
    "it": ("sì", "no", "F"),
    "en": ("x", "-", "female"),
}


def test_every_language_has_a_list_of_its_own_here() -> None:
    assert set(HEADED) == set(VALUES) == set(known_languages())


@pytest.mark.parametrize("of_page", ["de", "pl", "it"])
@pytest.mark.parametrize("language", HEADED)
def test_a_list_is_read_with_columns_and_values_in_its_own_language_on_any_page(
    language: str, of_page: str
) -> None:
    yes, no, woman = VALUES[language]
    text = f"{HEADED[language]}7;Nowak;Anna;SK Lasker;1850;{yes};{no};{woman};9.3.2001\n"

    assert read_list(text, LANGUAGES, of_page) == (
        (
            7,
            Person(
                name="Anna Nowak",
                rating=1850,
                language=of_page,
                is_blind=True,
                identity=Identity(sex="w", birth="2001/03/09"),
            ),
            2,
        ),
    )


@pytest.mark.parametrize(
    ("heads", "name"),
    [
        ("Name", "Nowak"),
        ("Nazwisko", "Nowak"),
        ("IMIE_I_NAZWISKO", "Nowak"),
        ("jméno a příjmení", "Nowak"),
        ("Name;Vorname", "Anna Nowak"),
        ("Nachname;Vorname", "Anna Nowak"),
        ("Příjmení;Jméno", "Anna Nowak"),
        ("Prezime;Ime", "Anna Nowak"),
        ("cognome;nome", "Anna Nowak"),
        ("Nachname;Name", "Anna Nowak"),
    ],
)
def test_a_name_is_put_together_from_its_parts(heads: str, name: str) -> None:
    ((_, person, _),) = listed(f"{heads}\n{';'.join(('Nowak', 'Anna')[: heads.count(';') + 1])}\n")

    assert person.name == name


def test_whose_first_name_is_missing_has_the_surname_alone() -> None:
    ((_, person, _),) = listed("Nachname;Vorname;Elo\nNowak;;1500\n")

    assert person.name == "Nowak"


@pytest.mark.parametrize("told", ["pl", "Polski", "polnisch", "Polish", "polština"])
def test_a_players_language_is_named_as_anybody_calls_it(told: str) -> None:
    ((_, person, _),) = listed(f"Name;Sprache\nAnna;{told}\n")

    assert person.language == "pl"


def test_a_column_that_no_event_keeps_is_passed_over_and_an_unknown_one_named() -> None:
    assert len(listed("Name;Verein;Telefon\nAnna;SK Lasker;0123\n")) == 1

    refusal = read_list("Name;Verein;Augenfarbe;Größe\nAnna;SK;blau;170\n", LANGUAGES, "de")

    assert isinstance(refusal, Refusal)
    assert ("value", "Augenfarbe, Größe") in refusal.gaps


@pytest.mark.parametrize("language", known_languages())
def test_a_refused_column_is_told_with_the_columns_of_the_readers_language(language: str) -> None:
    """What is told there can be written into a list, and is read."""
    reader = load_language(language)
    refusal = read_list("name;height\nAnna;170\n", LANGUAGES, "en")
    assert isinstance(refusal, Refusal)

    assert told_columns(reader) in refusal.told(reader)
    told = columns_in(sorted(LANGUAGES, key=lambda each: each is not reader))
    assert [told[plain_column(name)] for name in told_columns(reader).split(", ")] == list(COLUMNS)


@pytest.mark.parametrize("language", known_languages())
def test_no_language_calls_two_columns_by_one_name(language: str) -> None:
    columns = load_language(language).list_columns
    names = [plain_column(name) for of_one in columns.values() for name in of_one]

    assert sorted(names) == sorted(set(names)), [name for name in names if names.count(name) > 1]


def test_what_one_language_writes_for_yes_means_no_in_none() -> None:
    for one, other in (("yes", "no"), ("m", "w")):
        forms = {
            value: {plain_value(f) for each in LANGUAGES for f in each.list_values[value]}
            for value in (one, other)
        }
        assert not forms[one] & forms[other]


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


@pytest.mark.parametrize(
    ("written", "birth"),
    [("31.05.1990", "1990/05/31"), ("9. 3. 2001", "2001/03/09"), ("1990-05-31", "1990/05/31")],
)
def test_a_date_with_points_has_its_day_first(written: str, birth: str) -> None:
    ((_, person, _),) = listed(f"name;birth\nAnna;{written}\n")

    assert person.identity.birth == birth


@pytest.mark.parametrize("birth", ["31.05.90", "5/31/1990", "33023"])
def test_a_date_that_cannot_be_read_stays_as_it_was_written(birth: str) -> None:
    ((_, person, _),) = listed(f"name;birth\nAnna;{birth}\n")

    assert person.identity.birth == birth


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_any_system_ends_them(end: str) -> None:
    listed = read_list(end.join(["name;rating", "Anna;1900", "Bert;1800"]), LANGUAGES, "de")

    assert not isinstance(listed, Refusal)
    assert [person.name for _, person, _ in listed] == ["Anna", "Bert"]
