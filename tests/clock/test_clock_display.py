"""What a clock shows is written and read alike."""

import pytest

from voice_chess.clock.time_control import CLOCK_TIME, shown, shown_ms


@pytest.mark.parametrize(
    ("text", "ms"), [("0:00:00", 0), ("0:00:09", 9_000), ("1:29:57", 5_397_000)]
)
def test_what_is_shown_is_read_back(text: str, ms: int) -> None:
    assert shown(ms) == text
    assert shown_ms(text) == ms


def test_without_hours_it_is_minutes_and_seconds() -> None:
    assert shown_ms("2:30") == 150_000


def test_a_second_is_shown_until_it_is_over() -> None:
    assert shown(59_999) == "0:00:59"


@pytest.mark.parametrize("text", ["5", "2:75", "2:5", "1:05:00:00", "1234:00", "2:30 "])
def test_what_no_clock_shows_is_told_apart(text: str) -> None:
    assert not CLOCK_TIME.fullmatch(text)
