"""Only files whose tests can be asked for are read: seventeen thousand tests take their time."""

import re
from pathlib import Path

import pytest

from tests.choosing import can_hold

SLOW = "pytestmark = pytest.mark.slow\n"
ALONE = "pytestmark = [pytest.mark.slow, pytest.mark.alone]\n"
HOUSE = Path(__file__).parent


@pytest.mark.parametrize(
    ("text", "marks", "can"),
    [
        (SLOW, "slow", True),
        (ALONE, "slow", True),
        ("def test_it() -> None: ...\n", "slow", False),
        ("# a slow one\n", "slow", False),
        (SLOW, "slow and not alone", True),
        (ALONE, "slow and not alone", True),
        (SLOW, "slow and alone and not orca", False),
        (ALONE, "slow and alone and not orca", True),
        (ALONE, "orca", False),
        ("", "not slow", True),
        ("", "", True),
        ("", "slow or not slow", True),
        ("", "not (slow and alone)", True),
    ],
)
def test_a_file_can_hold_tests_of_the_marks_that_its_text_gives(
    text: str, marks: str, can: bool
) -> None:
    assert can_hold(text, marks) is can


def test_marks_are_given_by_the_files_of_the_tests_and_by_no_helper() -> None:
    mark = re.compile(r"\bmark\.(slow|alone|orca)\b|add_marker")

    giving = [
        path.relative_to(HOUSE)
        for path in HOUSE.rglob("*.py")
        if not path.name.startswith("test_") and mark.search(path.read_text("utf-8"))
    ]

    assert giving == []
