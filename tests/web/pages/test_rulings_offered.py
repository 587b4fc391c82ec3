"""Which rulings an arbiter's page leaves out, by edition."""

import pytest

from voice_chess.laws import edition as editions
from voice_chess.web.pages.rulings_offered import unknown_rulings


@pytest.mark.parametrize(
    ("edition", "unknown"),
    [
        ("2005", {"two-hands", "increment", "appeal"}),
        ("2009", {"two-hands", "increment"}),
        ("2018", set()),
        ("2023", set()),
    ],
)
def test_a_ruling_that_the_edition_does_not_know_is_left_out(
    edition: str, unknown: set[str]
) -> None:
    assert set(unknown_rulings(editions.edition(edition))) == unknown
