"""A time control is read as players and PGN write it, or refused with a clear sentence."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess.clock.time_control import BadTimeControl, NoTimeControl, Period, TimeControl

FORTY_MOVES = TimeControl(
    periods=(
        Period(base_ms=5_400_000, moves=40, increment_ms=30_000),
        Period(base_ms=1_800_000, increment_ms=30_000),
    )
)


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("15+10", (Period(base_ms=900_000, increment_ms=10_000),)),
        ("5d3", (Period(base_ms=300_000, delay_ms=3_000),)),
        ("90", (Period(base_ms=5_400_000),)),
        ("0.5", (Period(base_ms=30_000),)),
        ("1.5+0.5", (Period(base_ms=90_000, increment_ms=500),)),
        ("5 + 3", (Period(base_ms=300_000, increment_ms=3_000),)),
        ("5+3", (Period(base_ms=300_000, increment_ms=3_000),)),
        ("90 / 40 + 30 / G + 30", FORTY_MOVES.periods),
        (" 3+2 ", (Period(base_ms=180_000, increment_ms=2_000),)),
        ("G/5", None),
        ("90/40+30/G+30", FORTY_MOVES.periods),
        ("0d10", (Period(base_ms=0, delay_ms=10_000),)),
    ],
)
def test_reads_what_players_write(text: str, periods: tuple[Period, ...] | None) -> None:
    if periods is None:
        with pytest.raises(BadTimeControl):
            TimeControl.parsed(text)
    else:
        assert TimeControl.parsed(text).periods == periods


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("900+10", TimeControl.parsed("15+10")),
        ("300d3", TimeControl.parsed("5d3")),
        ("40/5400+30:1800+30", FORTY_MOVES),
        ("5400", TimeControl.parsed("90")),
    ],
)
def test_reads_and_writes_what_pgn_says(text: str, control: TimeControl) -> None:
    assert TimeControl.from_pgn(text) == control
    assert control.to_pgn() == text


@pytest.mark.parametrize("text", ["15+10", "5d3", "90", "90/40+30/G+30", "90/40+30/G", "0.5+2"])
def test_writes_what_players_write(text: str) -> None:
    assert TimeControl.parsed(text).to_players() == text


def test_what_players_have_no_form_for_is_written_as_in_pgn() -> None:
    assert TimeControl.from_pgn("40/5400:1800+30").to_players() == "40/5400:1800+30"
    assert TimeControl.from_pgn("100").to_players() == "100"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("soon", "write it as in 15+10"),
        ("١٥+١٠", "write it as in 15+10"),
        ("-5+3", "write it as in 15+10"),
        ("15+10d3", "write it as in 15+10"),
        ("15+-3", "write it as in 15+10"),
        ("0+0", "no time for the first move"),
        ("0+5", "no time for the first move"),
        ("90/40", "the last period must last to the end"),
        ("90/G+30/G", "only the last period may last to the end"),
        ("90/0+30/G", "at least one move"),
        ("9999", "longer than 24 hours"),
        ("0:30", ", 0.5+1, "),
    ],
)
def test_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadTimeControl, match=re.escape(complaint)) as caught:
        TimeControl.parsed(text)

    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("text", ["", " "])
def test_says_that_it_is_missing(text: str) -> None:
    with pytest.raises(NoTimeControl, match="missing; write it as in 15"):
        TimeControl.parsed(text)


@pytest.mark.parametrize("text", ["?", "-", "*180", "40/7200", "", "900+", ":900"])
def test_refuses_pgn_values_it_cannot_run(text: str) -> None:
    with pytest.raises(BadTimeControl):
        TimeControl.from_pgn(text)


@pytest.mark.parametrize(
    ("text", "minutes"), [("60+0", 60), ("30+30", 60), ("10+5", 15), ("3+2", 5), ("5d3", 8)]
)
def test_reckons_sixty_moves_for_the_class_of_the_game(text: str, minutes: int) -> None:
    assert TimeControl.parsed(text).thinking_ms == minutes * 60_000


added = st.integers(min_value=0, max_value=600_000)
closed = st.builds(
    Period,
    base_ms=st.integers(min_value=1, max_value=86_400_000),
    moves=st.integers(min_value=1, max_value=99),
    increment_ms=added,
)
opened = st.one_of(
    st.builds(Period, base_ms=st.integers(1, 86_400_000), increment_ms=added),
    st.builds(Period, base_ms=st.integers(1, 86_400_000), delay_ms=added),
)


@given(first=st.lists(closed, max_size=3), last=opened)
def test_pgn_text_loses_nothing(first: list[Period], last: Period) -> None:
    control = TimeControl(periods=(*first, last))

    assert TimeControl.from_pgn(control.to_pgn()) == control
