"""Each rule of colour allocation decides where the ones before it leave it open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess.event.colours import PreferenceStrength, allotted, preference
from voice_chess.event.entrants import Entrant
from voice_chess.event.results import Colour


def entrant(colours: str, *, number: int = 1, halves: int = 0) -> Entrant:
    """With these colours so far, such as `wbb`."""
    return Entrant(
        number=number,
        pairing_number=number,
        halves=halves,
        colours=tuple(map(Colour, colours)),
        floats=(),
        met=frozenset(),
        may_have_bye=True,
    )


ENTRANTS = st.builds(
    entrant,
    st.text("wb", max_size=9),
    number=st.integers(1, 99),
    halves=st.integers(0, 18),
)


@pytest.mark.parametrize(
    ("colours", "due", "strength"),
    [
        ("", None, PreferenceStrength.NONE),
        ("w", Colour.BLACK, PreferenceStrength.STRONG),
        ("wb", Colour.WHITE, PreferenceStrength.MILD),
        ("bw", Colour.BLACK, PreferenceStrength.MILD),
        ("bwb", Colour.WHITE, PreferenceStrength.STRONG),
        ("ww", Colour.BLACK, PreferenceStrength.ABSOLUTE),
        ("bbww", Colour.BLACK, PreferenceStrength.ABSOLUTE),
        ("bbwbwb", Colour.WHITE, PreferenceStrength.ABSOLUTE),
        ("wwwbb", Colour.WHITE, PreferenceStrength.ABSOLUTE),
        ("wwwwbb", Colour.BLACK, PreferenceStrength.ABSOLUTE),
    ],
)
def test_what_is_due_follows_from_the_colours_so_far(
    colours: str, due: Colour | None, strength: PreferenceStrength
) -> None:
    found = preference(entrant(colours))

    assert (found.colour, found.strength) == (due, strength)


@pytest.mark.parametrize(
    ("one", "other", "white"),
    [
        pytest.param("w", "b", 2, id="both are granted"),
        pytest.param("bw", "", 2, id="nothing is due to the other"),
        pytest.param("", "wb", 2, id="nothing is due to the first"),
        pytest.param("wb", "bwb", 2, id="strong before mild"),
        pytest.param("wbb", "bwbwb", 1, id="absolute before strong"),
        pytest.param("wbb", "bwbb", 2, id="two absolute ones: the wider difference"),
        pytest.param("wbwb", "bwwb", 1, id="the latest time that they differed"),
        pytest.param("bwwb", "wbwb", 2, id="the latest time, from the other side"),
        pytest.param("wb", "bwwb", 1, id="no difference as far back as both go"),
        pytest.param("wb", "wb", 1, id="the higher ranked"),
    ],
)
def test_each_rule_decides_in_its_turn(one: str, other: str, white: int) -> None:
    found, _ = allotted(entrant(one, number=1), entrant(other, number=2), Colour.BLACK)

    assert found.number == white


def test_the_higher_score_ranks_above_the_lower_number() -> None:
    low, high = entrant("wb", number=1, halves=2), entrant("wb", number=8, halves=3)

    assert allotted(low, high, Colour.WHITE) == (high, low)


@pytest.mark.parametrize(("number", "initial", "white"), [(1, "w", 1), (1, "b", 4), (2, "w", 4)])
def test_without_any_colours_the_pairing_number_decides(
    number: int, initial: str, white: int
) -> None:
    found, _ = allotted(entrant("", number=number), entrant("", number=4), Colour(initial))

    assert found.number == white


@given(ENTRANTS, ENTRANTS, st.sampled_from(Colour))
def test_it_does_not_matter_who_is_named_first(
    one: Entrant, other: Entrant, initial: Colour
) -> None:
    if one.number != other.number:
        assert allotted(one, other, initial) == allotted(other, one, initial)


@given(ENTRANTS, ENTRANTS, st.sampled_from(Colour))
def test_different_wishes_are_both_granted(one: Entrant, other: Entrant, initial: Colour) -> None:
    white, black = allotted(one, other, initial)
    wishes = preference(white).colour, preference(black).colour

    assert wishes != (Colour.BLACK, Colour.WHITE)
