"""How long work is gathered before it is done together."""

from voice_chess.adapters.storage.gathering import GATHERS_S, GATHERS_UNDER_LOAD_S, gathers_s


def test_a_move_that_comes_alone_makes_the_next_one_wait_least() -> None:
    assert gathers_s(1) == GATHERS_S


def test_the_more_was_done_together_the_longer_more_is_gathered_up_to_a_limit() -> None:
    pauses = [gathers_s(done) for done in range(50)]

    assert pauses == sorted(pauses)
    assert pauses[0] == GATHERS_S
    assert pauses[-1] == GATHERS_UNDER_LOAD_S


def test_under_a_load_that_lasts_the_wait_becomes_longest_and_under_a_small_one_least() -> None:
    for per_second, expected_s in ((1_000, GATHERS_UNDER_LOAD_S), (300, GATHERS_S)):
        pause_s = GATHERS_S if per_second > 500 else GATHERS_UNDER_LOAD_S
        for _ in range(20):
            pause_s = gathers_s(round(pause_s * per_second))

        assert pause_s == expected_s
