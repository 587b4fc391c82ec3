"""Every numbered clause of the Laws has its row, and every row a test or an honest mark."""

import ast
import pkgutil
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from voice_chess.laws.clauses import (
    Clause,
    UnknownClause,
    clauses,
    clauses_at,
    clauses_in,
    coverage,
)
from voice_chess.laws.edition import UnknownEdition, edition, known_editions
from voice_chess.laws.topics import Topic

HERE = Path(__file__).parent
TESTS = HERE.parent
SEEDS = HERE.parents[2] / "shared" / "seeds"
SEED_OF = {"2005": "001_4a372689cca4dbac.txt", "2009": "003_834ae64d93e0978b.txt"}
NUMBERED = tomllib.loads((HERE / "numbered_clauses.toml").read_text("utf-8"))

CLAUSE = re.compile(r"^\s*([A-F]|\d{1,2})\.(\d{1,2})(?:\.|\s)\s*(?:([a-g])\.)?")
CYRILLIC_A = "\u0430"
LETTER = re.compile(rf"^\s*([a-g{CYRILLIC_A}])[.)]\s")
NUMBER = re.compile(r"^\s*(\d{1,2})\.(?:\s+([ab])\.)?\s")
ADJOURNMENT = re.compile(r"^Pravila za slu")
# In these, points are counted inside a clause; castling's nested points are told by the rows.
COUNTED = {"F.2", "E.2", "9.1"}
NESTED = {"3.8", "E.8", "E.10", "E.11", "C.10", "F.3", "E.12"}


def numbered_in(text: str) -> list[str]:
    """The clause numbers of a seed, as far as its typography tells them."""
    found: list[str] = []
    article, point, is_adjournment = "", "", False
    for line in text.splitlines():
        is_adjournment = is_adjournment or bool(ADJOURNMENT.match(line))
        clause, letter, number = CLAUSE.match(line), LETTER.match(line), NUMBER.match(line)
        if is_adjournment and number:
            article, point = f"G.{number[1]}", ""
            found.append(article + (f".{number[2]}" if number[2] else ""))
        elif clause and not is_adjournment:
            article, point = f"{clause[1]}.{clause[2]}", ""
            found.append(article + (f".{clause[3]}" if clause[3] else ""))
        elif number and article in COUNTED and (article != "9.1" or found[-1] != "9.1"):
            point = f".{number[1]}"
            found.append(f"{article}{'.b' if article == '9.1' else ''}{point}")
        elif letter and article and article not in NESTED and _has_letters(article, point):
            below = "" if article == "9.1" else point
            found.append(f"{article}{below}.{letter[1]}".replace(CYRILLIC_A, "a"))
    return sorted(set(found), key=found.index)


def _has_letters(article: str, point: str) -> bool:
    """In the rules for the blind an executed move, the clock and the assistant are lettered."""
    return article not in COUNTED or article == "9.1" or point in {".3", ".4", ".9"}


@cache
def marked_in_tests() -> set[str]:
    """The names of clauses that tests claim to show, by their mark `law`."""
    marked: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.law":
                marked |= {str(ast.literal_eval(argument)) for argument in node.args}
    return marked


@pytest.mark.parametrize("edition_id", SEED_OF)
def test_every_numbered_clause_has_a_row(edition_id: str) -> None:
    rows = [clause.number_in(edition_id) or "" for clause in clauses_in(edition_id)]

    missing = [
        number
        for number in NUMBERED[edition_id]
        if not any(row == number or row.startswith(f"{number}.") for row in rows)
    ]

    assert missing == []


@pytest.mark.skipif(not SEEDS.is_dir(), reason=f"the seeds are not at {SEEDS}")
@pytest.mark.parametrize("edition_id", SEED_OF)
def test_the_list_of_numbers_is_the_seeds_own(edition_id: str) -> None:
    text = (SEEDS / SEED_OF[edition_id]).read_text("utf-8")

    assert numbered_in(text) == NUMBERED[edition_id]


@pytest.mark.parametrize("edition_id", SEED_OF)
def test_no_number_is_given_twice(edition_id: str) -> None:
    rows = [clause.number_in(edition_id) for clause in clauses_in(edition_id)]

    assert [row for row in set(rows) if rows.count(row) > 1] == []


@pytest.mark.parametrize("clause", clauses(), ids=lambda clause: clause.name)
def test_a_clause_is_shown_by_a_test_or_honestly_marked(clause: Clause) -> None:
    if clause.kind == "physical":
        assert clause.why
        assert clause.name not in marked_in_tests()
    else:
        assert (clause.name in marked_in_tests()) != clause.awaits


@pytest.mark.parametrize("clause", clauses(), ids=lambda clause: clause.name)
def test_a_clause_that_is_applied_says_where(clause: Clause) -> None:
    if clause.kind == "physical":
        assert clause.where is None
    else:
        assert pkgutil.resolve_name(f"voice_chess.{clause.where}") is not None


def test_no_test_claims_a_clause_that_is_not_there() -> None:
    assert marked_in_tests() - {clause.name for clause in clauses()} == set()


def test_a_clause_is_found_with_all_below_it() -> None:
    assert [clause.name for clause in clauses_at("9.5", "2005")] == [
        "claim-binding",
        "claim-right",
        "claim-wrong",
    ]
    assert [clause.name for clause in clauses_at("9.1.b.1", "2009")] == [
        "draw-offer",
        "offer-binding",
    ]
    assert [clause.name for clause in clauses_at("e.2.9.f", "2009")] == ["assistant-adjourns"]


def test_an_edition_is_numbered_like_the_one_it_names_unless_the_row_says_otherwise() -> None:
    assert [clause.name for clause in clauses_at("7.5.3", "2023")] == ["empty-press"]
    assert [clause.name for clause in clauses_at("A.4.2", "2018")] == ["rapid-illegal"]
    assert [clause.name for clause in clauses_at("A.5.2", "2023")] == ["rapid-illegal"]


@pytest.mark.parametrize(
    ("edition_id", "article"),
    [
        pytest.param(edition_id, article, id=f"{edition_id} {article}")
        for edition_id in known_editions()
        for article in sorted(set(edition(edition_id).articles.values()))
    ],
)
def test_every_article_that_players_are_told_can_be_looked_up(
    edition_id: str, article: str
) -> None:
    assert clauses_at(article, edition_id)


@pytest.mark.parametrize(
    ("edition_id", "printed", "number"),
    [
        ("2005", "6.12(a)", "6.12.a"),
        ("2005", "A.2 (g)", "A.2.g"),
        ("2005", "A1.b", "A.1.b"),
        ("2005", "E13", "E.13"),
        ("2005", "F.2.9f", "F.2.9.f"),
        ("2009", "\u0426.13", "C.13"),
        ("2009", "\u0415.2.9.\u0434", "E.2.9.d"),
        ("2009", "9.5.\u0431.", "9.5.b"),
        ("2018", "iii.3.1.2", "III.3.1.2"),
    ],
    ids=lambda value: value if value.isascii() else "Cyrillic",
)
def test_a_number_is_found_as_each_document_of_the_laws_prints_it(
    edition_id: str, printed: str, number: str
) -> None:
    assert [clause.number_in(edition_id) for clause in clauses_at(printed, edition_id)] == [number]


def test_nine_is_not_ninety() -> None:
    assert all(
        (clause.number_in("2005") or "").startswith("A.1.") for clause in clauses_at("A.1", "2005")
    )


def test_an_unknown_clause_or_edition_is_told_so() -> None:
    with pytest.raises(UnknownClause, match="no clause"):
        clauses_at("99.1", "2009")
    with pytest.raises(UnknownEdition, match="known are 2005"):
        clauses_at("9.5", "1929")


@pytest.mark.parametrize("edition_id", ["2005", "2009", "2018", "2023"])
def test_coverage_counts_every_clause_once(edition_id: str) -> None:
    counts = coverage(edition_id)

    kinds = counts.total() - counts["awaits"]
    assert kinds == len(clauses_in(edition_id))


@pytest.mark.parametrize(
    ("number", "edition_id"),
    [
        ("10.2.b", "2005"),
        ("9.1.a", "2005"),
        ("9.4", "2005"),
        ("F.2.8", "2005"),
        ("B.7", "2005"),
        ("6.8.a", "2005"),
        ("F.2.6", "2005"),
    ],
)
def test_what_can_be_taken_otherwise_is_decided_in_the_table(number: str, edition_id: str) -> None:
    assert any(clause.decided for clause in clauses_at(number, edition_id))


@pytest.mark.parametrize("number", ["4.7", "10.2.b", "12.8", "B.6", "F.2.5"])
def test_2005_where_the_polish_text_differs_the_clause_says_so_in_that_edition_alone(
    number: str,
) -> None:
    (clause,) = clauses_at(number, "2005")

    assert "Polish text" in (clause.documents_of("2005") or "")
    assert [clause.documents_of(known) for known in ("2009", "2018", "2023")] == [None] * 3


def test_documents_differ_only_in_editions_that_have_the_clause() -> None:
    told = [(clause, known) for clause in clauses() for known, _ in clause.documents]

    assert told
    assert all(clause.number_in(known) for clause, known in told)


def test_no_edition_of_2005_has_a_tenth_point_for_blind_players() -> None:
    with pytest.raises(UnknownClause):
        clauses_at("F.2.10", "2005")
    assert "sighted-assistant" in [clause.name for clause in clauses_at("F.2.9", "2005")]
    assert edition("2005").cite(Topic.SIGHTED_PLAYERS_ASSISTANT).article == "F.2.9"
