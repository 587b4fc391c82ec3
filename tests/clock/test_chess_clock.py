"""A chess clock keeps time by arithmetic: increments, delay, periods, flags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess.by_color import ByColor
from voice_chess.clock.chess_clock import ChessClock
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.state import Game
from voice_chess.game.table import Table


def clock_of(text: str) -> ChessClock:
    return ChessClock.set_to(TimeControl.parsed(text))


def test_runs_for_white_from_the_start() -> None:
    clock = clock_of("5+0").started(1_000)

    assert clock.left_ms(white=True, at_ms=61_000) == 240_000
    assert clock.left_ms(white=False, at_ms=61_000) == 300_000
    assert clock.flag_falls_at_ms == 301_000


@pytest.mark.law("chess-clock", "moves-in-time")
def test_the_press_adds_the_increment_and_starts_the_opponents_clock() -> None:
    clock = clock_of("5+3").started(0).pressed(10_000)

    assert clock.sides.white.left_ms == 293_000
    assert not clock.white_to_move
    assert clock.left_ms(white=False, at_ms=12_000) == 298_000


def test_the_charge_can_end_with_the_announcement() -> None:
    clock = clock_of("5+0").started(0).pressed(10_000, charged_until_ms=4_000)

    assert clock.sides.white.left_ms == 296_000
    assert clock.left_ms(white=False, at_ms=11_000) == 299_000


@pytest.mark.parametrize(
    ("pressed_at_ms", "left_ms"),
    [(0, 300_000), (2_999, 300_000), (3_000, 300_000), (3_001, 299_999), (10_000, 293_000)],
)
def test_a_delay_runs_before_the_main_time_and_is_not_kept(
    pressed_at_ms: int, left_ms: int
) -> None:
    assert clock_of("5d3").started(0).pressed(pressed_at_ms).sides.white.left_ms == left_ms


@pytest.mark.law("time-carried-over")
def test_every_move_has_a_delay_of_its_own() -> None:
    clock = clock_of("5d3").started(0)
    for at_ms in (4_000, 8_000, 12_000, 16_000):
        clock = clock.pressed(at_ms)

    assert (clock.sides.white.left_ms, clock.sides.black.left_ms) == (298_000, 298_000)
    assert clock.flag_falls_at_ms == 16_000 + 3_000 + 298_000


@pytest.mark.law("time-carried-over")
@pytest.mark.parametrize(
    ("edition_id", "left_ms"),
    [
        pytest.param("2005", 60_000, id="2005 6.2.b"),
        pytest.param("2009", 60_000, id="2009 6.2.b"),
        pytest.param("2018", 176_000, id="2018 6.3.2"),
        pytest.param("2023", 176_000, id="2023 6.3.2"),
    ],
)
def test_with_a_delay_time_saved_is_carried_over_only_where_the_laws_say_so(
    edition_id: str, left_ms: int
) -> None:
    control = TimeControl.parsed("2/2+1/Gd3")
    clock = Game.at(Table(control=control, edition=edition_id)).clock.started(0)
    for at_ms in (5_000, 6_000, 11_000):
        clock = clock.pressed(at_ms)

    assert clock.sides.white.left_ms == left_ms
    assert clock.sides.white.used_ms == 4_000


@pytest.mark.law("time-carried-over", "unproved")
def test_with_a_delay_the_next_period_begun_by_the_arbiter_replaces_what_was_left() -> None:
    control = TimeControl.parsed("2/2+1/Gd3")
    clock = Game.at(Table(control=control, edition="2005")).clock.started(0)

    assert [side.left_ms for side in clock.period_begun(33_000).sides] == [60_000, 60_000]


@pytest.mark.law("time-carried-over")
def test_without_a_delay_the_next_period_begun_by_the_arbiter_is_added_to_what_was_left() -> None:
    control = TimeControl.parsed("2/2+1/G")
    clock = Game.at(Table(control=control, edition="2005")).clock.started(0)

    assert [side.left_ms for side in clock.period_begun(33_000).sides] == [147_000, 180_000]


def test_a_delay_used_before_the_clocks_were_stopped_stays_used() -> None:
    stopped = clock_of("5d3").started(0).stopped(2_000)

    clock = stopped.started(100_000).pressed(102_000)

    assert clock.sides.white.left_ms == 299_000
    assert stopped.started(100_000).flag_falls_at_ms == 100_000 + 1_000 + 300_000


def test_a_delay_used_before_the_arbiter_gave_time_stays_used() -> None:
    clock = clock_of("5d3").started(0).adjusted(white=True, by_ms=60_000, at_ms=2_000)

    assert clock.flag_falls_at_ms == 3_000 + 300_000 + 60_000
    assert clock.pressed(5_000).sides.white.left_ms == 298_000 + 60_000


@pytest.mark.law("time-carried-over")
@pytest.mark.parametrize(
    "edition_id",
    [
        pytest.param("2005", id="2005 6.2.a"),
        pytest.param("2009", id="2009 6.2.a"),
        pytest.param("2018", id="2018 6.3.1"),
        pytest.param("2023", id="2023 6.3.1"),
    ],
)
def test_time_saved_in_a_period_is_carried_into_the_next(edition_id: str) -> None:
    control = TimeControl.parsed("10/2+5/G")
    clock = Game.at(Table(control=control, edition=edition_id)).clock.started(0)
    for at_ms in (60_000, 61_000, 121_000):
        assert clock.sides.of(white=True).period == 0
        clock = clock.pressed(at_ms)

    assert clock.sides.white.left_ms == 8 * 60_000 + 5 * 60_000
    assert clock.is_last_period(white=True)
    assert not clock.is_last_period(white=False)


@pytest.mark.law("flag-checked")
def test_the_flag_falls_in_a_period_whose_moves_are_not_made() -> None:
    clock = clock_of("10/40+5/G").started(0)

    assert clock.flag_falls_at_ms == 600_000
    assert not clock.has_flag_down(white=True, at_ms=599_999)
    assert clock.has_flag_down(white=True, at_ms=600_000)
    assert clock.left_ms(white=True, at_ms=700_000) == 0


def test_a_fallen_flag_stays_down_after_the_press() -> None:
    clock = clock_of("1+5").started(0).pressed(61_000)

    assert clock.has_flag_down(white=True, at_ms=61_000)
    assert clock.sides.white.left_ms == 0


def test_a_move_after_the_flag_has_fallen_counts_and_earns_no_time() -> None:
    clock = clock_of("1/2+30/G+5").started(0).pressed(61_000)

    clock = clock.pressed(61_000).pressed(62_000)

    white = clock.sides.white
    assert (white.moves, white.moves_in_period, white.period) == (2, 2, 0)
    assert white.left_ms == 0


def test_a_flag_that_is_down_does_not_fall_again() -> None:
    clock = clock_of("1+0").started(0).pressed(61_000).pressed(61_000)

    assert clock.white_to_move
    assert clock.flag_falls_at_ms is None


def test_time_added_by_the_arbiter_counts_for_the_running_clock() -> None:
    clock = clock_of("5+0").started(0).adjusted(white=True, by_ms=120_000, at_ms=10_000)

    assert clock.left_ms(white=True, at_ms=10_000) == 410_000
    assert clock.flag_falls_at_ms == 420_000


def test_time_taken_away_never_goes_below_nothing() -> None:
    clock = clock_of("5+0").started(0).adjusted(white=False, by_ms=-400_000, at_ms=10_000)

    assert clock.left_ms(white=False, at_ms=10_000) == 0


def test_at_rest_no_time_passes_and_no_flag_falls() -> None:
    clock = clock_of("5+0").started(0).stopped(10_000)

    assert clock.flag_falls_at_ms is None
    assert clock.left_ms(white=True, at_ms=10_000_000) == 290_000
    assert clock.pressed(20_000).running_since_ms is None


def test_the_arbiter_sets_both_displays_and_lifts_the_flags() -> None:
    clock = clock_of("1+0").started(0).pressed(70_000)

    clock = clock.set_by_arbiter(white_ms=30_000, black_ms=45_000, at_ms=80_000)

    assert clock.left_ms(white=True, at_ms=90_000) == 30_000
    assert clock.left_ms(white=False, at_ms=90_000) == 35_000
    assert not clock.has_flag_down(white=True, at_ms=90_000)


def test_going_back_puts_the_move_counter_right() -> None:
    clock = clock_of("10/2+5/G").started(0)
    for at_ms in (1_000, 2_000, 3_000):
        clock = clock.pressed(at_ms)

    undone = ByColor(white=0, black=0)
    clock = clock.stopped(3_000).turned_back(white_to_move=False, undone=undone)

    assert (clock.sides.white.moves, clock.sides.white.moves_in_period) == (2, 0)
    assert (clock.sides.black.moves, clock.sides.black.moves_in_period) == (1, 1)
    assert clock.running_since_ms is None


@pytest.mark.law("times-after-restoring")
def test_moves_that_are_made_again_earn_the_next_periods_time_once() -> None:
    clock = clock_of("90/2+60/2+30/G").started(0)
    for at_ms in (0, 0, 0):
        clock = clock.pressed(at_ms)
    clock = clock.stopped(0).turned_back(white_to_move=True, undone=ByColor(white=1, black=0))
    clock = clock.started(0)
    left_ms, periods = [], []
    for _ in range(3):
        clock = clock.pressed(0).pressed(0)
        left_ms.append(clock.sides.white.left_ms // 60_000)
        periods.append(clock.sides.white.period)

    assert periods == [1, 1, 2], "two moves more belong to the second period"
    assert left_ms == [150, 150, 180]


@pytest.mark.law("moves-in-time", "times-after-restoring")
def test_a_move_that_is_made_again_earns_its_increment_once() -> None:
    clock = clock_of("5+10").started(0)
    for at_ms in (0, 0, 0):
        clock = clock.pressed(at_ms)
    undone = ByColor(white=2, black=1)
    clock = clock.stopped(0).turned_back(white_to_move=True, undone=undone).started(0)
    left_s = []
    for _ in range(3):
        clock = clock.pressed(0).pressed(0)
        left_s.append([side.left_ms // 1_000 for side in clock.sides])

    assert left_s == [[320, 310], [320, 320], [330, 330]], "White made two moves again, Black one"


@pytest.mark.law("times-after-restoring")
def test_moves_undone_twice_are_still_moves_made_again() -> None:
    clock = clock_of("5+10").started(0).pressed(0)
    one_of_whites = ByColor(white=1, black=0)
    for _ in range(2):
        clock = clock.stopped(0).turned_back(white_to_move=True, undone=one_of_whites)
        clock = clock.started(0).pressed(0)

    assert clock.sides.white.left_ms == 310_000


@pytest.mark.law("times-after-restoring")
def test_after_the_arbiter_has_set_the_displays_moves_made_again_earn_their_increments() -> None:
    clock = clock_of("5+10").started(0).pressed(0).stopped(0)
    clock = clock.turned_back(white_to_move=True, undone=ByColor(white=1, black=0))
    clock = clock.set_by_arbiter(white_ms=300_000, black_ms=300_000, at_ms=0)

    assert clock.started(0).pressed(0).sides.white.left_ms == 310_000


@pytest.mark.law("times-after-restoring")
@pytest.mark.parametrize(("undone", "delay_left_ms"), [(1, 5_000), (0, 2_000)])
def test_a_move_made_again_gets_its_extra_time_anew_and_an_interrupted_one_the_rest(
    undone: int, delay_left_ms: int
) -> None:
    clock = clock_of("5d5").started(0).pressed(1_000).stopped(4_000)

    clock = clock.turned_back(white_to_move=undone == 1, undone=ByColor(white=undone, black=0))

    assert clock.delay_left_ms == delay_left_ms


@pytest.mark.law("times-after-restoring")
def test_the_moves_left_until_a_period_ends_are_counted_for_each_side() -> None:
    clock = clock_of("90/2+30/1+15/G").started(0)
    left = []
    for _ in range(7):
        left.append([clock.moves_to_control(white=white) for white in (True, False)])
        clock = clock.pressed(0)

    assert left == [[2, 2], [1, 2], [1, 1], [1, 1], [1, 1], [None, 1], [None, None]]


def test_with_a_fallen_flag_no_more_than_all_moves_of_a_period_are_made() -> None:
    clock = clock_of("1/1+30/G").started(0).pressed(61_000).pressed(61_000).pressed(61_000)

    assert clock.sides.white.is_flag_down
    assert clock.moves_to_control(white=True) == 0


def test_an_arbiters_counter_tells_the_period_with_it() -> None:
    clock = clock_of("90/2+60/2+30/G").started(0)
    for at_ms in (0, 0, 0):
        clock = clock.pressed(at_ms)
    as_before = 89 * 60_000
    clock = clock.set_by_arbiter(white_ms=as_before, black_ms=as_before, at_ms=0).counting(1, 1)

    white = clock.sides.white
    assert (white.moves, white.moves_in_period, white.period) == (1, 1, 0)
    assert [clock.counting(moves, 0).sides.white.period for moves in range(6)] == [0, 0, 1, 1, 2, 2]
    assert clock.counting(5, 0).sides.white.moves_in_period == 1


@pytest.mark.law("envelope-times")
def test_what_was_used_is_neither_more_nor_less_for_what_was_given_and_taken() -> None:
    clock = clock_of("10/2+5/G").started(0).adjusted(white=True, by_ms=-60_000, at_ms=1_000)
    clock = clock.adjusted(white=False, by_ms=120_000, at_ms=1_000)
    clock = clock.set_by_arbiter(white_ms=500_000, black_ms=700_000, at_ms=2_000)
    for at_ms in (3_000, 7_000, 8_000):
        clock = clock.pressed(at_ms)

    assert (clock.sides.white.used_ms, clock.sides.black.used_ms) == (4_000, 4_000)
    early = clock.adjourned(white_ms=clock.sides.white.left_ms, black_ms=600_000)
    assert early.sides.black.used_ms == 4_000 + 96_000


steps = st.lists(
    st.tuples(st.sampled_from(["press", "stop", "start", "wait"]), st.integers(0, 40_000)),
    max_size=40,
)


@given(steps=steps, control=st.sampled_from(["5+0", "5+3", "5d3", "2/3+1/G+2", "0d5"]))
def test_thinking_never_adds_time_beyond_increments_and_periods(
    steps: list[tuple[str, int]], control: str
) -> None:
    clock = clock_of(control).started(0)
    now = 0
    for action, wait_ms in steps:
        before = clock.left_ms(white=True, at_ms=now) + clock.left_ms(white=False, at_ms=now)
        now += wait_ms
        mover = clock.white_to_move
        given_ms = 0
        match action:
            case "press":
                pressed = clock.pressed(now)
                is_new = pressed.sides.of(white=mover).period != clock.sides.of(white=mover).period
                given_ms = clock.period_of(white=mover).increment_ms
                given_ms += pressed.period_of(white=mover).base_ms if is_new else 0
                clock = pressed
            case "stop":
                clock = clock.stopped(now)
            case "start":
                clock = clock.started(now)
        after = clock.left_ms(white=True, at_ms=now) + clock.left_ms(white=False, at_ms=now)
        assert before - wait_ms <= after <= before + given_ms


@pytest.mark.law("clock-set-wrong", "times-after-restoring")
def test_a_move_counter_put_right_counts_on_from_there() -> None:
    clock = clock_of("60/3+30/G").started(0).counting(2, 0).pressed(1_000)

    assert (clock.sides.white.moves, clock.sides.white.period) == (3, 1)
    assert clock.sides.white.left_ms == 3_599_000 + 1_800_000
    assert clock.sides.black.moves == 0


@pytest.mark.law("unproved")
def test_a_period_begun_gives_its_time_to_whoever_is_behind_and_lifts_the_flag() -> None:
    clock = clock_of("60/2+30/G").started(0)

    begun = clock.period_begun(3_700_000)

    assert (begun.sides.white.period, begun.sides.white.moves_in_period) == (1, 0)
    assert begun.left_ms(white=True, at_ms=3_700_000) == 1_800_000
    assert begun.left_ms(white=False, at_ms=3_700_000) == 5_400_000
    assert not begun.has_flag_down(white=True, at_ms=3_700_000)
    assert begun.flag_falls_at_ms == 3_700_000 + 1_800_000


@pytest.mark.law("unproved")
def test_who_is_in_the_next_period_already_waits_there_for_the_other() -> None:
    clock = clock_of("60/1+30/G").started(0).pressed(1_000)

    begun = clock.period_begun(2_000)

    assert [side.period for side in begun.sides] == [1, 1]
    assert begun.sides.white.left_ms == clock.sides.white.left_ms
    assert begun.left_ms(white=False, at_ms=2_000) == 3_599_000 + 1_800_000
    assert begun.period_begun(3_000).left_ms(white=False, at_ms=3_000) == 5_398_000
