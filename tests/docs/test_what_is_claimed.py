"""What is said of accessibility and of requests is shown by tests that there are."""

import re
from pathlib import Path

import pytest

from tests.docs.generated import CRITERIA, REQUESTS

ROOT = Path(__file__).parents[2]
ROWS = [*CRITERIA["criterion"], *CRITERIA["clause"]]
LEVEL_A, LEVEL_AA = 31, 24
"""How many criteria WCAG 2.2 has at each, without 4.1.1, which it has given up."""


@pytest.mark.parametrize(
    "row", [*ROWS, *REQUESTS], ids=lambda row: row.get("number", row.get("source"))
)
def test_every_test_that_is_named_is_there(row: dict[str, list[str]]) -> None:
    for named in row["tests"]:
        file, _, test = named.partition("::")
        assert re.search(rf"^def {test}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE), named


@pytest.mark.parametrize("row", ROWS, ids=[row["number"] for row in ROWS])
def test_what_no_test_shows_says_so(row: dict[str, str]) -> None:
    if row["state"] != "not applicable":
        assert bool(row["tests"]) != ("no test" in row["how"].lower())


def test_every_criterion_stands_there_once_and_in_order() -> None:
    told = CRITERIA["criterion"]
    numbers = [tuple(map(int, row["number"].split("."))) for row in told]
    levels = [row["level"] for row in told]

    assert numbers == sorted(set(numbers))
    assert (levels.count("A"), levels.count("AA")) == (LEVEL_A, LEVEL_AA)


@pytest.mark.parametrize("told", REQUESTS, ids=[told["source"] for told in REQUESTS])
def test_what_is_met_is_shown_and_what_is_not_has_its_reason(told: dict[str, str]) -> None:
    assert told["tests"] if told["state"] != "not" else told["how"]
