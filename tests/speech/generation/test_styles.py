"""The styles of reading moves back: from one to the next, and what two listeners share."""

from itertools import product

import pytest

from voice_chess.speech.generation.styles import (
    READINGS,
    STYLES,
    Style,
    for_both,
    hurried,
    longer,
    shorter,
)


def test_every_style_has_its_reading_and_no_two_read_alike() -> None:
    readings = [READINGS[style] for style in STYLES]

    assert len(set(map(repr, readings))) == len(readings) == len(READINGS)


@pytest.mark.parametrize("style", STYLES)
def test_more_words_lead_to_the_longest_and_fewer_never_back(style: Style) -> None:
    assert longer(longer(style)) == "long"
    assert READINGS[shorter(style)].is_whole is False
    assert shorter(shorter(shorter(style))) == shorter(shorter(style))


@pytest.mark.parametrize("style", STYLES)
def test_who_hurries_hears_the_same_names_and_never_the_whole_start(style: Style) -> None:
    assert READINGS[hurried(style)].files == READINGS[style].files
    assert not READINGS[hurried(style)].is_whole


@pytest.mark.parametrize(("one", "other"), list(product(STYLES, repeat=2)))
def test_two_listeners_share_a_style_that_leaves_nothing_out(one: Style, other: Style) -> None:
    shared = for_both(one, other)
    wanted = READINGS[one], READINGS[other]

    assert shared == for_both(other, one)
    assert READINGS[shared].is_whole == any(reading.is_whole for reading in wanted)
    assert READINGS[shared].names_pawns >= all(reading.names_pawns for reading in wanted)
    assert one != other or shared == one
    if wanted[0].files == wanted[1].files:
        assert READINGS[shared].files == wanted[0].files
