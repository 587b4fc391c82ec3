"""A wrong beginning is put right while the edition still allows it."""

from typing import get_args

import pytest

from voice_chess.laws.edition import edition
from voice_chess.laws.irregularities import Consequence, Fault, consequence_of

UNSUPERVISED = ("rapid-unsupervised", "blitz-unsupervised")
COMPLAINTS_END_AFTER = {
    ("2005", ("rapid", "blitz", *UNSUPERVISED)): 3,
    ("2009", UNSUPERVISED): 3,
    ("2018", UNSUPERVISED): 10,
    ("2023", UNSUPERVISED): 10,
}
"""Moves by both, by edition and kind of game; in others the game is always annulled."""


@pytest.mark.law("rapid-setup")
@pytest.mark.parametrize(
    ("edition_id", "kind", "moves_by_both", "expected"),
    [
        ("2005", "standard", 60, "annulled"),
        ("2009", "rapid", 3, "annulled"),
        ("2018", "blitz", 10, "annulled"),
        ("2023", "rapid", 40, "annulled"),
        *(
            (edition_id, kind, moves_by_both, expected)
            for (edition_id, kinds), most in COMPLAINTS_END_AFTER.items()
            for kind in kinds
            for moves_by_both, expected in ((most - 1, "annulled"), (most, "too-late"))
        ),
    ],
)
def test_complaints_about_the_set_up_end_in_time(
    edition_id: str, kind: str, moves_by_both: int, expected: Consequence
) -> None:
    found = consequence_of(
        "wrong-position", edition(edition_id), kind=kind, moves_by_both=moves_by_both
    )

    assert found == expected


@pytest.mark.parametrize(
    ("edition_id", "fault", "moves_by_both", "expected"),
    [
        ("2005", "turned-board", 30, "carried-over"),
        ("2005", "reversed-colours", 1, "goes-on"),
        ("2009", "reversed-colours", 1, "goes-on"),
        ("2018", "reversed-colours", 9, "annulled"),
        ("2018", "reversed-colours", 10, "goes-on"),
        ("2023", "reversed-colours", 9, "annulled"),
    ],
)
def test_what_a_fault_of_the_beginning_leads_to(
    edition_id: str, fault: Fault, moves_by_both: int, expected: Consequence
) -> None:
    found = consequence_of(fault, edition(edition_id), kind="standard", moves_by_both=moves_by_both)

    assert found == expected


@pytest.mark.law("rapid-setup", "reversed-colours")
@pytest.mark.parametrize(
    ("edition_id", "kind", "moves_by_both"),
    [
        pytest.param("2005", "rapid", 3, id="2005 B.4"),
        pytest.param("2009", "rapid-unsupervised", 3, id="2009 A.4.a"),
        pytest.param("2009", "blitz-unsupervised", 40, id="2009 B.3.a"),
        pytest.param("2018", "rapid-unsupervised", 10, id="2018 A.4.1"),
    ],
)
def test_no_time_ends_a_complaint_of_reversed_colours_with_which_the_game_goes_on(
    edition_id: str, kind: str, moves_by_both: int
) -> None:
    found = {
        fault: consequence_of(fault, edition(edition_id), kind=kind, moves_by_both=moves_by_both)
        for fault in get_args(Fault)
    }

    assert found.pop("reversed-colours") == "goes-on"
    assert set(found.values()) == {"too-late"}
