"""The clocks on the wall."""

import time
from threading import Event, Thread

import pytest

from voice_chess.adapters.system.system_time import SystemTime


def test_now_never_goes_backwards_and_counts_milliseconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.monotonic_ns", lambda: 5_000_000_000)
    clock = SystemTime()
    before = clock.now_ms()
    monkeypatch.setattr("time.monotonic_ns", lambda: 5_030_000_000)

    assert clock.now_ms() - before == 30


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


def test_a_system_without_clocks_that_count_sleep_apart_has_never_slept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("time.CLOCK_BOOTTIME")

    assert SystemTime().slept_ms() == 0

    monkeypatch.delattr("time.clock_gettime_ns")

    assert SystemTime().slept_ms() == 0


def test_macos_tells_sleep_by_clocks_of_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    counts_sleep, stands_still = 101, 102
    asleep_ns = 0
    monkeypatch.delattr("time.CLOCK_BOOTTIME")
    monkeypatch.setattr("time.CLOCK_MONOTONIC", counts_sleep)
    monkeypatch.setattr("time.CLOCK_UPTIME_RAW", stands_still, raising=False)
    monkeypatch.setattr(
        "time.clock_gettime_ns", lambda clock: asleep_ns if clock == counts_sleep else 0
    )
    clock = SystemTime()
    asleep_ns = 3_600_000_000_000

    assert clock.slept_ms() == 3_600_000


def test_a_process_that_was_stopped_has_slept_whoever_reads_the_time_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, stopped_ns = time.monotonic_ns, 0
    monkeypatch.setattr("time.monotonic_ns", lambda: read() + stopped_ns)
    clock = SystemTime()
    before_ms = clock.now_ms()
    with clock.watched():
        stopped_ns = 3_600_000_000_000

        assert 0 <= clock.now_ms() - before_ms < 60_000
        assert abs(clock.slept_ms() - 3_600_000) < 60_000

        stopped_ns *= 2

        assert abs(clock.slept_ms() - 7_200_000) < 60_000
    assert 0 <= clock.now_ms() - before_ms < 60_000


def test_time_in_which_nobody_asks_for_it_is_no_stop_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The watcher reads, so that only a stop of the whole process is a gap."""
    read, later_ns, looked = time.monotonic_ns, 0, Event()

    def monotonic_ns() -> int:
        looked.set()
        return read() + later_ns

    monkeypatch.setattr("time.monotonic_ns", monotonic_ns)
    clock = SystemTime()
    before_ms = clock.now_ms()
    with clock.watched():
        for _ in range(4):
            later_ns += 3_000_000_000
            looked.clear()
            assert looked.wait(60)

        assert clock.now_ms() - before_ms >= 12_000
    assert clock.slept_ms() < 1_000


def test_wall_time_counts_from_1970() -> None:
    year_2020, year_2120 = 1_577_836_800_000, 4_733_510_400_000

    assert year_2020 < SystemTime().wall_ms() < year_2120


def test_a_start_after_the_clock_on_the_wall_was_set_back_goes_on_where_the_last_one_ended() -> (
    None
):
    tomorrow_ms = SystemTime().now_ms() + 86_400_000
    clock = SystemTime(not_before_ms=tomorrow_ms)

    assert 0 <= clock.now_ms() - tomorrow_ms < 60_000
    assert clock.wall_ms() < tomorrow_ms


def test_time_is_set_forward_and_never_back() -> None:
    clock = SystemTime()
    before_ms = clock.now_ms()
    clock.advance(before_ms - 60_000)
    assert before_ms <= clock.now_ms() < before_ms + 50_000

    clock.advance(before_ms + 60_000)

    assert clock.now_ms() >= before_ms + 60_000


def test_of_two_that_advance_the_time_at_once_none_takes_the_others_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SystemTime()
    to_ms = clock.now_ms() + 3_600_000
    now_ms, is_other_done = SystemTime.now_ms, Event()

    def advance() -> None:
        clock.advance(to_ms)
        is_other_done.set()

    def slow(read: SystemTime) -> int:
        """Read the time once the other one has advanced it, or has to wait for this one."""
        monkeypatch.setattr(SystemTime, "now_ms", now_ms)
        others.append(Thread(target=advance))
        others[0].start()
        is_other_done.wait(0.2)
        return now_ms(read)

    others: list[Thread] = []
    monkeypatch.setattr(SystemTime, "now_ms", slow)
    clock.advance(to_ms)
    others[0].join()

    assert clock.now_ms() >= to_ms
