"""The clocks on the wall."""

import time

import pytest

from voice_chess.adapters.system_time import SystemTime


def test_now_never_goes_backwards_and_counts_milliseconds() -> None:
    clock = SystemTime()
    before = clock.now_ms()
    time.sleep(0.03)
    passed = clock.now_ms() - before

    assert 29 <= passed < 1_000


def test_sleep_is_what_only_the_clock_that_counts_it_has_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = time.clock_gettime_ns
    asleep_ns = 0

    def with_sleep(clock: int) -> int:
        return read(clock) + (asleep_ns if clock == time.CLOCK_BOOTTIME else 0)

    monkeypatch.setattr("time.clock_gettime_ns", with_sleep)
    clock = SystemTime()
    before_ms = clock.now_ms()
    asleep_ns = 3_600_000_000_000

    assert abs(clock.slept_ms() - 3_600_000) < 1_000
    assert clock.now_ms() - before_ms < 60_000


def test_a_change_of_the_clock_on_the_wall_changes_no_players_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SystemTime()
    before_ms, before_wall_ms = clock.now_ms(), clock.wall_ms()
    read = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: read() - 86_400_000_000_000)

    assert 0 <= clock.now_ms() - before_ms < 60_000
    assert clock.wall_ms() < before_wall_ms
    assert clock.slept_ms() < 1_000


def test_wall_time_counts_from_1970() -> None:
    year_2020, year_2120 = 1_577_836_800_000, 4_733_510_400_000

    assert year_2020 < SystemTime().wall_ms() < year_2120
