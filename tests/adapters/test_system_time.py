"""The clocks on the wall."""

import time

from voice_chess.adapters.system_time import SystemTime


def test_now_never_goes_backwards_and_counts_milliseconds() -> None:
    clock = SystemTime()
    before = clock.now_ms()
    time.sleep(0.03)
    passed = clock.now_ms() - before

    assert 29 <= passed < 1_000


def test_wall_time_counts_from_1970() -> None:
    year_2020, year_2120 = 1_577_836_800_000, 4_733_510_400_000

    assert year_2020 < SystemTime().wall_ms() < year_2120
